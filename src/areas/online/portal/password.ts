import { z } from 'zod';
import { digestOfKey } from '../../../core/access/api-key.ts';
import { hashPassword, verifyPassword } from '../../../core/access/password.ts';
import type { Subscriber } from '../../../core/access/subscriber.ts';
import { badParameter, Fault } from '../../../core/fault.ts';
import { beingMoved, isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import * as wire from '../../../core/wire/index.ts';
import { unseal } from '../../../db/seal.ts';
import { execute, query, type Sql, sql } from '../../../db/sql.ts';
import { attemptSucceeded, countedAttempt } from '../logins/attempts.ts';
import { remember } from '../logins/device.ts';
import { type AuditedCustomer, auditSubscriber, customerDevice, type PortalCall, realmOf } from './portal-call.ts';
import { openSubscriberSession } from './sessions.ts';

/** NIST SP 800-63B, 5.1.1.1. */
const MIN_LENGTH = 8;

export const firstPassword = z.strictObject({ new_password: wire.secret() });
export const changedPassword = z.strictObject({ password: wire.secret(), new_password: wire.secret() });

/** Completes a sign-in with the password of a service. @throws Fault of kind `unauthenticated`, `badInput`, `unavailable` */
export async function choosePassword(call: PortalCall, newPassword: string): Promise<'done'> {
  const { kernel, browser } = call;
  const [session] = await query<AuditedCustomer & { readonly moving: string | null }>(
    kernel.db.pool,
    sql`SELECT x.isp_id AS "ispId", x.customer_id AS "customerId", c.reseller_id AS "resellerId", x.username,
          CASE WHEN ${isFrozen(sql`x.isp_id`)} THEN i.name END AS moving
        FROM auth.subscriber_session x
        JOIN crm.isp i ON i.id = x.isp_id
        JOIN crm.customer c ON c.isp_id = x.isp_id AND c.id = x.customer_id
        JOIN crm.isp_setting t ON t.isp_id = x.isp_id
        WHERE x.digest = ${digestOfKey(browser.token ?? '')} AND x.stage = 'password'
          AND x.ends_at > ${kernel.clock.now()} AND t.portal = 'Connection'`,
  );
  if (!session) throw new Fault('unauthenticated', 'the session has ended; sign in again');
  const { moving, ...customer } = session;
  if (moving !== null) throw beingMoved(moving);
  // Somebody may have chosen one meanwhile, or the ISP has set one.
  await replacePassword(call, { customer, newPassword, where: sql`portal_password_hash IS NULL` });
  return 'done';
}

/** All sessions of the customer end but this one, which gets a new token. @throws Fault of kind `badInput`, `tooMany` */
export async function changePassword(
  call: PortalCall,
  subscriber: Subscriber,
  { password, new_password: newPassword }: z.output<typeof changedPassword>,
): Promise<'done'> {
  const hash = await checkOwnPassword(call, subscriber, password);
  await replacePassword(call, { customer: subscriber, newPassword, where: sql`portal_password_hash = ${hash}` });
  return 'done';
}

/** Returns the hash that it was compared with. @throws Fault of kind `badInput` for a wrong password; `tooMany` */
export async function checkOwnPassword(
  { kernel, address }: Pick<PortalCall, 'kernel' | 'address'>,
  { ispId, customerId, username, sessionId }: Subscriber,
  password: string,
): Promise<string> {
  // Strangers' guesses at the name are not counted against somebody who is signed in.
  const attempt = { realm: realmOf(ispId), username, address, device: `session ${sessionId}` };
  const hash = await countedAttempt(kernel.db, { ...attempt, now: kernel.clock.now() }, async () => {
    const [row] = await query<{ hash: string | null }>(
      kernel.db.pool,
      sql`SELECT portal_password_hash AS hash FROM crm.customer WHERE isp_id = ${ispId} AND id = ${customerId}`,
    );
    const known = row?.hash ?? null;
    const share = { kind: 'subscriber', tenant: ispId, caller: `customer ${customerId}` } as const;
    return known !== null && (await verifyPassword(share, known, password)) ? known : null;
  });
  if (hash === null) throw badParameter('password', 'is not your password');
  await attemptSucceeded(kernel.db.pool, attempt);
  return hash;
}

interface Replacement {
  readonly customer: AuditedCustomer;
  readonly newPassword: string;
  /** Unless it has changed meanwhile. */
  readonly where: Sql;
}

async function replacePassword(call: PortalCall, { customer, newPassword, where }: Replacement): Promise<void> {
  const { kernel, browser } = call;
  await checkNewPassword(call, customer, newPassword);
  const { ispId, customerId, username } = customer;
  const hash = await hashPassword({ kind: 'change', tenant: ispId, caller: `customer ${customerId}` }, newPassword);
  const token = await kernel.db.transaction(async (tx) => {
    await auditSubscriber(tx, call, { customer, procedure: 'portal.password' });
    // A trigger ends the sessions.
    const changed = await execute(
      tx,
      sql`UPDATE crm.customer SET portal_password_hash = ${hash}, updated_at = ${kernel.clock.now()},
            updated_by = ${`subscriber ${username}`}
          WHERE isp_id = ${ispId} AND id = ${customerId} AND deleted_at IS NULL AND ${where}`,
    );
    if (changed === 0) throw new Fault('unauthenticated', 'the password has changed in the meantime; sign in again');
    return openSubscriberSession(tx, call, { customer, stage: 'done' });
  });
  browser.keep(token);
  remember(call, customerDevice(customer, hash));
}

/** The password of the connection is in the router, and the provider can read it. */
async function checkNewPassword(
  { kernel }: PortalCall,
  { ispId, customerId, username }: AuditedCustomer,
  password: string,
): Promise<void> {
  const fault = (problem: string) => badParameter('new_password', problem);
  if (password.length < MIN_LENGTH) throw fault(`must have at least ${MIN_LENGTH} characters`);
  if (password.toLowerCase() === username.toLowerCase()) throw fault('must not be your username');
  const services = await query<{ sealed: Uint8Array }>(
    kernel.db.pool,
    sql`SELECT password_enc AS sealed FROM crm.service
        WHERE isp_id = ${ispId} AND customer_id = ${customerId} AND deleted_at IS NULL`,
  );
  if (services.some(({ sealed }) => unseal(kernel.secretsKeys, 'service.password', sealed) === password))
    throw fault('must not be the password of your connection');
}
