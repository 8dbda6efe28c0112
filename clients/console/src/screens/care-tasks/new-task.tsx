import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { QUEUES, STAFF } from '../../ui/care-choices.ts';
import { SERVICES } from '../../ui/choices.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { newKey } from '../../ui/new-key.ts';
import { words } from '../../words/words.ts';

/** The fields for who does a task. Only callers who may see login users can name one. */
export function useHandlerFields(): readonly FieldSpec[] {
  const staff = useMay()('user.read') ? [{ name: 'assigned_to', source: STAFF }] : [];
  return [...staff, { name: 'queueid', source: QUEUES }];
}

/** Adds a task; for nobody else it is the caller's own. */
export function NewTask({ onClose }: { onClose: () => void }) {
  const { careTasks: w } = words;
  // Sent again after a lost answer, it adds no second one.
  const [idempotency_key] = useState(newKey);
  const handlers = useHandlerFields();
  return (
    <FormDialog
      path="task.create"
      title={w.add}
      fixed={{ idempotency_key }}
      fields={[
        'title',
        'due_at',
        ...handlers,
        { name: 'serviceid', label: w.subject, source: SERVICES },
        { name: 'text', label: w.details, wide: true },
      ]}
      onClose={onClose}
    />
  );
}
