import { z } from 'zod';
import { readRecord, readShared } from '../../../core/records/row-locks.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { id } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { type Runner, sql } from '../../../db/sql.ts';

export const namedCustomer = z.strictObject({ customerid: id() });

const OWNER = sql`x.isp_id AS "ispId", x.reseller_id AS "resellerId"`;

/** Whose a customer of the caller is. An Employee limited to locations sees customers served there and those not served yet. */
export const findCustomer = (on: Runner, scope: Scope, customerId: number): Promise<Owner> =>
  readRecord<Owner>(on, scope, { what: 'customer', id: customerId }, OWNER);

/** The same, locked against deletion. */
export const shareCustomer = (tx: Tx, scope: Scope, customerId: number): Promise<Owner> =>
  readShared<Owner>(tx, scope, { what: 'customer', id: customerId }, OWNER);
