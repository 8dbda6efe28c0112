import { useMemo } from 'react';
import { useMay, useMe } from '../../api/session.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { Choice, FieldSpec, Source } from '../../ui/form-fields.ts';
import { sourceOf } from '../../ui/source.ts';
import type { Lead } from '../../ui/visits.ts';
import { words } from '../../words/words.ts';

interface EditLeadProps {
  readonly lead: Lead;
  readonly onClose: () => void;
}

/** What is known of a lead, and who works on it. */
export function EditLead({ lead, onClose }: EditLeadProps) {
  const assignee = useAssignee(lead);
  return (
    <FormDialog
      path="lead.edit"
      title={`${lead.name}: ${words.leads.edit}`}
      stored={lead}
      fixed={{ id: lead.id }}
      fields={['name', 'mobile', 'email', 'source', 'address', 'city', 'zipcode', 'state', assignee]}
      onClose={onClose}
    />
  );
}

/** Users of the lead's owner, as far as the caller sees them; oneself and the present one in any case. */
function useAssignee({ resellerid, assigned_to, assigned_username }: Lead): FieldSpec {
  const { userid, username } = useMe();
  const isSearched = useMay()('user.read');
  return useMemo(() => {
    const names = new Map([[userid, username]]);
    if (assigned_to !== null && assigned_username !== null) names.set(assigned_to, assigned_username);
    const known = [...names].map(([id, label]): Choice => ({ value: String(id), label }));
    const field = { name: 'assigned_to', hint: '' };
    return isSearched ? { ...field, source: usersOf(resellerid, known) } : { ...field, choices: known };
  }, [userid, username, assigned_to, assigned_username, resellerid, isSearched]);
}

const usersOf = (resellerid: number, first: readonly Choice[]): Source =>
  sourceOf({
    path: 'user.list',
    lists: [{ resellerid, status: 'Active', sort_field: 'username' }],
    finds: (text) => ({ username: `%${text.replaceAll('%', '')}%` }),
    has: (value) => ({ id: Number(value) }),
    choice: ({ id, username }) => ({ value: String(id), label: username }),
    first,
  });
