import { useMe } from '../../api/session.ts';
import { useLocations, useOwnerFields } from '../../ui/choices.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { words } from '../../words/words.ts';
import { PERSON } from './user.ts';

/** Somebody who works for the ISP or a reseller: the person, the login, and where they may look, in one form. */
export function AddEmployee({ onClose }: { onClose: () => void }) {
  const w = words.users;
  const { isp } = useMe();
  const owner = useOwnerFields('user.create');
  const locations = useLocations();
  return (
    <FormDialog
      path="user.create"
      title={w.addEmployee}
      fixed={{ ...owner.fixed, groupname: 'Employee', ...(isp ? { ispid: isp.ispid } : {}) }}
      fields={[
        ...PERSON.map((name) => ({ name, required: name !== 'email' })),
        'username',
        'password',
        'roles',
        ...owner.fields,
        { name: 'lc', choices: locations, hint: w.noLimit },
        { name: 'slc', hint: '' },
        { name: 'cash_limit', initial: '0' },
      ]}
      onClose={onClose}
    />
  );
}
