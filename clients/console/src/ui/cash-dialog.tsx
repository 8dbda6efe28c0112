import { words } from '../words/words.ts';
import { BalanceDialog } from './balance-dialog.tsx';
import { money } from './money.ts';

interface CashDialogProps {
  /** Of the login user who holds the cash. */
  readonly id: number;
  readonly name: string;
  readonly cash: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Cash that a user has collected is handed over. All of it is filled in. */
export function CashDialog({ id, name, cash, onClose, onDone }: CashDialogProps) {
  const w = words.users;
  const withoutSign = (change: string) => money(change.replace('-', ''));
  return (
    <BalanceDialog
      path="user.cash_settle"
      title={`${w.settle}: ${name}`}
      lead={w.settleLead}
      confirm={w.settle}
      fields={[{ name: 'amt', initial: cash }, 'ref_no']}
      amount="amt"
      fixed={{ id }}
      balance={w.cash}
      now={cash}
      format={money}
      named={withoutSign}
      tell={({ change, balance }) => words.told.cash(withoutSign(change), name, money(balance))}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
