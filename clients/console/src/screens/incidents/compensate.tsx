import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { money } from '../../ui/money.ts';
import { newKey } from '../../ui/new-key.ts';
import { count } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';
import type { IncidentRecord } from './moves.ts';

interface CompensateProps {
  readonly incident: IncidentRecord;
  readonly onClose: () => void;
}

/** Compensates a slice of the services. Each is given something once, so it may be sent again until nobody is left. */
export function Compensate({ incident: { id, compensation, compensation_days }, onClose }: CompensateProps) {
  const w = words.incidents;
  const [key, setKey] = useState(newKey);
  // What the first slice was given stays.
  const terms = compensation && {
    compensation,
    ...(compensation_days === null ? { actual: true } : { days: compensation_days }),
  };
  return (
    <FormDialog
      path="incident.compensate"
      title={w.compensate}
      lead={terms ? w.compensateMore : w.compensateLead}
      confirm={w.compensate}
      fixed={{ id, idempotency_key: key, ...terms }}
      fields={terms ? [] : ['compensation', { name: 'days', label: w.days, hint: w.daysHint }, 'actual']}
      onClose={onClose}
      onDone={({ extended, credited, amt, refused, left }) => {
        const given = w.given(count(extended), count(credited), money(amt));
        const rest = [refused.length > 0 && w.refused(count(refused.length)), left > 0 && w.left(count(left))];
        notifications.show({ message: [given, ...rest].filter(Boolean).join(' '), autoClose: false });
        setKey(newKey());
        if (left === 0) onClose();
      }}
    />
  );
}
