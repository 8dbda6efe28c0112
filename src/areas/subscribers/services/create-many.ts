import { Decimal } from 'decimal.js';
import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import { zoneOfIsp } from '../../../core/tenancy/isp-zone.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import { created } from '../../../core/tenancy/scope.ts';
import { dayOf } from '../../../core/zone.ts';
import { seal } from '../../../db/seal.ts';
import { nextIds, send, sql } from '../../../db/sql.ts';
import type { Tx } from '../../../db/tx.ts';
import { insert } from '../../../db/write.ts';
import { refuseLimits } from '../../money/billing/change.ts';
import { takeDeposit } from '../../money/billing/charging/deposit.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { readDrafts, servicesOf } from '../../money/billing/store/read-drafts.ts';
import { saveDrafts } from '../../money/billing/store/save/save-drafts.ts';
import { BatchChecks } from './batch-checks.ts';
import { columnsOf } from './new-columns.ts';
import type { NewService } from './new-service.ts';
import { refuseTakenAddresses } from './reserve-many.ts';

export interface WantedService {
  readonly input: NewService;
  /** Opens its first period, or takes over the one that runs. */
  begin(draft: Draft): void;
}

/** A service of its own, by its id, or why there is none. */
export type CreatedService = number | Fault;

interface Fitting extends WantedService {
  readonly poolId: number | null;
}

/**
 * Adds services to customers of one owner by the rules of `service/create`, in a few statements for all. One that the rules
 * refuse leaves the others as they are.
 * @throws Fault if the beginning of one is refused, and what the database refuses: then none is created, and they can be tried alone
 */
export async function createServices(
  tx: Tx,
  call: Call & { readonly owner: Owner },
  wanted: readonly WantedService[],
): Promise<CreatedService[]> {
  const results: CreatedService[] = [];
  const checks = new BatchChecks(tx, call);
  const fitting = new Map<number, Fitting>();
  const refusals = await checks.refusals(wanted);
  for (const [at, service] of wanted.entries()) {
    const refusal = refusals.get(at) ?? (await checks.refusal(service.input));
    if (refusal instanceof Fault) results[at] = refusal;
    else fitting.set(at, { ...service, poolId: refusal });
  }
  for (const [at, fault] of await refuseTakenAddresses(tx, fitting)) {
    results[at] = fault;
    fitting.delete(at);
  }
  const ids = await insertAll(tx, call, [...fitting.values()]);
  for (const [at, position] of [...fitting.keys()].entries()) results[position] = ids[at] ?? 0;
  return results;
}

async function insertAll(
  tx: Tx,
  { scope, kernel, owner }: Call & { readonly owner: Owner },
  services: readonly Fitting[],
): Promise<number[]> {
  if (services.length === 0) return [];
  const now = kernel.clock.now();
  const today = dayOf(now, await zoneOfIsp(tx, owner.ispId));
  const reserved = await nextIds(tx, { 'crm.service': services.length });
  const ids = services.map(() => reserved.next('crm.service'));
  const rows = services.map(({ input, poolId }, at) => ({
    ...owner,
    id: ids[at] ?? 0,
    customerId: input.customerid,
    planId: input.planid,
    subPlanId: input.subplanid,
    passwordEnc: seal(kernel.secretsKeys, 'service.password', input.password),
    ipPoolId: poolId,
    billFrom: input.bill_from ?? today,
    ...columnsOf(input),
    ...created(scope),
  }));
  insert(tx, 'crm.service', rows);
  const addresses = services.flatMap(({ input: { staticip: ip }, poolId }, at) =>
    ip === undefined || poolId === null ? [] : [{ pool_id: poolId, ip, service_id: ids[at] }],
  );
  if (addresses.length > 0)
    send(
      tx,
      sql`UPDATE radius.ip_address a SET service_id = d.service_id
          FROM jsonb_to_recordset(${JSON.stringify(addresses)}::jsonb) AS d (pool_id int, ip inet, service_id int)
          WHERE a.pool_id = d.pool_id AND a.ip = d.ip`,
    );
  const drafts = await readDrafts(tx, { where: servicesOf(owner.ispId, ids), now, by: scope.by });
  const byId = new Map(ids.map((id, at) => [id, services[at]]));
  for (const draft of drafts) {
    const service = byId.get(draft.subscription.id);
    if (!service) continue;
    takeDeposit(draft, new Decimal(service.input.deposit));
    service.begin(draft);
    refuseLimits(draft);
  }
  await saveDrafts(tx, drafts);
  return ids;
}
