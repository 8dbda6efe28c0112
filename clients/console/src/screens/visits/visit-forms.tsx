import { useState } from 'react';
import type { Output } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { STAFF } from '../../ui/care-choices.ts';
import { SERVICES } from '../../ui/choices.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { newKey } from '../../ui/new-key.ts';
import { words } from '../../words/words.ts';

export type VisitRecord = Output<'visit.get'>;

/** Who goes there. Only callers who may see login users can name one. */
function useTechnicianField(): readonly FieldSpec[] {
  return useMay()('user.read') ? [{ name: 'technicianid', source: STAFF }] : [];
}

/** Books a visit. */
export function NewVisit({ onClose }: { onClose: () => void }) {
  const w = words.visits;
  // Sent again after a lost answer, it books no second one.
  const [idempotency_key] = useState(newKey);
  const technician = useTechnicianField();
  return (
    <FormDialog
      path="visit.create"
      title={w.book}
      lead={w.bookLead}
      confirm={w.book}
      fixed={{ idempotency_key }}
      fields={[
        { name: 'serviceid', label: words.subscriber.serviceId, source: SERVICES },
        ...['leadid', 'ticketid', 'day', 'hours', 'kind'],
        ...technician,
        { name: 'note', label: w.note, wide: true },
      ]}
      onClose={onClose}
    />
  );
}

interface ChangeProps {
  readonly visit: VisitRecord;
  readonly onClose: () => void;
}

export function EditVisit({ visit, onClose }: ChangeProps) {
  const technician = useTechnicianField();
  const open: FieldSpec[] = visit.state === 'Booked' ? ['day', 'hours', 'kind'] : [];
  return (
    <FormDialog
      path="visit.edit"
      title={words.visits.edit}
      stored={visit}
      fixed={{ id: visit.id }}
      fields={[...open, ...technician, { name: 'note', label: words.visits.note, wide: true }]}
      onClose={onClose}
    />
  );
}

/** Cancels a visit, or books one again that failed. */
export function MoveVisit({ visit, onClose, state }: ChangeProps & { readonly state: 'Cancelled' | 'Booked' }) {
  const [idempotency_key] = useState(newKey);
  const title = words.visits.moves[state];
  return (
    <FormDialog
      path="visit.move"
      title={title}
      confirm={title}
      fixed={{ id: visit.id, state, idempotency_key }}
      fields={
        state === 'Cancelled'
          ? ['reason']
          : [
              { name: 'day', required: true },
              { name: 'hours', required: true },
            ]
      }
      onClose={onClose}
    />
  );
}
