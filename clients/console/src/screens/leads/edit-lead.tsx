import { useQuery } from '@tanstack/react-query';
import { askRows } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { Choice } from '../../ui/form-fields.ts';
import { words } from '../../words/words.ts';
import type { Lead } from './moves.ts';

/** Of a list that nobody reads through. */
const MAX_USERS = 100;

interface EditLeadProps {
  readonly lead: Lead;
  readonly onClose: () => void;
}

/** What is known of a lead, and who works on it. */
export function EditLead({ lead, onClose }: EditLeadProps) {
  const assignees = useAssignees(lead);
  return (
    <FormDialog
      path="lead.edit"
      title={`${lead.name}: ${words.leads.edit}`}
      stored={lead}
      fixed={{ id: lead.id }}
      fields={['name', 'mobile', 'email', 'source', 'address', { name: 'assigned_to', choices: assignees, hint: '' }]}
      onClose={onClose}
    />
  );
}

/** Users of the lead's owner, as far as the caller sees them; oneself and the present one in any case. */
function useAssignees({ resellerid, assigned_to, assigned_username }: Lead): readonly Choice[] {
  const { userid, username } = useMe();
  const may = useMay();
  const users = useQuery({
    ...askRows('user.list', { resellerid, status: 'Active', rows_limit: MAX_USERS, sort_field: 'username' }),
    enabled: may('user.read'),
  });
  const names = new Map((users.data ?? []).map((user) => [user.id, user.username]));
  names.set(userid, username);
  if (assigned_to !== null && assigned_username !== null) names.set(assigned_to, assigned_username);
  return [...names].map(([id, label]) => ({ value: String(id), label }));
}
