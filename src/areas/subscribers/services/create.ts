import { Decimal } from 'decimal.js';
import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameters } from '../../../core/fault.ts';
import { zoneOfIsp } from '../../../core/tenancy/isp-zone.ts';
import { created } from '../../../core/tenancy/scope.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { takenBack } from '../../../db/savepoint.ts';
import { seal } from '../../../db/seal.ts';
import { nextId } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import { changeSubscription } from '../../money/billing/change.ts';
import { takeDeposit } from '../../money/billing/charging/deposit.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { previewOf } from '../../money/billing/preview.ts';
import { checkTaxId } from '../../money/tax/check-tax-id.ts';
import { checkCodes } from '../../tenancy/locations/codes.ts';
import { shareCustomer } from '../customers/find.ts';
import { linkLead } from '../leads/link-service.ts';
import { activate } from './activate.ts';
import { refuseFinancialFields } from './financial.ts';
import { columnsOf } from './new-columns.ts';
import type { NewService } from './new-service.ts';
import type { createOutcome } from './outcome.ts';
import { findFittingPlan } from './plan-fit.ts';
import { serviceFaults } from './rules.ts';
import { findIpPool, reserveStaticIp } from './static-ip.ts';
import { checkStaticPrefixes } from './static-prefixes.ts';

/** Adds a service to a customer, or shows what that would charge. A preview passes every check of the create. */
export async function createOrPreview(tx: Tx, call: Call, input: NewService): Promise<z.output<typeof createOutcome>> {
  if (!input.preview) return (await createService(tx, call, input)).subscription.id;
  // What is taken back afterwards was nothing before.
  return takenBack(tx, async () => ({
    ...(await previewOf(tx, call.scope, await createService(tx, call, input))),
    before: null,
  }));
}

/** Adds a service to a customer, and opens its first period if nothing has to be awaited first. */
async function createService(tx: Tx, call: Call, input: NewService): Promise<Draft> {
  const { scope, kernel } = call;
  const faults = serviceFaults(input);
  if (faults.length > 0) throw badParameters(faults);
  refuseFinancialFields(scope, 'create', input);
  const owner = await shareCustomer(tx, scope, input.customerid);
  const [{ planId, subPlanId }, timezone, id] = await Promise.all([
    findFittingPlan(tx, owner, input),
    zoneOfIsp(tx, owner.ispId),
    nextId(tx, 'crm.service'),
    checkCodes(tx, scope, { ...owner, lc: input.location_code, slc: input.sub_location_code }),
    checkTaxId(tx, owner, input.tax_id),
  ]);
  await checkStaticPrefixes(tx, { ispId: owner.ispId, serviceId: 0 }, input);
  const pool = input.ippool === undefined ? null : await findIpPool(tx, owner, input.ippool);
  const service = {
    ...owner,
    id,
    customerId: input.customerid,
    planId,
    subPlanId,
    passwordEnc: seal(kernel.secretsKeys, 'service.password', input.password),
    ipPoolId: pool?.id ?? null,
    billFrom: input.bill_from ?? dayOf(kernel.clock.now(), timezone),
    ...columnsOf(input),
    ...created(scope),
  };
  insert(tx, 'crm.service', [service]);
  if (pool && input.staticip !== undefined) await reserveStaticIp(tx, id, { poolId: pool.id, ip: input.staticip });
  const draft = await changeSubscription(tx, call, { serviceId: id, preview: input.preview, isNew: true }, (each) => {
    takeDeposit(each, new Decimal(input.deposit));
    activate(each);
  });
  if (input.leadid !== undefined) await linkLead(tx, scope, { leadId: input.leadid, service: { id, ...owner } });
  return draft;
}
