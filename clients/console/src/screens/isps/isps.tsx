import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { Dim, Strong } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { AddIsp } from './add-isp.tsx';
import { CreditsDialog } from './credits-dialog.tsx';
import type { Isp } from './isp.ts';
import { IspDrawer } from './isp-drawer.tsx';

function ispList(grant: (isp: Isp) => void): ListSpec<Isp> {
  const w = words.isps;
  return {
    title: w.title,
    path: 'isp.list',
    keyOf: ({ id }) => id,
    sort: 'name',
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      {
        key: 'name',
        title: w.name,
        width: 180,
        grow: 1.5,
        rank: 0,
        sort: 'name',
        cell: ({ name }) => <Strong>{name}</Strong>,
      },
      { key: 'code', title: w.code, width: 90, rank: 1, sort: 'code', cell: ({ code }) => code },
      { key: 'country', title: w.country, width: 120, rank: 3, cell: ({ country }) => country },
      { key: 'mobile', title: w.mobile, width: 120, rank: 4, cell: ({ mobile }) => mobile },
      { key: 'email', title: w.email, width: 180, rank: 5, cell: ({ email }) => email },
      {
        key: 'credits',
        title: w.credits,
        width: 190,
        end: true,
        rank: 0,
        sort: 'usage_credits',
        cell: (row) => (
          <>
            {row.enable_usage_limit ? row.usage_credits : <Dim>{w.noCredits}</Dim>}
            <RowButton onClick={() => grant(row)} isOffered={row.enable_usage_limit}>
              {w.grantShort}
            </RowButton>
          </>
        ),
      },
    ],
    narrow: (row) => ({ title: row.name, detail: row.email, end: row.code }),
    filters: [{ key: 'name', label: w.name, kind: 'text', pinned: true }],
  };
}

/** The ISPs of the installation. */
export function Isps() {
  const address = useSearch({ strict: false }) as { do?: string };
  const [isAdding, { open, close }] = useDisclosure(address.do === 'add');
  const [granted, setGranted] = useState<Isp>();
  const [isp, setIsp] = useState<Isp>();
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={open}>
      {words.isps.add}
    </Button>
  );
  return (
    <ListScreen spec={ispList(setGranted)} onOpen={setIsp} actions={add}>
      {isAdding && <AddIsp onClose={close} />}
      {granted && <CreditsDialog isp={granted} onClose={() => setGranted(undefined)} />}
      {isp && <IspDrawer isp={isp} onClose={() => setIsp(undefined)} />}
    </ListScreen>
  );
}
