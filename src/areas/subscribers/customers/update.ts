import { z } from 'zod';
import { badParameters, parameterFault } from '../../../core/fault.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { numbersOf, regionOfIsp, setNumbers } from '../../../core/telephone/columns.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import { language } from '../../../core/vocabulary/notice.ts';
import { email, flagYN, id, mobile, oneOf, text, ymd } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { update } from '../../../db/write.ts';
import { TAX_SCHEME, taxIdFaults } from '../../money/tax/check-tax-id.ts';
import { type Scheme, SEZ_SUPPLIES } from '../../money/tax/vocabulary.ts';
import { sendsCodes } from '../notices/sends-codes.ts';
import { type Giver, obstacleTo } from './give-access.ts';
import { CUSTOMER_TYPES, otherMobiles } from './vocabulary.ts';

/** Contract 4.13: everything but `customerid` may be left out. */
export const customerChange = z.strictObject({
  customerid: id(),
  type: oneOf(CUSTOMER_TYPES).optional(),
  name: text().optional(),
  surname: text().nullable().optional(),
  dob: ymd().nullable().optional(),
  mobile: mobile().optional(),
  other_mobiles: otherMobiles().nullable().optional(),
  email: email().optional(),
  uniqueid: text(64).nullable().optional(),
  reset_password: flagYN().optional(),
  zipcode: text(16).optional(),
  state: text().optional(),
  city: text().optional(),
  street: text().optional(),
  notes: text(2000).nullable().optional(),
  tax_id: text(32).nullable().optional(),
  sez: oneOf(SEZ_SUPPLIES).nullable().optional(),
  language: language().nullable().optional(),
});

interface Stored {
  readonly ispId: number;
  readonly taxScheme: Scheme | null;
  readonly mobile: string;
  readonly otherMobiles: readonly string[];
  readonly email: string;
}

/** Changes a customer. `reset_password` invalidates the portal password until a new one is set. */
export async function updateCustomer(tx: Tx, giver: Giver, input: z.output<typeof customerChange>): Promise<'done'> {
  const { scope } = giver;
  const { customerid, dob, reset_password, tax_id: taxId, other_mobiles, ...fields } = input;
  const otherMobiles = other_mobiles === null ? [] : other_mobiles;
  const stored = await readForUpdate<Stored>(
    tx,
    scope,
    { what: 'customer', id: customerid },
    sql`${TAX_SCHEME} AS "taxScheme", x.isp_id AS "ispId", x.mobile, x.other_mobiles AS "otherMobiles", x.email`,
  );
  const faults = taxIdFaults(stored.taxScheme, taxId);
  if (faults.length > 0) throw badParameters(faults);
  await checkContacts(tx, giver, { input, stored });
  const portalPasswordHash = reset_password ? null : undefined;
  const changed = definedFields({ ...fields, otherMobiles, dob, taxId, portalPasswordHash });
  update(tx, 'crm.customer', [{ id: customerid, ...changed, ...updated(scope) }]);
  if (input.mobile !== undefined || otherMobiles !== undefined) {
    const region = await regionOfIsp(tx, scope, stored.ispId);
    const numbers = numbersOf(input.mobile ?? stored.mobile, region, otherMobiles ?? stored.otherMobiles);
    setNumbers(tx, 'crm.customer', customerid, numbers);
  }
  return 'done';
}

interface Contacts {
  readonly input: z.output<typeof customerChange>;
  readonly stored: Stored;
}

/** A code opens the pages, or proves a caller, for the one who reads it. @throws Fault of kind `forbidden` */
async function checkContacts(tx: Tx, giver: Giver, { input, stored }: Contacts): Promise<void> {
  const moved = (['mobile', 'email'] as const).find((name) => (input[name] ?? stored[name]) !== stored[name]);
  const obstacle = moved ? await obstacleTo(tx, giver, input.customerid) : null;
  if (moved === undefined || obstacle === null) return;
  const [isp] = await query<{ forPortal: boolean; forPrograms: boolean }>(
    tx,
    sql`SELECT t.portal <> 'Off' AND ${sendsCodes} AS "forPortal", ${hasProgram} AS "forPrograms"
        FROM crm.isp_setting t WHERE t.isp_id = ${stored.ispId}`,
  );
  if (isp?.forPortal) throw parameterFault('forbidden', moved, `receives sign-in codes for the portal. ${obstacle}`);
  if (moved === 'mobile' && isp?.forPrograms)
    throw parameterFault('forbidden', moved, `proves who the subscriber is to voice menus and bots. ${obstacle}`);
}

/** Whether an ISP, with its settings `t`, has a program that sends codes to callers. */
const hasProgram: Sql = sql`EXISTS (SELECT FROM auth.login_user u
  WHERE u.isp_id = t.isp_id AND u.roles @> ARRAY['CareLine'] AND u.status = 'Active' AND u.deleted_at IS NULL)`;
