import type { z } from 'zod';
import type { Permission } from '../../../core/access/permission.ts';
import type { Clock } from '../../../core/clock.ts';
import { Fault, notFound } from '../../../core/fault.ts';
import { type ListCall, type ListDefinition, listStatement, readableBy } from '../../../core/list/index.ts';
import type { Network } from '../../../core/network/network.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { plans } from '../../catalogue/plans/list.ts';
import { subPlans } from '../../catalogue/plans/sub-plans/list.ts';
import { invoices } from '../../money/invoices/list.ts';
import { explainService } from '../../network/sessions/explain.ts';
import { LIVE_NEEDS, liveSessions } from '../../network/sessions/live.ts';
import { customers } from '../customers/list.ts';
import { findServiceOwner } from '../services/find.ts';
import { services } from '../services/list.ts';
import { gigabytesOf } from '../services/usage.ts';
import type { Money, Owner, Subscriber, Usage } from './record.ts';
import { type Granted, verdictOf } from './verdict.ts';
import { readVerdictFacts } from './verdict-facts.ts';
import type { Verdict } from './verdict-record.ts';

interface Caller extends ListCall {
  readonly permissions: ReadonlySet<Permission>;
}

interface Dependencies {
  readonly db: Pick<Database, 'pool' | 'transaction'>;
  readonly network: Pick<Network, 'explain'>;
  readonly clock: Clock;
}

/** Of sessions and invoices. */
const MAX_ROWS = 100;

/** A subscriber with everything that belongs to it. @throws Fault of kind `notFound` */
export async function readSubscriber(
  dependencies: Dependencies,
  caller: Caller,
  serviceId: number,
): Promise<Subscriber> {
  const stored = await dependencies.db.transaction((tx) => readStored(tx, caller, serviceId));
  if (!caller.permissions.has('session.read')) return { ...stored, access: null, verdict: null };
  const access = await accessOf(dependencies, serviceId);
  return { ...stored, access, verdict: await verdictOn(dependencies, caller, { serviceId, granted: access }) };
}

/** What to tell a subscriber first. @throws Fault of kind `notFound` */
export async function readVerdict(dependencies: Dependencies, caller: Caller, serviceId: number): Promise<Verdict> {
  await dependencies.db.transaction((tx) => findServiceOwner(tx, caller.scope, serviceId));
  const granted = await accessOf(dependencies, serviceId);
  return verdictOn(dependencies, caller, { serviceId, granted });
}

async function verdictOn(
  { db, clock }: Dependencies,
  { permissions }: Caller,
  { serviceId, granted }: { readonly serviceId: number; readonly granted: Granted | null },
): Promise<Verdict> {
  const facts = await db.transaction((tx) => readVerdictFacts(tx, serviceId));
  return verdictOf({ facts, granted, withMoney: permissions.has('payment.read'), now: clock.now() });
}

async function readStored(tx: Tx, caller: Caller, serviceId: number): Promise<Omit<Subscriber, 'access' | 'verdict'>> {
  const may = (permission: Permission) => caller.permissions.has(permission);
  const service = await first(tx, services, { ...caller, input: { serviceid: serviceId } });
  if (!service) throw notFound('service', serviceId);
  const { customerid, planid, subplanid } = service;
  const mine = { serviceid: serviceId, rows_limit: MAX_ROWS };
  const live = readableBy(liveSessions, LIVE_NEEDS, { ...caller, input: {} });
  // Sent together.
  const [owner, plan, subplan, usage, customer, sessions, money, unpaid] = await Promise.all([
    readOwner(tx, serviceId),
    first(tx, plans, { ...caller, input: { id: planid } }),
    first(tx, subPlans, { ...caller, input: { id: subplanid } }),
    readUsage(tx, serviceId),
    may('customer.read') ? first(tx, customers, { ...caller, input: { customerid } }) : null,
    may('session.read') ? rowsOf(tx, live, { ...caller, input: mine }) : null,
    may('payment.read') ? readMoney(tx, serviceId, may('wallet.read')) : null,
    may('payment.read') ? rowsOf(tx, invoices, { ...caller, input: { ...mine, paid: false } }) : null,
  ]);
  return { service, owner, plan, subplan, usage, customer, sessions, money, invoices: unpaid };
}

type List<R extends z.ZodType> = ListDefinition & { readonly row: R };

const rowsOf = <R extends z.ZodType>(tx: Tx, list: List<R>, call: ListCall & { readonly input: object }) =>
  query<z.output<R> & object>(tx, listStatement(list, call));

const first = async <R extends z.ZodType>(tx: Tx, list: List<R>, call: ListCall & { readonly input: object }) =>
  (await rowsOf(tx, list, { ...call, input: { ...call.input, rows_limit: 1 } }))[0] ?? null;

/** A service deleted meanwhile, and a NAS that this node does not know yet, leave the rest of the answer as it is. */
async function accessOf(dependencies: Dependencies, serviceId: number): Promise<Subscriber['access']> {
  try {
    return await explainService(dependencies, { serviceId, nasId: null });
  } catch (error) {
    if (error instanceof Fault && ['conflict', 'notFound'].includes(error.kind)) return null;
    throw error;
  }
}

/** Parts of a subscriber that no list has. The service must be in the caller's scope. */

const readOwner = (tx: Tx, serviceId: number): Promise<Owner> =>
  only<Owner>(
    tx,
    sql`SELECT s.isp_id AS ispid, i.name AS isp, t.timezone, coalesce(s.reseller_id, 0) AS resellerid, r.name AS reseller
        FROM crm.service s JOIN crm.isp i ON i.id = s.isp_id JOIN crm.isp_setting t ON t.isp_id = s.isp_id
        LEFT JOIN crm.reseller r ON r.id = s.reseller_id WHERE s.id = ${serviceId}`,
  );

const readUsage = (tx: Tx, serviceId: number): Promise<Usage> =>
  only<Usage>(
    tx,
    sql`SELECT p.starts_on AS period_from, p.ends_on AS period_upto, u.bw_level, u.exhausted,
          ${gigabytesOf(sql`(u.in_bytes::numeric + u.out_bytes)`)} AS used_gb,
          ${gigabytesOf(sql`(u.level1_bytes::numeric + u.level2_bytes + u.level3_bytes)`)} AS total_gb
        FROM radius.usage u LEFT JOIN crm.period p ON p.id = u.period_id WHERE u.service_id = ${serviceId}`,
  );

const readMoney = (tx: Tx, serviceId: number, withWallet: boolean): Promise<Money> =>
  only<Money>(
    tx,
    sql`SELECT t.currency, s.os_amt AS outstanding, coalesce(s.credit_limit, t.default_credit_limit) AS credit_limit,
          CASE WHEN ${withWallet}::boolean AND r.type = 'Franchisee' THEN r.wallet END AS wallet
        FROM crm.service s JOIN crm.isp_setting t ON t.isp_id = s.isp_id
        LEFT JOIN crm.reseller r ON r.id = s.reseller_id WHERE s.id = ${serviceId}`,
  );

async function only<T extends object>(tx: Tx, statement: Sql): Promise<T> {
  const [row] = await query<T>(tx, statement);
  if (!row) throw new Error('a service has an owner, settings and usage');
  return row;
}
