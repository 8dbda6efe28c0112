import { Button, Drawer, Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Facts } from '../../ui/facts.tsx';
import { startingWith } from '../../ui/filters.ts';
import { instant } from '../../ui/instant.ts';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { money } from '../../ui/money.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Strong, Warn } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { WalletDialog } from './wallet-dialog.tsx';

type Reseller = Row<'reseller.list'>;

const Amount = ({ text }: { text: string }) => (text.startsWith('-') ? <Warn>{money(text)}</Warn> : money(text));

function resellerList(): ListSpec<Reseller> {
  const w = words.wallets;
  return {
    title: w.title,
    path: 'reseller.list',
    keyOf: ({ id }) => id,
    sort: 'name',
    empty: { title: w.emptyTitle, hint: w.emptyHint },
    columns: [
      {
        key: 'name',
        title: w.name,
        width: 170,
        grow: 1.5,
        rank: 0,
        sort: 'name',
        cell: ({ name }) => <Strong>{name}</Strong>,
      },
      { key: 'code', title: w.code, width: 90, rank: 3, sort: 'code', cell: ({ code }) => code },
      { key: 'type', title: w.type, width: 110, rank: 1, sort: 'type', cell: ({ type }) => type },
      { key: 'mobile', title: w.mobile, width: 120, rank: 4, cell: ({ mobile }) => mobile },
      {
        key: 'wallet',
        title: w.wallet,
        width: 120,
        end: true,
        rank: 0,
        sort: 'wallet',
        cell: ({ wallet }) => <Amount text={wallet} />,
      },
      {
        key: 'credit',
        title: w.credit,
        width: 120,
        end: true,
        rank: 2,
        cell: ({ credit_limit }) => credit_limit && money(credit_limit),
      },
      {
        key: 'commission',
        title: w.commission,
        width: 110,
        end: true,
        rank: 5,
        cell: ({ commission_percent }) => commission_percent && `${commission_percent} %`,
      },
    ],
    narrow: (row) => ({ title: row.name, detail: row.type, end: <Amount text={row.wallet} /> }),
    filters: [
      { key: 'name', label: w.name, kind: 'text', pinned: true, toInput: startingWith('name') },
      {
        key: 'type',
        label: w.type,
        kind: 'choice',
        pinned: true,
        choices: ['Reseller', 'Franchisee'].map((value) => ({ value, label: value })),
      },
    ],
  };
}

export function Wallets() {
  const [reseller, setReseller] = useState<Reseller>();
  const close = () => setReseller(undefined);
  return (
    <ListScreen spec={resellerList()} onOpen={setReseller}>
      <Drawer
        opened={reseller !== undefined}
        onClose={close}
        position="right"
        size={560}
        title={reseller?.name}
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        {reseller && <Details reseller={reseller} onChanged={close} />}
      </Drawer>
    </ListScreen>
  );
}

function Details({ reseller, onChanged }: { reseller: Reseller; onChanged: () => void }) {
  const w = words.wallets;
  const may = useMay();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <Stack>
      <Facts
        facts={[
          [w.type, reseller.type],
          [w.wallet, <Strong key="wallet">{money(reseller.wallet)}</Strong>],
          [w.credit, reseller.credit_limit && money(reseller.credit_limit)],
          [
            w.mobile,
            <a key="mobile" href={`tel:${reseller.mobile}`}>
              {reseller.mobile}
            </a>,
          ],
        ]}
      />
      <Group>
        {may('wallet.write') && reseller.type === 'Franchisee' && (
          <Button onClick={() => setOpen(true)}>{w.topup}</Button>
        )}
        <Button
          variant="default"
          onClick={() => void navigate({ to: '/subscribers', search: { resellerid: String(reseller.id) } as never })}
        >
          {w.subscribers}
        </Button>
      </Group>
      <PagedTable
        path="reseller.wallet_txn"
        label={w.entries}
        input={{ resellerid: reseller.id }}
        keyOf={({ id }) => id}
        columns={[
          { title: w.date, cell: ({ created_at }) => instant(created_at) },
          { title: w.entry, cell: ({ txn_code }) => txn_code },
          { title: w.amount, end: true, cell: ({ amt }) => money(amt) },
          { title: w.balance, end: true, cell: ({ balance }) => money(balance) },
        ]}
      />
      {isOpen && (
        <WalletDialog
          resellerid={reseller.id}
          wallet={reseller.wallet}
          onClose={() => setOpen(false)}
          onDone={onChanged}
        />
      )}
    </Stack>
  );
}
