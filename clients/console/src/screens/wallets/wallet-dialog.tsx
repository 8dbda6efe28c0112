import { useQuery } from '@tanstack/react-query';
import { askRows } from '../../api/queries.ts';
import { useMay } from '../../api/session.ts';
import { BalanceDialog, type Moving } from '../../ui/balance-dialog.tsx';
import { addDays, today } from '../../ui/day.ts';
import { largestOf, money } from '../../ui/money.ts';
import { words } from '../../words/words.ts';
import type { Reseller } from './reseller-form.tsx';

interface WalletDialogProps {
  readonly reseller: Reseller;
  readonly onClose: () => void;
  /** Instead of `onClose`, after the change. */
  readonly onDone?: () => void;
}

const RECENT_DAYS = 90;

/** What amounts of a wallet are usually not far above: the largest recent top-up, what it owes, or may owe. */
function useUsualAmount({ id, wallet, credit_limit }: Reseller): string | undefined {
  const may = useMay();
  const recent = { txn_code: 'Topup', created_from: addDays(today(), -RECENT_DAYS), rows_limit: 100 } as const;
  const { data } = useQuery({
    ...askRows('reseller.wallet_txn', { resellerid: id, ...recent }),
    enabled: may('wallet.read'),
  });
  const owed = wallet.startsWith('-') ? [wallet.slice(1)] : [];
  return data && largestOf([...data.map(({ amt }) => amt), ...owed, credit_limit ?? '0']);
}

function told({ change, balance }: Moving, name: string): string {
  const { toWallet, fromWallet } = words.told;
  return change.startsWith('-')
    ? fromWallet(money(change.slice(1)), name, money(balance))
    : toWallet(money(change), name, money(balance));
}

/** Moves money into or out of a wallet. */
export function WalletDialog({ reseller, onClose, onDone = onClose }: WalletDialogProps) {
  const w = words.wallets;
  return (
    <BalanceDialog
      path="reseller.wallet_update"
      title={`${w.topup}: ${reseller.name}`}
      confirm={w.change}
      fields={['amt', { name: 'action', label: w.action, initial: 'TopUp' }]}
      amount="amt"
      fixed={{ resellerid: reseller.id }}
      balance={w.balance}
      now={reseller.wallet}
      format={money}
      usual={useUsualAmount(reseller)}
      farAbove={w.farAbove}
      tell={(moved) => told(moved, reseller.name)}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
