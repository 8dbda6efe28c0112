import { createPlan, newPlan } from '../../areas/catalogue/plans/create.ts';
import { createSubPlan, newSubPlan } from '../../areas/catalogue/plans/sub-plans/create.ts';
import { createPool, newPool } from '../../areas/network/ip-pools/create.ts';
import { createNas, newNas } from '../../areas/network/nas/create.ts';
import { createLocation, newLocation } from '../../areas/tenancy/locations/create.ts';
import { createSubLocation, newSubLocation } from '../../areas/tenancy/locations/sub-locations/create.ts';
import { badParameter } from '../../core/fault.ts';
import { query, type Sql, sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { inputOf } from '../csv/columns.ts';
import type { ImportRun } from '../run.ts';
import type { SourceRow } from '../source-row.ts';
import { oneByOne, type Written } from './each.ts';

/** A location, or a sub location of one that is there by then. */
export const writeLocations = oneByOne(async (tx, run, { values }) => {
  const { scope, owner } = run.call;
  const { location_code: lc = '', sub_location_code: slc = '' } = values;
  const [known] = await query<{ sub: boolean }>(
    tx,
    sql`SELECT EXISTS (SELECT FROM crm.sub_location s WHERE s.location_id = l.id AND s.code = ${slc}) AS sub
        FROM crm.location l WHERE l.isp_id = ${owner.ispId} AND l.code = ${lc}`,
  );
  if (!known) await createLocation(tx, scope, inputOf(newLocation, { location: lc, ...values }));
  if (slc !== '' && !known?.sub)
    await createSubLocation(tx, scope, inputOf(newSubLocation, { sub_location: slc, ...values }));
  return { id: 0, isNew: !known || (slc !== '' && !known.sub) };
});

export const writePools = oneByOne(async (tx, run, { values }) => {
  const { owner, scope } = run.call;
  const input = inputOf(newPool, values, { resellerid: run.resellerid });
  const found = () =>
    idOf(tx, sql`SELECT p.id FROM radius.ip_pool p WHERE p.isp_id = ${owner.ispId} AND p.name = ${input.pool_name}`);
  return foundOr(found, () => createPool(tx, scope, input));
});

export const writeNases = oneByOne(async (tx, run, { values }) => {
  const input = inputOf(newNas, { vendor: run.mapping.defaults.vendor, ...values }, { resellerid: run.resellerid });
  const id = await idOf(
    tx,
    sql`SELECT n.id FROM radius.nas n
        WHERE n.isp_id = ${run.call.owner.ispId} AND n.ip = ${input.ip}::inet AND n.proxy_id IS NULL AND n.deleted_at IS NULL`,
  );
  if (id !== undefined) return { id, isNew: false, reason: 'a NAS with this address already exists' };
  return { id: await createNas(tx, run.call, input), isNew: true };
});

export const writePlans = oneByOne(async (tx, run, { values }) => {
  const { owner, scope } = run.call;
  const given = { resellerid: run.resellerid };
  const input = inputOf(newPlan, values, given);
  const id = await idOf(tx, planNamed(owner.ispId, run.resellerid, input.name));
  if (id !== undefined)
    return { id, isNew: false, reason: 'a plan with this name already exists, so the import uses it' };
  return { id: await createPlan(tx, scope, input), isNew: true };
});

export const writeSubPlans = oneByOne(async (tx, run, row) => {
  const planid = await planOf(tx, run, row);
  const input = inputOf(newSubPlan, row.values, { planid });
  const id = await idOf(
    tx,
    sql`SELECT b.id FROM crm.sub_plan b WHERE b.plan_id = ${planid} AND b.name = ${input.name} AND b.deleted_at IS NULL`,
  );
  if (id !== undefined) return { id, isNew: false };
  return { id: await createSubPlan(tx, run.call.scope, input), isNew: true };
});

async function planOf(tx: Tx, run: ImportRun, { values }: SourceRow): Promise<number> {
  const key = values.plan ?? '';
  const id = (await run.keys.find(tx, 'plan', [key])).get(key);
  if (id === undefined) throw badParameter('plan', `there is no plan ${key} in this import`);
  return id;
}

const planNamed = (ispId: number, resellerid: number, name: string): Sql =>
  sql`SELECT p.id FROM crm.plan p WHERE p.isp_id = ${ispId} AND coalesce(p.reseller_id, 0) = ${resellerid}
        AND p.name = ${name} AND p.deleted_at IS NULL ORDER BY p.id`;

async function foundOr(find: () => Promise<number | undefined>, create: () => Promise<unknown>): Promise<Written> {
  const before = await find();
  if (before !== undefined) return { id: before, isNew: false };
  await create();
  return { id: (await find()) ?? 0, isNew: true };
}

async function idOf(tx: Tx, statement: Sql): Promise<number | undefined> {
  return (await query<{ id: number }>(tx, statement))[0]?.id;
}
