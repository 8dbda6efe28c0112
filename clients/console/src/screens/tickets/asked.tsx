import { useState } from 'react';
import type { Path } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { CATEGORIES, QUEUES, STAFF, ticketsOf } from '../../ui/care-choices.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { FieldSpec } from '../../ui/form-fields.ts';
import { newKey } from '../../ui/new-key.ts';
import { words } from '../../words/words.ts';
import type { Report, TicketRecord } from './moves.ts';

/** The actions that open a form: some of the reports, and others. */
export type Asking = Report | 'reply' | 'note' | 'edit' | 'assign' | 'escalate' | 'merge' | 'rate';

interface Question {
  readonly path: Path;
  readonly title: string;
  readonly lead?: string;
  readonly confirm?: string;
  readonly fields: readonly FieldSpec[];
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** It changes the record, and may meet another who does. */
  readonly isEdit?: true;
  /** Sent again after a lost answer, it is carried out once. */
  readonly isRepeatable?: true;
}

interface AskedProps {
  readonly ticket: TicketRecord;
  readonly about: Asking;
  readonly onClose: () => void;
}

/** The form of what is done about a ticket. */
export function Asked({ ticket, about, onClose }: AskedProps) {
  const maySeeStaff = useMay()('user.read');
  const [idempotency_key] = useState(newKey);
  const { isEdit, isRepeatable, fixed, ...question } = questionOf(ticket, about, maySeeStaff);
  return (
    <FormDialog
      {...question}
      {...(isEdit ? { stored: ticket } : {})}
      fixed={{ id: ticket.id, ...fixed, ...(isRepeatable ? { idempotency_key } : {}) }}
      onClose={onClose}
    />
  );
}

function questionOf(ticket: TicketRecord, about: Asking, maySeeStaff: boolean): Question {
  const w = words.tickets;
  const text = (label: string): FieldSpec => ({ name: 'text', label, wide: true });
  switch (about) {
    case 'reply':
      return {
        ...{ path: 'ticket.reply', title: w.reply, lead: w.replyLead, confirm: w.send },
        ...{ fields: [text(w.reply)], isRepeatable: true },
      };
    case 'note':
      return {
        ...{ path: 'ticket.note', title: w.note, lead: w.noteLead },
        ...{ fields: [text(words.fields.text), 'visibility'], isRepeatable: true },
      };
    case 'edit': {
      const fields = [{ name: 'categoryid', source: CATEGORIES }, 'priority', text(w.problem)];
      return { path: 'ticket.edit', title: w.edit, fields, isEdit: true };
    }
    case 'assign': {
      const staff = maySeeStaff ? [{ name: 'assigned_to', source: STAFF }] : [];
      const fields = [...staff, { name: 'queueid', source: QUEUES }];
      return { path: 'ticket.assign', title: w.assign, fields, isEdit: true };
    }
    case 'escalate':
      return {
        ...{ path: 'ticket.escalate', title: w.escalate, lead: w.escalateLead, confirm: w.escalate },
        fields: [{ name: 'reason', label: words.fields.text }],
      };
    case 'merge':
      return {
        ...{ path: 'ticket.merge', title: w.merge, lead: w.mergeLead, confirm: w.merge },
        ...{ fields: [{ name: 'into', label: w.into, source: ticketsOf(ticket.customerid ?? 0) }], isRepeatable: true },
      };
    case 'rate':
      return { path: 'ticket.rate', title: w.rate, fields: ['rating'] };
    default:
      return reportOf(ticket, about);
  }
}

/** What becomes of a ticket is said by `resolution` and `reason`; on the way, `reason` is a note for the staff. */
function reportOf({ status }: TicketRecord, report: Report): Question {
  const title = words.tickets.reports[report];
  const resolution = { name: 'resolution', required: true };
  const reason = report === 'cancel' ? { name: 'reason', required: true } : 'reason';
  const note = { name: 'reason', label: words.fields.text };
  const fields = report === 'resolve' ? [resolution, reason] : [report === 'cancel' ? reason : note];
  return { path: 'ticket.move', title, confirm: title, fields, fixed: { status, report }, isRepeatable: true };
}
