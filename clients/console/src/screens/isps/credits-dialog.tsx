import { BalanceDialog, type Moving } from '../../ui/balance-dialog.tsx';
import { words } from '../../words/words.ts';
import type { Isp } from './isp.ts';

interface CreditsDialogProps {
  readonly isp: Isp;
  readonly onClose: () => void;
  /** Instead of `onClose`, after the change. */
  readonly onDone?: () => void;
}

function told({ change, balance }: Moving, name: string): string {
  const { creditsAdded, creditsTaken } = words.told;
  return change.startsWith('-') ? creditsTaken(change.slice(1), name, balance) : creditsAdded(change, name, balance);
}

/** Adds to the credits of an ISP, takes away, or sets them. */
export function CreditsDialog({ isp, onClose, onDone = onClose }: CreditsDialogProps) {
  const w = words.isps;
  return (
    <BalanceDialog
      path="isp.credits_update"
      title={`${w.grant}: ${isp.name}`}
      confirm={w.grant}
      fields={[{ name: 'action', initial: 'Add' }, 'credits']}
      amount="credits"
      fixed={{ ispid: isp.id }}
      balance={w.credits}
      now={isp.usage_credits ?? '0'}
      format={(text) => text}
      usual={isp.usage_credits?.replace('-', '')}
      farAbove={w.farAbove}
      tell={(moved) => told(moved, isp.name)}
      onClose={onClose}
      onDone={onDone}
    />
  );
}
