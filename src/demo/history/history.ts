import { closeResolved } from '../../areas/care/tickets/close-resolved.ts';
import { runBilling } from '../../areas/money/billing/run/run-billing.ts';
import { moveEndedSessions } from '../../areas/network/sessions/move-ended.ts';
import { EFFECTS } from '../../core/network/effects.ts';
import type { Tx } from '../../db/database.ts';
import { execute, query, sql } from '../../db/sql.ts';
import { compact } from './compact.ts';
import { planCare } from './complaints.ts';
import { type DemoClock, settle } from './demo-clock.ts';
import { planMessages } from './messages.ts';
import { planOutage } from './outage.ts';
import { planPayments } from './payments.ts';
import { type Story, serviceStates } from './story.ts';
import { planCalls } from './troubles.ts';
import { planVisits } from './visits.ts';

interface Running {
  readonly story: Story;
  readonly tx: Tx;
  readonly clock: DemoClock;
  readonly progress: (day: number) => void;
}

/** In days. */
const COMPACT_EVERY = 7;

/** Lives through the days one after the other: the billing run, what people do, the network. */
export async function live({ story, tx, clock, progress }: Running): Promise<void> {
  const { calendar } = story;
  for (let day = 0; day < calendar.days; day++) {
    const upto = (calendar.now.getTime() - calendar.future(day, 0).getTime()) / 60_000;
    clock.set(calendar.at(day, 3));
    await billingRun(story, tx);
    const states = await serviceStates(story);
    planWallet(story, day);
    planPayments(story, day, states);
    planCalls(story, day, states);
    planCare(story, day, states);
    planVisits(story, day, states);
    planOutage(story, day);
    planMessages(story, day);
    await story.agenda.run(day, upto, (minute) => clock.set(calendar.at(day, minute)));
    await endAudit(tx);
    await carryOutEffects(story);
    clock.set(calendar.at(day, 23 * 60 + 59));
    await closeResolved(story.kernel.db, clock.now(), new AbortController().signal);
    await story.network.runDay(
      day,
      [...story.accounts.values()].filter(({ hasLeft }) => !hasLeft),
    );
    await settle(tx);
    if (day % COMPACT_EVERY === COMPACT_EVERY - 1) {
      await moveEndedSessions(story.kernel.db, clock.now(), new AbortController().signal);
      await compact(tx);
    }
    progress(day);
  }
  await moveEndedSessions(story.kernel.db, clock.now(), new AbortController().signal);
}

async function billingRun({ kernel }: Story, tx: Tx): Promise<void> {
  await endAudit(tx);
  const { failed } = await runBilling(kernel);
  if (failed > 0) throw new Error(`${failed} services of the demo could not be advanced`);
}

/** What follows is no part of the call before it. */
async function endAudit(tx: Tx): Promise<void> {
  await execute(tx, sql`SELECT set_config('lastmile.audit_event', '', true)`);
}

/** What the outbox would do: sessions are disconnected, and their subscribers dial in again later. */
async function carryOutEffects({ kernel, network }: Story): Promise<void> {
  const rows = await query<{ kind: string; id: number }>(
    kernel.db.pool,
    sql`DELETE FROM crm.outbox RETURNING kind, (payload ->> 'serviceId')::int AS id`,
  );
  const ids = rows.filter(({ kind }) => kind === EFFECTS.disconnect).map(({ id }) => id);
  await network.disconnect(
    [...new Set(ids)].sort((one, other) => one - other),
    kernel.clock.now(),
  );
}

const LOW = 12_000;
const SETTLE_DAY = 28;

/** The ISP's dealings with the wallet of its franchisee: filled when it is low, settled once a month. */
function planWallet(story: Story, day: number): void {
  const { agenda, isp, random, calendar } = story;
  const { owner } = isp.staff;
  const resellerid = isp.resellerIds.lake;
  agenda.add(day, 9 * 60 + 5, async () => {
    const [row] = await query<{ wallet: string }>(
      story.kernel.db.pool,
      sql`SELECT wallet::text AS wallet FROM crm.reseller WHERE id = ${resellerid}`,
    );
    if (Number(row?.wallet ?? 0) < LOW)
      await owner.reseller.wallet_update({ resellerid, action: 'TopUp', amt: '40000' });
  });
  if (!calendar.name(day).endsWith(`-${SETTLE_DAY}`)) return;
  agenda.add(day, 18 * 60, () => owner.reseller.wallet_update({ resellerid, action: 'Settlement', amt: '4000' }));
  const amt = random.chance(0.5) ? '250' : '-120';
  agenda.add(day, 18 * 60 + 10, () => owner.reseller.wallet_update({ resellerid, action: 'Adj', amt }));
}
