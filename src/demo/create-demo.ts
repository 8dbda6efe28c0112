import { Registry } from 'prom-client';
import { countRenewals } from '../areas/insight/dashboard/count-renewals.ts';
import { countServices } from '../areas/insight/dashboard/count-services.ts';
import { countSessions } from '../areas/insight/dashboard/count-sessions.ts';
import { verifyLedger } from '../areas/money/billing/verify/verify.ts';
import { NasAddresses } from '../config/nas-addresses.ts';
import { NO_NETWORKS } from '../config/networks.ts';
import type { Kernel } from '../core/kernel.ts';
import { NO_NETWORK } from '../core/network/network.ts';
import { checkSecretsKey } from '../db/check-secrets-key.ts';
import type { Database, Tx } from '../db/database.ts';
import { execute, sql } from '../db/sql.ts';
import { planLeads } from './business/leads.ts';
import { planSubscribers, type Subscriber } from './business/subscribers.ts';
import { Agenda, Calendar } from './history/calendar.ts';
import { planForMany } from './history/compact.ts';
import { DemoClock } from './history/demo-clock.ts';
import { type DemoIsp, found } from './history/founding.ts';
import { live } from './history/history.ts';
import { joinedDatabase } from './history/joined-database.ts';
import { planJoining } from './history/joining.ts';
import { planLead } from './history/lead-steps.ts';
import { type Story, serviceStates } from './history/story.ts';
import { writeAlerts } from './network/alerts.ts';
import { DemoRadius } from './network/demo-radius.ts';
import { DemoNetwork } from './network/network-day.ts';
import { writePulses } from './network/pulses.ts';
import { writeTraffic } from './network/traffic.ts';
import { NotEmpty } from './not-empty.ts';
import { Random } from './random.ts';

/** Of the one transaction. */
const TIMEOUT_MS = 20 * 60_000;
const IDLE_MS = 60_000;

/** The demo's NAS is this machine. A node that does not allow loopback still answers it, but sends it no requests. */
const LOOPBACK_ALLOWED = new NasAddresses({ forbidden: NO_NETWORKS, allowed: NO_NETWORKS, loopback: true });

export interface DemoSize {
  readonly seed: string;
  readonly days: number;
  readonly subscribers: number;
}

/** Six months of 500 subscribers who are still there, and some who are not. */
export const FULL_SIZE: DemoSize = { seed: 'lastmile', days: 183, subscribers: 540 };

export interface CreatedDemo {
  readonly ispId: number;
  readonly owner: DemoIsp['owner'];
  readonly serviceCount: number;
  /** Checks of the ledger, all of which it passed. */
  readonly checks: number;
  /** The username of an active subscriber, with a bill to pay if there is one. */
  readonly example: string;
}

type Environment = Pick<Kernel, 'config' | 'log' | 'secretsKeys' | 'clock'> & { readonly db: Database };

/**
 * Creates the demo in one transaction: all of it, verified, or nothing. Only the empty partitions of its months are made
 * before. `progress`: how much is done, from 0 to 1.
 * @throws NotEmpty
 */
export async function createDemo(
  environment: Environment,
  size: DemoSize,
  progress: (share: number) => void,
): Promise<CreatedDemo> {
  const { db, secretsKeys, clock } = environment;
  const calendar = new Calendar(clock.now(), size.days);
  await refuseData(db);
  const months = Math.ceil(size.days / 28) + 4;
  await execute(db.pool, sql`SELECT radius.ensure_partitions(${calendar.name(-1)}::date, ${months}::int)`);
  const created = await db.transaction(
    async (tx) => {
      // Days are lived through in memory between two statements.
      await execute(tx, sql`SELECT set_config('idle_in_transaction_session_timeout', ${String(IDLE_MS)}, true)`);
      await checkSecretsKey(tx, secretsKeys);
      return makeHistory({ ...environment, db: joinedDatabase(db, tx) }, tx, { size, calendar, progress });
    },
    { timeoutMs: TIMEOUT_MS, attempts: 1 },
  );
  // The usage that lists sort by; a node refreshes it every minute.
  await execute(db.pool, sql`CALL radius.refresh_listed_usage(1000)`);
  // What dashboards show; a node counts it anew every minute.
  await countServices({ db, clock });
  await countRenewals({ db, clock });
  await countSessions({ db, clock });
  return created;
}

export async function refuseData(db: Pick<Database, 'prisma'>): Promise<void> {
  if ((await db.prisma.isp.count()) > 0) throw new NotEmpty();
}

interface Plan {
  readonly size: DemoSize;
  readonly calendar: Calendar;
  readonly progress: (share: number) => void;
}

async function makeHistory(environment: Environment, tx: Tx, { size, calendar, progress }: Plan): Promise<CreatedDemo> {
  const random = new Random(size.seed);
  const clock = await DemoClock.start(tx, calendar.future(0, 9 * 60));
  await planForMany(tx);
  const { config } = environment;
  // Its gateway is there in any case, for a simulator that may come later. Until then nobody is led to it.
  const { gatewaySimulatorUrl = 'http://127.0.0.1:9090' } = config;
  const kernel: Kernel = {
    ...{ ...environment, clock, config: { ...config, nasAddresses: LOOPBACK_ALLOWED, gatewaySimulatorUrl } },
    network: { ...NO_NETWORK, caughtUp: async () => true },
    metrics: new Registry(),
    lifecycle: { mode: 'active' },
  };
  const subscribers = planSubscribers(random, size);
  const isp = await found(kernel, { lakeAddresses: lakeAddresses(subscribers, calendar) });
  const radius = new DemoRadius(kernel);
  try {
    const network = new DemoNetwork(radius, { calendar, random: random.fork('network') });
    const story: Story = {
      ...{ kernel, isp, calendar, network, agenda: new Agenda(), random: random.fork('story'), accounts: new Map() },
    };
    for (const subscriber of subscribers) planJoining(story, subscriber);
    for (const lead of planLeads(random.fork('leads'), { days: size.days, subscribers })) planLead(story, lead);
    await live({ story, tx, clock, progress: (day) => progress((day + 1) / size.days) });
    await radius.stop();
    // From here on: half a year of events would take as long to write as all the rest.
    await isp.operator.isp.settings_update({ ispid: isp.ispId, event_feed: true, session_events: true });
    await clock.end();
    await writePulses({ db: kernel.db, calendar, ispId: isp.ispId });
    await writeTraffic({ db: kernel.db, calendar, ispId: isp.ispId });
    await writeAlerts({ db: kernel.db, calendar, ispId: isp.ispId });
    const states = await serviceStates(story);
    const active = states.filter(({ status, prepaid }) => status === 'Active' && !prepaid);
    const shown = active.find(({ os_amt }) => Number(os_amt) > 0) ?? active[0];
    const example = story.accounts.get(shown?.id ?? 0)?.subscriber.person.username ?? '';
    const { ispId, owner } = isp;
    return { ispId, owner, serviceCount: states.length, checks: await verify(kernel.db), example };
  } finally {
    await radius.stop();
  }
}

/** Hardly enough for the franchisee's subscribers who are leased an address. */
function lakeAddresses(subscribers: readonly Subscriber[], { today }: Calendar): number {
  const leasing = subscribers.filter(
    ({ seller, ipAssignment, joins, leaves }) =>
      seller === 'lake' && ipAssignment !== 'NAS' && joins <= today && leaves === null,
  );
  return Math.max(4, Math.ceil(leasing.length * 0.9));
}

/** @throws Error if the ledger is wrong */
async function verify(db: Database): Promise<number> {
  const findings = await verifyLedger(db);
  const wrong = findings.find((finding) => finding.wrong > 0);
  if (wrong) throw new Error(`the ledger of the demo is wrong: ${wrong.name}: ${wrong.problems[0]}`);
  return findings.length;
}
