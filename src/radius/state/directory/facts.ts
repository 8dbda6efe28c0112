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
  };
}

/** A service as the database has it now, since memory may lag a committed change. Null when it is deleted. */
export async function readFacts(tx: Tx, serviceId: number): Promise<ServiceFacts | null> {
  const [row] = await readServices(openTransactionOf(tx), [serviceId]);
  if (!row) return null;
  const [ispRow] = await readIsps(tx, [row[1]]);
  const [planRow] = await readPlans(tx, [row[3]]);
  if (!ispRow || !planRow) return null;
  const isp = new Isp(ispRow.id);
  isp.update(ispRow);
  const plan = new Plan(planRow.id);
  plan.update(planRow);
  return factsOf(row, { isp, plan });
}
