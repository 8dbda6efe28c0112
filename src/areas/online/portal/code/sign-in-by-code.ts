import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { digestOfKey } from '../../../../core/access/api-key.ts';
import { Fault } from '../../../../core/fault.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { sendsCodes } from '../../../subscribers/notices/sends-codes.ts';
import { remember } from '../../logins/device.ts';
import { noteFailure } from '../../logins/failures.ts';
import {
  type AuditedCustomer,
  auditSubscriber,
  customerDevice,
  failedAt,
  type PortalCall,
  realmOf,
} from '../portal-call.ts';
import { openSubscriberSession } from '../sessions.ts';
import { checkOpen } from '../sign-in.ts';
import { codeMac } from './code-mac.ts';

/** `request` is what asking for the code returned. */
export const codeSignIn = z.strictObject({ ispid: wire.id(), request: wire.text(64), code: wire.text(20) });

const MAX_TRIES = 5;

interface Tried {
  readonly id: number;
  readonly codeMac: Buffer;
  /** As the code was asked for. */
  readonly username: string;
  /** Null: no code is right. */
  readonly customer: AuditedCustomer | null;
  /** Of the customer. */
  readonly passwordHash: string | null;
}

/**
 * Signs a customer in by the code that was sent, in the browser that asked for it. A code is right once.
 * @throws Fault of kind `unauthenticated`, `forbidden` or `unavailable`
 */
export async function signInByCode(
  call: PortalCall,
  { ispid: ispId, request, code }: z.output<typeof codeSignIn>,
): Promise<'done'> {
  const { kernel, browser, address } = call;
  browser.checkEncrypted();
  await checkOpen(call, ispId, sendsCodes);
  const digest = digestOfKey(request);
  const tried = await countTry(call, ispId, digest);
  const given = code.replace(/\s/g, '');
  const isRight = kernel.secretsKeys.all.some(
    (key) => tried !== undefined && timingSafeEqual(tried.codeMac, codeMac(key, digest, given)),
  );
  const customer = tried?.customer;
  const token =
    isRight && customer
      ? await kernel.db.transaction(async (tx) => {
          if (!(await use(tx, call, tried))) return undefined;
          await auditSubscriber(tx, call, { customer, procedure: 'portal.sign_in' });
          return openSubscriberSession(tx, call, { customer, stage: 'done' });
        })
      : undefined;
  if (token === undefined || !customer) {
    await noteFailure(kernel.db.pool, {
      ...{ realm: realmOf(ispId), tried: tried?.username ?? '', address, now: kernel.clock.now() },
      at: customer ? failedAt(customer) : undefined,
    });
    throw new Fault('unauthenticated', 'the code is wrong or has expired; ask for another');
  }
  browser.keep(token);
  remember(call, customerDevice(customer, tried.passwordHash));
  return 'done';
}

/** Counted before it is looked at, in a statement of its own: so many at the same moment are not more than five. */
async function countTry({ kernel }: PortalCall, ispId: number, digest: Buffer): Promise<Tried | undefined> {
  const [row] = await query<Omit<Tried, 'customer'> & Nullable<Omit<AuditedCustomer, 'username'>>>(
    kernel.db.pool,
    sql`WITH tried AS (
          UPDATE auth.sign_in_code SET tries = tries + 1
          WHERE digest = ${digest} AND isp_id = ${ispId} AND tries < ${MAX_TRIES} AND used_at IS NULL
            AND expires_at > ${kernel.clock.now()}::timestamptz
          RETURNING *)
        SELECT x.id::float8 AS id, x.code_mac AS "codeMac", c.isp_id AS "ispId", c.reseller_id AS "resellerId",
          c.id AS "customerId", c.portal_password_hash AS "passwordHash", x.username
        FROM tried x LEFT JOIN crm.customer c ON c.isp_id = x.isp_id AND c.id = x.customer_id AND c.deleted_at IS NULL`,
  );
  if (!row) return undefined;
  const { id, codeMac: mac, ispId: isp, resellerId, customerId, passwordHash, username } = row;
  const isKnown = isp !== null && customerId !== null;
  const customer = isKnown ? { ispId: isp, resellerId, customerId, username } : null;
  return { id, codeMac: mac, username, passwordHash, customer };
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null };

/** Of two at the same moment with the same code, the row lets one through. */
async function use(tx: Tx, { kernel }: PortalCall, { id }: Tried): Promise<boolean> {
  const used = await query(
    tx,
    sql`UPDATE auth.sign_in_code SET used_at = ${kernel.clock.now()}::timestamptz
        WHERE id = ${id}::bigint AND used_at IS NULL RETURNING id`,
  );
  return used.length > 0;
}
