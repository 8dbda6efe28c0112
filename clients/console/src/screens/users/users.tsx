import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMay, useMe } from '../../api/session.ts';
import { choiceWord, choiceWords, wordedChoice } from '../../ui/choice-word.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { money } from '../../ui/money.ts';
import { Status } from '../../ui/status.tsx';
import { Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { AddEmployee } from './add-employee.tsx';
import { PERSON, type User } from './user.ts';
import { UserDrawer } from './user-drawer.tsx';

function userList(): ListSpec<User> {
  const w = words.users;
  return {
    title: w.title,
    path: 'user.list',
    keyOf: ({ id }) => id,
    sort: 'username',
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      {
        key: 'username',
        title: w.username,
        width: 150,
        grow: 1.3,
        rank: 0,
        sort: 'username',
        cell: ({ username }) => <Strong>{username}</Strong>,
      },
      { key: 'name', title: w.name, width: 150, grow: 1, rank: 1, cell: ({ name }) => name },
      {
        key: 'group',
        title: w.group,
        width: 100,
        rank: 1,
        sort: 'groupname',
        cell: ({ groupname }) => choiceWord(groupname),
      },
      { key: 'roles', title: w.roles, width: 160, grow: 1.3, rank: 0, cell: ({ roles }) => choiceWords(roles) },
      { key: 'status', title: w.status, width: 110, rank: 2, cell: ({ status }) => <Status of={status} /> },
      { key: 'cash', title: w.cash, width: 120, end: true, rank: 3, cell: ({ cash_balance }) => money(cash_balance) },
      { key: 'locations', title: w.locations, width: 120, rank: 4, cell: ({ lc, slc }) => [...lc, ...slc].join(', ') },
      { key: 'created', title: w.created, width: 120, rank: 5, cell: ({ created_at }) => instant(created_at) },
    ],
    narrow: (row) => ({
      title: row.name ? `${row.name} · ${row.username}` : row.username,
      detail: choiceWords(row.roles),
      end: <Status of={row.status} />,
      endDetail: choiceWord(row.groupname),
    }),
    filters: [
      { key: 'username', label: w.username, kind: 'text', pinned: true },
      { key: 'id', label: words.common.id, kind: 'number' },
      {
        key: 'groupname',
        label: w.group,
        kind: 'choice',
        pinned: true,
        choices: ['ISP', 'Reseller', 'Employee'].map(wordedChoice),
      },
    ],
  };
}

export function Users() {
  const may = useMay();
  const { isp } = useMe();
  const [adding, setAdding] = useState<'employee' | 'user'>();
  const [user, setUser] = useState<User>();
  const w = words.users;
  const close = () => setAdding(undefined);
  const actions = (
    <>
      <Button variant="default" onClick={() => setAdding('user')}>
        {w.add}
      </Button>
      {isp && (
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding('employee')}>
          {w.addEmployee}
        </Button>
      )}
    </>
  );
  return (
    <ListScreen spec={userList()} onOpen={setUser} actions={may('user.write') ? actions : null}>
      {adding === 'employee' && <AddEmployee onClose={close} />}
      {adding === 'user' && <AddUser onClose={close} />}
      {user && <UserDrawer user={user} onClose={() => setUser(undefined)} />}
    </ListScreen>
  );
}

/** Of the ISP or of a reseller as a whole. */
function AddUser({ onClose }: { onClose: () => void }) {
  const { isp, reseller } = useMe();
  return (
    <FormDialog
      path="user.create"
      title={words.users.add}
      fixed={{
        ...(isp ? { ispid: isp.ispid } : {}),
        ...(reseller ? { groupname: 'Reseller', resellerid: reseller.resellerid } : { groupname: 'ISP' }),
      }}
      fields={[
        'username',
        'password',
        ...(isp ? [] : ['ispid']),
        'roles',
        { name: 'cash_limit', initial: '0' },
        'allowed_ips',
        ...PERSON,
      ]}
      onClose={onClose}
    />
  );
}
