import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askRows } from '../../api/queries.ts';
import { useMay, useMe } from '../../api/session.ts';
import { choiceWord, wordedChoice } from '../../ui/choice-word.ts';
import { startingWith } from '../../ui/filters.ts';
import { Icon } from '../../ui/icons.tsx';
import { ListScreen, type ListSpec } from '../../ui/list-screen.tsx';
import { money } from '../../ui/money.ts';
import { RowButton } from '../../ui/row-button.tsx';
import { Strong, Warn } from '../../ui/texts.tsx';
import { words } from '../../words/words.ts';
import { ResellerDrawer } from './reseller-drawer.tsx';
import { type Reseller, ResellerForm } from './reseller-form.tsx';
import { WalletDialog } from './wallet-dialog.tsx';

const Amount = ({ text }: { text: string }) => (text.startsWith('-') ? <Warn>{money(text)}</Warn> : money(text));

function resellerList(topUp: ((reseller: Reseller) => void) | undefined): ListSpec<Reseller> {
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
      { key: 'type', title: w.type, width: 110, rank: 1, sort: 'type', cell: ({ type }) => choiceWord(type) },
      { key: 'mobile', title: w.mobile, width: 120, rank: 4, cell: ({ mobile }) => mobile },
      {
        key: 'wallet',
        title: w.wallet,
        width: topUp ? 200 : 120,
        end: true,
        rank: 0,
        sort: 'wallet',
        cell: (row) => (
          <>
            <Amount text={row.wallet} />
            {topUp && (
              <RowButton onClick={() => topUp(row)} isOffered={row.type === 'Franchisee'}>
                {w.topupShort}
              </RowButton>
            )}
          </>
        ),
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
    narrow: (row) => ({
      title: row.name,
      detail: choiceWord(row.type),
      end: <Amount text={row.wallet} />,
      endDetail: w.wallet,
    }),
    filters: [
      { key: 'name', label: w.name, kind: 'text', pinned: true, toInput: startingWith('name') },
      { key: 'resellerid', label: words.common.id, kind: 'number' },
      {
        key: 'type',
        label: w.type,
        kind: 'choice',
        pinned: true,
        choices: ['Reseller', 'Franchisee'].map(wordedChoice),
      },
    ],
  };
}

/** The reseller whom the caller belongs to. */
function useOwn(): Reseller | undefined {
  const { reseller } = useMe();
  const { data } = useQuery({ ...askRows('reseller.list', { rows_limit: 1 }), enabled: reseller !== null });
  return data?.[0];
}

export function Wallets() {
  const may = useMay();
  const own = useOwn();
  // A reseller has one wallet: it is opened with the screen.
  const [chosen, setReseller] = useState<Reseller | null>();
  const reseller = chosen === undefined ? own : chosen;
  const [toppedUp, setToppedUp] = useState<Reseller>();
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {words.wallets.add}
    </Button>
  );
  return (
    <ListScreen
      spec={resellerList(may('wallet.write') ? setToppedUp : undefined)}
      onOpen={setReseller}
      actions={may('reseller.write') ? add : null}
    >
      {reseller && <ResellerDrawer reseller={reseller} onClose={() => setReseller(null)} />}
      {toppedUp && <WalletDialog reseller={toppedUp} onClose={() => setToppedUp(undefined)} />}
      {isAdding && <ResellerForm onClose={() => setAdding(false)} />}
    </ListScreen>
  );
}
