import { BalanceDialog } from '../../ui/balance-dialog.tsx';
import { money } from '../../ui/money.ts';
import { words } from '../../words/words.ts';
import type { Reseller } from './reseller-form.tsx';

interface WalletDialogProps {
  readonly reseller: Reseller;
  readonly onClose: () => void;
  /** Instead of `onClose`, after the change. */
  readonly onDone?: () => void;
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
      onClose={onClose}
      onDone={onDone}
    />
  );
}
