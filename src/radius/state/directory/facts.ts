import type pg from 'pg';
import type { Runner } from '../../../db/sql.ts';
import { openTransactionOf, type Tx } from '../../../db/tx.ts';
import { Isp } from './isp.ts';
import { Plan } from './plan.ts';
import { readServices, type ServiceRow } from './read-services.ts';
import { readIsps, readPlans } from './read-tenants.ts';
import type { ServiceFacts } from './service.ts';

interface FactsContext {
  readonly isp: Isp;
  readonly plan: Plan;
}

export function factsOf(row: ServiceRow, { isp, plan }: FactsContext): ServiceFacts {
  return {
    id: row[0],
    isp,
    plan,
    resellerId: row[2],
    key: row[4],
    sealedPassword: Buffer.from(row[5], 'base64'),
    status: row[6],
    prepaid: row[7],
    level: row[8],
    exhausted: row[9],
    ipAssignment: row[10],
    poolId: row[11],
    staticIp: row[12],
    mac: row[13],
    macBind: row[14],
    validUpto: row[15],
    graceUpto: row[16],
    promiseUpto: row[17],
    problemUpto: row[18],
    macGeneration: row[19],
    ip6Prefix: row[20],
    pdPrefix: row[21],
    sessionLimit: row[22],
  };
}

/** A service as the database has it now, since memory may lag a committed change. Null when it is deleted. */
export async function readFacts(tx: Tx, serviceId: number): Promise<ServiceFacts | null> {
  const rows = await readServices(openTransactionOf(tx), [serviceId]);
  return (await factsOfRows(tx, rows)).get(serviceId) ?? null;
}

/** The same for many services, by id. */
export async function readFactsOf(pool: pg.Pool, serviceIds: readonly number[]): Promise<Map<number, ServiceFacts>> {
  return factsOfRows(pool, await readServices(pool, serviceIds));
}

async function factsOfRows(on: Runner, rows: readonly ServiceRow[]): Promise<Map<number, ServiceFacts>> {
  const isps = new Map<number, Isp>();
  for (const row of await readIsps(on, distinct(rows.map((each) => each[1])))) {
    const isp = new Isp(row.id);
    isp.update(row);
    isps.set(row.id, isp);
  }
  const plans = new Map<number, Plan>();
  for (const row of await readPlans(on, distinct(rows.map((each) => each[3])))) {
    const plan = new Plan(row.id);
    plan.update(row);
    plans.set(row.id, plan);
  }
  const facts = new Map<number, ServiceFacts>();
  for (const row of rows) {
    const [isp, plan] = [isps.get(row[1]), plans.get(row[3])];
    if (isp && plan) facts.set(row[0], factsOf(row, { isp, plan }));
  }
  return facts;
}

const distinct = (ids: readonly number[]): number[] => [...new Set(ids)];
