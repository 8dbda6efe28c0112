import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { digestOfKey } from '../../../core/access/api-key.ts';
import { hashOfNobody, type PasswordShare, verifyPassword } from '../../../core/access/password.ts';
import type { SubscriberStage } from '../../../core/access/subscriber-session.ts';
import { Fault } from '../../../core/fault.ts';
import { sourceNetwork } from '../../../core/network/source-network.ts';
import { beingMoved, isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import * as wire from '../../../core/wire/index.ts';
import { unseal } from '../../../db/seal.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { attemptSucceeded, countedAttempt, takenBackUnless } from '../logins/attempts.ts';
import { deviceOf, remember } from '../logins/device.ts';
import { noteFailure } from '../logins/failures.ts';
import {
  type AuditedCustomer,
  auditSubscriber,
  customerDevice,
  failedAt,
  type PortalCall,
  realmOf,
} from './portal-call.ts';
import { openSubscriberSession } from './sessions.ts';

/** The user name of a service, which is unique within an ISP. */
export const subscriberSignIn = z.strictObject({
  ispid: wire.id(),
  username: wire.text(64),
  password: wire.secret(),
});

/** `password`: the subscriber has to choose one of their own. */
export const subscriberStep = z.object({ next: z.enum(['done', 'password']) });

interface Candidate extends AuditedCustomer {
  readonly portal: 'Off' | 'Password' | 'Connection';
  /** All services of the customer are at one location. */
  readonly isAtOnePlace: boolean;
  readonly passwordHash: string | null;
  /** Of the service. */
  readonly passwordEnc: Uint8Array;
}

/**
 * Signs a customer in by the name of one of their services and the portal password. Until they have one, and after it was reset, the
 * password of that service opens a session that can do nothing but choose one, if the ISP wants it so.
 * @throws Fault of kind `unauthenticated`, `forbidden`, `tooMany` or `unavailable`
 */
export async function signInSubscriber(
  call: PortalCall,
  { ispid: ispId, username, password }: z.output<typeof subscriberSignIn>,
): Promise<{ next: SubscriberStage }> {
  const { kernel, address, browser } = call;
  browser.checkEncrypted();
  await checkOpen(call, ispId);
  const now = kernel.clock.now();
  // Looked up before it is counted only where the browser may be known.
  const early = browser.device === undefined ? undefined : { customer: await findCandidate(call, ispId, username) };
  const device = early?.customer && deviceOf(call, customerDevice(early.customer, early.customer.passwordHash));
  const by = { realm: realmOf(ispId), username, address, device };
  const { customer, next } = await countedAttempt(kernel.db, { ...by, now }, async () => {
    const found = early ? early.customer : await findCandidate(call, ispId, username);
    const caller = (found && device) ?? sourceNetwork(address);
    const share = { kind: 'subscriber', tenant: ispId, caller } as const;
    return { customer: found, next: await stageOf(call, { customer: found, password, share }) };
  });
  if (!customer || !next) {
    const { realm } = by;
    await noteFailure(kernel.db.pool, { realm, tried: username, address, now, at: customer && failedAt(customer) });
    throw new Fault('unauthenticated', 'wrong username or password');
  }
  const token = await takenBackUnless(kernel.db, by, () =>
    kernel.db.transaction(async (tx) => {
      await auditSubscriber(tx, call, { customer, procedure: 'portal.sign_in' });
      await attemptSucceeded(tx, by);
      return openSubscriberSession(tx, call, { customer, stage: next });
    }),
  );
  browser.keep(token);
  if (next === 'done') remember(call, customerDevice(customer, customer.passwordHash));
  return { next };
}

interface GivenPassword {
  readonly customer: Candidate | undefined;
  readonly password: string;
  readonly share: PasswordShare;
}

/** Undefined: the password is wrong. An unknown name takes as long as a known one. */
async function stageOf(
  { kernel }: PortalCall,
  { customer, password, share }: GivenPassword,
): Promise<SubscriberStage | undefined> {
  const isRight = await verifyPassword(share, customer?.passwordHash ?? (await hashOfNobody()), password);
  if (!customer) return undefined;
  if (customer.passwordHash !== null) return isRight ? 'done' : undefined;
  // Staff of one location can set the password of a connection there, but may not see services elsewhere.
  if (customer.portal !== 'Connection' || !customer.isAtOnePlace) return undefined;
  const ofService = unseal(kernel.secretsKeys, 'service.password', customer.passwordEnc);
  return timingSafeEqual(digestOfKey(ofService), digestOfKey(password)) ? 'password' : undefined;
}

/**
 * @param also what the ISP, with its settings `t`, must have besides
 * @throws Fault of kind `forbidden` if the ISP has no such pages; `unavailable` while it is moved
 */
export async function checkOpen({ kernel }: PortalCall, ispId: number, also: Sql = sql`true`): Promise<void> {
  const [isp] = await query<{ moving: string | null }>(
    kernel.db.pool,
    sql`SELECT CASE WHEN ${isFrozen(sql`i.id`)} THEN i.name END AS moving
        FROM crm.isp i JOIN crm.isp_setting t ON t.isp_id = i.id
        WHERE i.id = ${ispId} AND i.deleted_at IS NULL AND t.portal <> 'Off' AND ${also}`,
  );
  if (!isp) throw new Fault('forbidden', 'your provider has closed these pages');
  if (isp.moving !== null) throw beingMoved(isp.moving);
}

async function findCandidate({ kernel }: PortalCall, ispId: number, username: string): Promise<Candidate | undefined> {
  const [customer] = await query<Candidate>(
    kernel.db.pool,
    sql`SELECT s.isp_id AS "ispId", c.reseller_id AS "resellerId", c.id AS "customerId", s.username, t.portal,
          c.portal_password_hash AS "passwordHash", s.password_enc AS "passwordEnc",
          NOT EXISTS (SELECT FROM crm.service o WHERE o.customer_id = c.id AND o.deleted_at IS NULL
            AND (o.location_code, o.sub_location_code) IS DISTINCT FROM (s.location_code, s.sub_location_code)) AS "isAtOnePlace"
        FROM crm.service s
        JOIN crm.customer c ON c.isp_id = s.isp_id AND c.id = s.customer_id AND c.deleted_at IS NULL
        JOIN crm.isp_setting t ON t.isp_id = s.isp_id
        WHERE s.isp_id = ${ispId} AND lower(s.username) = lower(${username}) AND s.deleted_at IS NULL`,
  );
  return customer;
}
