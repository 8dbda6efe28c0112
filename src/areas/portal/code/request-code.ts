import { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { newToken } from '../../../core/login-session.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import { sourceOf } from '../../logins/attempts.ts';
import { sendCode } from '../../notices/send-code.ts';
import { type AuditedCustomer, auditSubscriber, type PortalCall } from '../call.ts';
import { checkOpen } from '../sign-in.ts';
import { codeMac, newCode } from './code-mac.ts';
import { checkCodeLimits, hasNotHadEnough } from './limits.ts';
import { Outgoing } from './outgoing.ts';
import { sendsCodes } from './sends-codes.ts';

export const codeRequest = z.strictObject({ ispid: wire.id(), username: wire.text(64) });

/** `request` is for this browser alone: the code is right only with it. */
export const requestedCode = z.object({ request: wire.shown() });

const MINUTES = 10;
/** Requests of one ISP on a node at a time: anybody can ask. */
const MAX_AT_ONCE = 4;
const working = new Map<number, number>();
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
  const { kernel, browser } = call;
  browser.checkEncrypted();
  await checkOpen(call, ispId, sendsCodes);
  const others = working.get(ispId) ?? 0;
  if (others >= MAX_AT_ONCE) throw new Fault('tooMany', 'too many ask at once; try again in a moment');
  working.set(ispId, others + 1);
  try {
    const { token, digest } = newToken();
    const code = newCode();
    const issued = await kernel.db.transaction((tx) => issueCode(tx, call, { ispId, username, digest, code }));
    if (issued.recipient && !outgoing.add(ispId, () => send(call, issued, code)))
      logThrottled(kernel.log, { err: 'no room', ispId }, 'too many codes to sign in with wait to be sent: one is not');
    return { request: token };
  } finally {
    const left = (working.get(ispId) ?? 1) - 1;
    if (left > 0) working.set(ispId, left);
    else working.delete(ispId);
  }
}

interface Issuing {
  readonly ispId: number;
  readonly username: string;
  readonly digest: Buffer;
  readonly code: string;
}

interface Issued {
  readonly id: number;
  readonly recipient: Recipient | null;
}

async function issueCode(tx: Tx, { kernel, address }: CodeCall, issuing: Issuing): Promise<Issued> {
  const { ispId, username, digest, code } = issuing;
  const now = kernel.clock.now();
  await checkCodeLimits(tx, { ispId, username, address, now });
  // One statement, whether the name is somebody's or not.
  const [found] = await query<Recipient>(
    tx,
    sql`SELECT s.isp_id AS "ispId", c.reseller_id AS "resellerId", c.id AS "customerId", s.username, s.id AS "serviceId"
        FROM crm.service s JOIN crm.customer c ON c.isp_id = s.isp_id AND c.id = s.customer_id AND c.deleted_at IS NULL
        WHERE s.isp_id = ${ispId} AND lower(s.username) = lower(${username}) AND s.deleted_at IS NULL
          AND ${hasNotHadEnough(sql`c.id`, { ispId, now })}`,
  );
  const recipient = found ?? null;
  const [row] = await query<{ id: number }>(
    tx,
    sql`INSERT INTO auth.sign_in_code (isp_id, customer_id, username, digest, code_mac, source, created_at, expires_at)
        VALUES (${ispId}, ${recipient?.customerId ?? null}::int, ${recipient?.username ?? username}, ${digest},
          ${codeMac(kernel.secretsKeys.current, digest, code)}, ${sourceOf(address)}, ${now}::timestamptz,
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
    logThrottled(kernel.log, { err, ispId: recipient.ispId }, 'a code to sign in with could not be sent');
  }
}
