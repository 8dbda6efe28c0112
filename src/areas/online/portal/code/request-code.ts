import { z } from 'zod';
import { newToken } from '../../../../core/access/login-session.ts';
import type { Kernel } from '../../../../core/kernel.ts';
import { sourceNetwork } from '../../../../core/network/source-network.ts';
import * as wire from '../../../../core/wire/index.ts';
import { Outgoing } from '../../../../core/work/outgoing.ts';
import { OWN } from '../../../../core/work/turns/tenant.ts';
import { Turns } from '../../../../core/work/turns/turns.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { logThrottled } from '../../../../db/throttled-log.ts';
import { sendCode } from '../../../subscribers/notices/send-code.ts';
import { sendsCodes } from '../../../subscribers/notices/sends-codes.ts';
import { deviceOf } from '../../logins/device.ts';
import { type AuditedCustomer, auditSubscriber, customerDevice, type PortalCall } from '../portal-call.ts';
import { checkOpen } from '../sign-in.ts';
import { codeMac, newCode } from './code-mac.ts';
import { checkCodeLimits, codeSource, hasNotHadEnough } from './limits.ts';

export const codeRequest = z.strictObject({ ispid: wire.id(), username: wire.text(64) });

/** `request` is for this browser alone: the code is right only with it. */
export const requestedCode = z.object({ request: wire.shown() });

const MINUTES = 10;
/** Requests on a node at a time, since anybody can ask. */
const MAX_AT_ONCE = 4;
/** ISPs take turns, and within one its known browsers have every other turn, and networks the rest. */
const turns = new Turns({ slots: MAX_AT_ONCE, of: 'the ISP', late: 'too many requests; try again in a moment' });
/** Messages, apart from the requests: a name for which one is sent must not keep a place longer than any other. */
const outgoing = new Outgoing({ atATime: 4, maxWaiting: 100 });

type CodeCall = PortalCall & { readonly kernel: Kernel };

interface Recipient extends AuditedCustomer {
  readonly serviceId: number;
}

/**
 * Has a code sent to the customer with a service of this name. The answer comes before the message is sent, and is the same for a
 * name that is nobody's. The code is in no database: if the node dies before it is sent, the customer asks for another.
 * @throws Fault of kind `forbidden`, `tooMany` or `unavailable`
 */
export async function requestCode(
  call: CodeCall,
  { ispid: ispId, username }: z.output<typeof codeRequest>,
): Promise<z.output<typeof requestedCode>> {
  const { kernel, browser, address } = call;
  browser.checkEncrypted();
  await checkOpen(call, ispId, sendsCodes);
  const device = await askingDevice(call, ispId, username);
  const lane = device === undefined ? sourceNetwork(address) : OWN;
  const { token, digest } = newToken();
  const code = newCode();
  const issued = await turns.run({ tenant: ispId, lane }, () =>
    kernel.db.transaction((tx) => issueCode(tx, call, { ispId, username, device, digest, code })),
  );
  if (issued.recipient && !outgoing.add(ispId, () => send(call, issued, code)))
    logThrottled(kernel.log, { err: 'no room', ispId }, 'too many sign-in codes are waiting; not sending one');
  return { request: token };
}

/** By what a browser is counted that is known for the customer with a service of this name. Looked up only if it may be. */
async function askingDevice(call: CodeCall, ispId: number, username: string): Promise<string | undefined> {
  if (call.browser.device === undefined) return undefined;
  const [customer] = await query<{ customerId: number; hash: string | null }>(
    call.kernel.db.pool,
    sql`SELECT c.id AS "customerId", c.portal_password_hash AS hash
        FROM crm.service s JOIN crm.customer c ON c.isp_id = s.isp_id AND c.id = s.customer_id AND c.deleted_at IS NULL
        WHERE s.isp_id = ${ispId} AND lower(s.username) = lower(${username}) AND s.deleted_at IS NULL`,
  );
  return customer && deviceOf(call, customerDevice(customer, customer.hash));
}

interface Issuing {
  readonly ispId: number;
  readonly username: string;
  readonly device: string | undefined;
  readonly digest: Buffer;
  readonly code: string;
}

interface Issued {
  readonly id: number;
  readonly recipient: Recipient | null;
}

async function issueCode(tx: Tx, { kernel, address }: CodeCall, issuing: Issuing): Promise<Issued> {
  const { ispId, username, device, digest, code } = issuing;
  const now = kernel.clock.now();
  await checkCodeLimits(tx, { ispId, username, address, device, now });
  // One statement, whether the name is somebody's or not.
  const [found] = await query<Recipient>(
    tx,
    sql`SELECT s.isp_id AS "ispId", c.reseller_id AS "resellerId", c.id AS "customerId", s.username, s.id AS "serviceId"
        FROM crm.service s JOIN crm.customer c ON c.isp_id = s.isp_id AND c.id = s.customer_id AND c.deleted_at IS NULL
        WHERE s.isp_id = ${ispId} AND lower(s.username) = lower(${username}) AND s.deleted_at IS NULL
          AND ${hasNotHadEnough(sql`c.id`, { ispId, now, device })}`,
  );
  const recipient = found ?? null;
  const [row] = await query<{ id: number }>(
    tx,
    sql`INSERT INTO auth.sign_in_code (isp_id, customer_id, username, digest, code_mac, source, created_at, expires_at)
        VALUES (${ispId}, ${recipient?.customerId ?? null}::int, ${recipient?.username ?? username}, ${digest},
          ${codeMac(kernel.secretsKeys.current, digest, code)}, ${codeSource({ address, device })}, ${now}::timestamptz,
          ${new Date(now.getTime() + MINUTES * 60_000)}::timestamptz)
        RETURNING id::float8 AS id`,
  );
  if (!row) throw new Error('no code was inserted');
  return { id: row.id, recipient };
}

/** Never rejects. The audit says to whom it went, also if that fails. */
async function send({ kernel, address }: CodeCall, { id, recipient }: Issued, code: string): Promise<void> {
  if (!recipient) return;
  try {
    await kernel.db.transaction((tx) =>
      auditSubscriber(tx, { address }, { customer: recipient, procedure: 'portal.code' }),
    );
    await sendCode(kernel, { ...recipient, id, code, minutes: MINUTES });
  } catch (err) {
    logThrottled(kernel.log, { err, ispId: recipient.ispId }, 'could not send a sign-in code');
  }
}
