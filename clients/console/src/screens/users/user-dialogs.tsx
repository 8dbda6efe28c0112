import { AskDialog } from '../../ui/ask-dialog.tsx';
import { CashDialog } from '../../ui/cash-dialog.tsx';
import { useLocations } from '../../ui/choices.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { words } from '../../words/words.ts';
import { PERSON, type User } from './user.ts';

export type UserDialogName = 'edit' | 'settle' | 'factor' | 'delete';

interface UserDialogProps {
  readonly name: UserDialogName;
  readonly user: User;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What is done with a login user. */
export function UserDialog({ name, user, onClose, onDone }: UserDialogProps) {
  const w = words.users;
  const { id, username } = user;
  const common = { onClose, onDone };
  switch (name) {
    case 'edit':
      return <EditUser {...common} user={user} />;
    case 'settle':
      return <CashDialog {...common} id={id} name={user.name ?? username} cash={user.cash_balance} />;
    case 'factor':
      return (
        <AskDialog
          {...common}
          path="user.second_factor_remove"
          input={{ id }}
          title={`${w.factorRemove}: ${username}`}
          lead={w.factorRemoveLead}
          confirm={w.factorRemove}
        />
      );
    case 'delete':
      return (
        <AskDialog
          {...common}
          path="user.delete"
          input={{ id }}
          title={`${w.remove}: ${username}`}
          lead={w.removeLead}
          confirm={words.common.remove}
          isFinal
        />
      );
  }
}

function EditUser({ user, onClose, onDone }: Omit<UserDialogProps, 'name'>) {
  const locations = useLocations();
  const isEmployee = user.groupname === 'Employee';
  return (
    <FormDialog
      path="user.update"
      title={words.users.edit}
      stored={{ ...user, password: '' }}
      fixed={{ id: user.id }}
      fields={[
        'username',
        { name: 'password', label: words.users.newPassword, hint: words.nas.keepSecret },
        'roles',
        'cash_limit',
        'allowed_ips',
        ...PERSON,
        ...(isEmployee ? [{ name: 'lc', choices: locations }, 'slc'] : []),
      ]}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
