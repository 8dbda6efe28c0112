import { Fault, notFound } from '../../core/fault.ts';
import { type ListDefinition, listStatement } from '../../core/list/index.ts';
import type { Network } from '../../core/network.ts';
import type { Permission } from '../../core/permission.ts';
import type { Scope } from '../../core/scope.ts';
import type { Database, Tx } from '../../db/database.ts';
import { query } from '../../db/sql.ts';
import { customers } from '../customers/list.ts';
import { invoices } from '../invoices/list.ts';
import { plans } from '../plans/list.ts';
import { subPlans } from '../plans/sub-plans/list.ts';
import { services } from '../services/list.ts';
import { explainService } from '../sessions/explain.ts';
import { liveSessions } from '../sessions/live.ts';
import { readMoney, readOwner, readUsage } from './parts.ts';
import type { Subscriber } from './record.ts';

interface Caller {
  readonly scope: Scope;
  /** IANA name of the ISP's time zone. */
  readonly zone: string;
  readonly permissions: ReadonlySet<Permission>;
}

interface Dependencies {
  readonly db: Pick<Database, 'pool' | 'transaction'>;
  readonly network: Pick<Network, 'explain'>;
}

const MAX_INVOICES = 100;

/** A subscriber with everything that belongs to it. @throws Fault of kind `notFound` */
export async function readSubscriber(
  dependencies: Dependencies,
  caller: Caller,
  serviceId: number,
): Promise<Subscriber> {
  const stored = await dependencies.db.transaction((tx) => readStored(tx, caller, serviceId));
  const access = caller.permissions.has('session.read') ? await accessOf(dependencies, serviceId) : null;
  return { ...stored, access };
}

async function readStored(tx: Tx, caller: Caller, serviceId: number): Promise<Omit<Subscriber, 'access'>> {
  const rows = <T extends object>(list: ListDefinition, input: object) =>
    query<T>(tx, listStatement(list, { ...caller, input }));
  const one = async <T extends object>(list: ListDefinition, input: object) =>
    (await rows<T>(list, { ...input, rows_limit: 1 }))[0] ?? null;
  const may = (permission: Permission) => caller.permissions.has(permission);
  const service = await one<Subscriber['service']>(services, { serviceid: serviceId });
  if (!service) throw notFound('service', serviceId);
  const { customerid, planid, subplanid } = service;
  const unpaid = { serviceid: serviceId, paid: false, rows_limit: MAX_INVOICES };
  // Sent together.
  const [owner, plan, subplan, usage, customer, sessions, money, open] = await Promise.all([
    readOwner(tx, serviceId),
    one<NonNullable<Subscriber['plan']>>(plans, { id: planid }),
    one<NonNullable<Subscriber['subplan']>>(subPlans, { id: subplanid }),
    readUsage(tx, serviceId),
    may('customer.read') ? one<NonNullable<Subscriber['customer']>>(customers, { customerid }) : null,
    may('session.read')
      ? rows<NonNullable<Subscriber['sessions']>[number]>(liveSessions, { serviceid: serviceId })
      : null,
    may('payment.read') ? readMoney(tx, serviceId, may('wallet.read')) : null,
    may('payment.read') ? rows<NonNullable<Subscriber['invoices']>[number]>(invoices, unpaid) : null,
  ]);
  return { service, owner, plan, subplan, usage, customer, sessions, money, invoices: open };
}

/** A service deleted meanwhile, and a NAS that this node does not know yet, leave the rest of the answer as it is. */
async function accessOf(dependencies: Dependencies, serviceId: number): Promise<Subscriber['access']> {
  try {
    return await explainService(dependencies, { serviceId, nasId: null });
  } catch (error) {
    if (error instanceof Fault && ['conflict', 'notFound'].includes(error.kind)) return null;
    throw error;
  }
}
