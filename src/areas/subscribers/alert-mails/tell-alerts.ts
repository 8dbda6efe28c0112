import type { Kernel } from '../../../core/kernel.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import { deliver, type Environment, type Sending } from '../notices/deliver.ts';
import { countSent } from '../notices/pace.ts';
import { claimUntold, noteTold, type UntoldAlert } from './claim.ts';
import { letterOf } from './letter.ts';

type TellingKernel = Environment & Pick<Kernel, 'clock' | 'log'>;

/**
 * Tells the staff of each ISP of its new alerts: one e-mail to each address that its settings name, by the mail server of its notices.
 * An alert counts as told once one address was, so that the others are not told again; a server that does not answer is asked again
 * in five minutes. ISPs are told side by side, so that none waits for the mail server of another.
 */
export async function tellAlerts(kernel: TellingKernel): Promise<void> {
  const untold = await claimUntold(kernel.db.pool, kernel.clock.now());
  const isps = [...new Set(untold.map(({ ispId }) => ispId))];
  await Promise.all(
    isps.map((id) =>
      tell(
        kernel,
        id,
        untold.filter(({ ispId }) => ispId === id),
      ),
    ),
  );
}

async function tell(kernel: TellingKernel, ispId: number, alerts: readonly UntoldAlert[]): Promise<void> {
  const to = alerts[0]?.to ?? [];
  const sendings = await Promise.all(to.map((address) => deliver(kernel, letterTo(address, alerts))));
  const now = kernel.clock.now();
  await countSent(kernel.db.pool, { ispId, channel: 'email' }, sendings.length, now);
  for (const sending of sendings)
    if (sending.result === 'refused')
      logThrottled(kernel.log, { err: sending.reason, ispId }, 'cannot tell the staff of an ISP of its alerts');
  const isDone = sendings.some(({ result }) => result === 'accepted') || sendings.every(isFinal);
  if (!isDone) return;
  await noteTold(
    kernel.db.pool,
    alerts.map(({ id }) => id),
    now,
  );
}

const isFinal = (sending: Sending): boolean => sending.result === 'refused' && sending.isFinal;

function letterTo(address: string, alerts: readonly UntoldAlert[]) {
  const [first] = alerts;
  const last = alerts.at(-1);
  if (!first || !last) throw new Error('no alerts to tell of');
  return {
    ispId: first.ispId,
    channel: 'email' as const,
    messageId: `alert.${first.id}.${last.id}`,
    address,
    ...letterOf(alerts, first),
    fromName: first.isp,
    dltTemplateId: null,
    attachment: null,
  };
}
