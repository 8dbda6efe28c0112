import { BalanceDialog } from '../../ui/balance-dialog.tsx';
import { words } from '../../words/words.ts';
import type { Isp } from './isp.ts';

interface CreditsDialogProps {
  readonly isp: Isp;
  readonly onClose: () => void;
  /** Instead of `onClose`, after the change. */
  readonly onDone?: () => void;
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
      onClose={onClose}
      onDone={onDone}
    />
  );
}
