import { Button, Group } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Row } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { choiceWord } from '../../ui/choice-word.ts';
import { DetailsDrawer } from '../../ui/details-drawer.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icons.tsx';
import { instant } from '../../ui/instant.ts';
import { money } from '../../ui/money.ts';
import { PagedTable } from '../../ui/paged-table.tsx';
import { Dim, Strong } from '../../ui/texts.tsx';
import { useIsPhone } from '../../ui/use-phone.ts';
import { words } from '../../words/words.ts';
import { type Reseller, ResellerForm } from './reseller-form.tsx';
import { WalletDialog } from './wallet-dialog.tsx';

interface ResellerDrawerProps {
  readonly reseller: Reseller;
  readonly onClose: () => void;
}

/** A reseller, its wallet and what can be done with them. */
export function ResellerDrawer({ reseller, onClose }: ResellerDrawerProps) {
  const w = words.wallets;
  const may = useMay();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'wallet' | 'edit'>();
  const close = () => setOpen(undefined);
  const subscribers = () => void navigate({ to: '/subscribers', search: { resellerid: String(reseller.id) } as never });
  const mobile = <a href={`tel:${reseller.mobile}`}>{reseller.mobile}</a>;
  return (
    <DetailsDrawer title={reseller.name} onClose={onClose}>
      <Facts
        facts={[
          [w.type, choiceWord(reseller.type)],
          [w.wallet, <Strong key="wallet">{money(reseller.wallet)}</Strong>],
          [w.credit, reseller.credit_limit && money(reseller.credit_limit)],
          [w.commission, reseller.commission_percent && `${reseller.commission_percent} %`],
          [w.mobile, mobile],
        ]}
      />
      <Group>
        {may('wallet.write') && reseller.type === 'Franchisee' && (
          <Button onClick={() => setOpen('wallet')}>{w.topup}</Button>
        )}
        {may('reseller.write') && (
          <Button variant="default" leftSection={<Icon name="pencil" size={16} />} onClick={() => setOpen('edit')}>
            {words.common.edit}
          </Button>
        )}
        <Button variant="default" onClick={subscribers}>
          {w.subscribers}
        </Button>
      </Group>
      <PagedTable
        path="reseller.wallet_txn"
        label={w.entries}
        input={{ resellerid: reseller.id }}
        isNewestFirst
        keyOf={({ id }) => id}
        columns={[
          { title: w.date, wide: true, cell: ({ created_at }) => instant(created_at) },
          { title: w.entry, cell: (row) => <Entry of={row} /> },
          { title: w.amount, end: true, cell: ({ amt }) => money(amt) },
          { title: w.balance, end: true, cell: ({ balance }) => money(balance) },
        ]}
      />
      {open === 'wallet' && <WalletDialog reseller={reseller} onClose={close} onDone={onClose} />}
      {open === 'edit' && <ResellerForm reseller={reseller} onClose={close} onDone={onClose} />}
    </DetailsDrawer>
  );
}

/** What moved the wallet, and for which subscriber; on a phone, when too. */
function Entry({ of: { txn_code, serviceid, username, created_at } }: { of: Row<'reseller.wallet_txn'> }) {
  const may = useMay();
  const isPhone = useIsPhone();
  const isOffered = may('service.read') && serviceid !== null;
  return (
    <>
      {words.txns[txn_code]}
      {isPhone && (
        <div>
          <Dim>{instant(created_at)}</Dim>
        </div>
      )}
      {username && (
        <div>{isOffered ? <Link to={`/subscribers/${serviceid}`}>{username}</Link> : <Dim>{username}</Dim>}</div>
      )}
    </>
  );
}
