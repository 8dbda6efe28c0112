import { badParameter, parameterFault } from '../../core/fault.ts';
import { readRecord } from '../../core/records/row-locks.ts';
import { ispOfNew } from '../../core/tenancy/owner.ts';
import type { Scope } from '../../core/tenancy/scope.ts';
import { id } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

/** Whom a record is about: a customer, or one service of a customer. */
export interface Subject {
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
  readonly serviceId: number | null;
}

export const subjectShape = () => ({ customerid: id().optional(), serviceid: id().optional() });

interface Named {
  readonly customerid?: number | undefined;
  readonly serviceid?: number | undefined;
}

const OWNER = sql`x.isp_id AS "ispId", x.reseller_id AS "resellerId"`;
const OF_SERVICE = sql`${OWNER}, x.customer_id AS "customerId", x.id AS "serviceId"`;
const OF_CUSTOMER = sql`${OWNER}, x.id AS "customerId", NULL::integer AS "serviceId"`;

/** Null: the input names nobody. @throws Fault of kind `notFound` for somebody whom the caller does not see */
export async function subjectOf(tx: Tx, scope: Scope, { customerid, serviceid }: Named): Promise<Subject | null> {
  if (serviceid === undefined)
    return customerid === undefined
      ? null
      : readRecord<Subject>(tx, scope, { what: 'customer', id: customerid }, OF_CUSTOMER);
  const subject = await readRecord<Subject>(tx, scope, { what: 'service', id: serviceid }, OF_SERVICE);
  if (customerid !== undefined && customerid !== subject.customerId)
    throw parameterFault('conflict', 'serviceid', `service ${serviceid} is not one of customer ${customerid}`);
  return subject;
}

/** @throws Fault of kind `badInput` if the input names nobody */
export async function neededSubject(tx: Tx, scope: Scope, named: Named): Promise<Subject> {
  const subject = await subjectOf(tx, scope, named);
  if (!subject) throw badParameter('customerid', 'is required without serviceid');
  return subject;
}

/** The columns of a record that may be about nobody, and its ISP, which a caller of no ISP names then. */
export async function subjectColumns(tx: Tx, scope: Scope, input: Named & { ispid?: number | undefined }) {
  const subject = await subjectOf(tx, scope, input);
  const ispId = subject?.ispId ?? (await ispOfNew(tx, scope, { ispid: input.ispid }));
  if (input.ispid !== undefined && input.ispid !== ispId)
    throw parameterFault('conflict', 'ispid', 'is not the ISP of the customer');
  return { ispId, subject, customerId: subject?.customerId ?? null, serviceId: subject?.serviceId ?? null };
}
