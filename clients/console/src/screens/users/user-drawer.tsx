import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { sentenceOf } from '../../api/faults.ts';
import { useMay } from '../../api/session.ts';
import { choiceWord, choiceWords } from '../../ui/choice-word.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { isAbove0, money } from '../../ui/money.ts';
import { Refusal } from '../../ui/preview.tsx';
import { Status } from '../../ui/status.tsx';
import { words } from '../../words/words.ts';
import { BranchAddress } from './branch-address.tsx';
import { Keys } from './keys.tsx';
import { Permissions } from './permissions.tsx';
import type { User } from './user.ts';
import { UserDialog, type UserDialogName } from './user-dialogs.tsx';

interface UserProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** A login user, its keys, and what can be done with them. */
export function UserDrawer({ user, onClose }: UserProps) {
  const w = words.users;
  const may = useMay();
  return (
    <DetailsDrawer title={user.username} onClose={onClose}>
      <Facts
        facts={[
          [w.name, user.name],
          [w.mobile, user.mobile && <a href={`tel:${user.mobile}`}>{user.mobile}</a>],
          [w.email, user.email],
          [w.group, choiceWord(user.groupname)],
          [w.roles, choiceWords(user.roles)],
          [w.status, <Status key="status" of={user.status} />],
          [w.locations, [...user.lc, ...user.slc].join(', ')],
          [w.cash, money(user.cash_balance)],
          [w.cashLimit, money(user.cash_limit)],
          [w.allowedIps, user.allowed_ips.join(', ')],
        ]}
      />
      <Changes user={user} onClose={onClose} />
      {may('user.write') && <Keys userid={user.id} />}
      {may('user.write') && user.roles.includes('CareLine') && <BranchAddress user={user} />}
      <Permissions roles={user.roles} />
    </DetailsDrawer>
  );
}

function Changes({ user, onClose }: UserProps) {
  const w = words.users;
  const may = useMay();
  const update = useChange('user.update');
  const [open, setOpen] = useState<UserDialogName>();
  const isActive = user.status === 'Active';
  const status = isActive ? 'Suspend' : 'Active';
  return (
    <>
      {update.error && <Refusal sentence={sentenceOf(update.error)} />}
      <Group>
        {may('wallet.write') && isAbove0(user.cash_balance) && (
          <Button onClick={() => setOpen('settle')}>{w.settle}</Button>
        )}
        {may('user.write') && (
          <>
            <Button variant="default" leftSection={<Icon name="pencil" size={16} />} onClick={() => setOpen('edit')}>
              {words.common.edit}
            </Button>
            <Button
              variant="default"
              loading={update.isPending}
              onClick={() => update.mutate({ id: user.id, status }, { onSuccess: onClose })}
            >
              {isActive ? w.suspend : w.activate}
            </Button>
            <Button variant="default" onClick={() => setOpen('factor')}>
              {w.factorRemove}
            </Button>
            <Button variant="subtle" color="red" onClick={() => setOpen('delete')}>
              {words.common.remove}
            </Button>
          </>
        )}
      </Group>
      {open && <UserDialog name={open} user={user} onClose={() => setOpen(undefined)} onDone={onClose} />}
    </>
  );
}
