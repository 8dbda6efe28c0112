import { BalanceDialog } from '../../ui/balance-dialog.tsx';
import { money } from '../../ui/money.ts';
import { words } from '../../words/words.ts';

interface WalletDialogProps {
  readonly resellerid: number;
  readonly wallet: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Moves money into or out of a wallet. */
export function WalletDialog({ resellerid, wallet, onClose, onDone }: WalletDialogProps) {
  const w = words.wallets;
  return (
    <BalanceDialog
      path="reseller.wallet_update"
      title={w.topup}
      confirm={w.change}
      fields={[{ name: 'action', label: w.action, initial: 'TopUp' }, 'amt']}
      amount="amt"
      fixed={{ resellerid }}
      balance={w.balance}
      now={wallet}
      format={money}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
