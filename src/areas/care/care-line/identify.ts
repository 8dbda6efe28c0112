import { z } from 'zod';
import { newToken } from '../../../core/access/login-session.ts';
import { badParameter, Fault, parameterFault } from '../../../core/fault.ts';
import { regionOfIsp } from '../../../core/telephone/columns.ts';
import { numbersIn } from '../../../core/telephone/numbers.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { CareCall } from '../author.ts';
import { chatKey, customerByChat, hidingId, MAX_WA_ID } from './chat/chats.ts';
import { countOne, LIMITS } from './count.ts';
import { customerByAccount, customersByNumber } from './find-customer.ts';
import type { CallRow } from './prove.ts';
import { settleCaller } from './settle.ts';
import { callId, LANGUAGES } from './vocabulary.ts';

export const identification = z.strictObject({
  call_id: callId(),
  from: wire.described('in any format', wire.text(100)).optional(),
  wa_id: wire.text(MAX_WA_ID).optional(),
  account: wire.text(64).optional(),
  pin: wire.text(20).optional(),
  language: wire.oneOf(LANGUAGES).optional(),
});

type Identification = z.output<typeof identification>;

export const identified = z.object({
  caller: wire.shown(),
  known: wire.flagYN(),
  level: wire.amount(),
  language: wire.oneOf(LANGUAGES),
  services: z.array(z.object({ serviceid: wire.id(), plan: wire.shown().nullable() })),
});

const HANDLE_MS = 15 * 60_000;

/** Says who calls, as far as they prove it, and gives the program a handle for the rest of this call. */
export async function identify(tx: Tx, call: CareCall, input: Identification): Promise<z.output<typeof identified>> {
  const { scope, kernel } = call;
  const { from, wa_id, account, pin } = input;
  if (from === undefined && wa_id === undefined && account === undefined)
    throw badParameter('from', 'is required without wa_id and account');
  const ispId = ispOf(call);
  const number = await numberOf(tx, call, ispId, input);
  const waId = hidingId(wa_id);
  const { token, digest } = newToken();
  const row = await openCall(tx, call, { ispId, number, waId, digest, input });
  const now = kernel.clock.now();
  const counted = row.number ?? (row.waId === null ? null : chatKey(row.waId));
  const count = row.isNew && counted !== null ? await countCalls(tx, { ispId, key: counted, now }) : 0;
  const named = account === undefined ? null : await customerByAccount(tx, scope, account);
  // Their spelling too, which a record may have that has not been read yet.
  const keys = row.number === null ? [] : [...new Set([row.number, ...(from === undefined ? [] : [from])])];
  const byNumber = keys.length === 0 ? [] : await customersByNumber(tx, scope, keys);
  const byChat = row.waId === null ? [] : await customerByChat(tx, scope, { ispId, waId: row.waId });
  const called = [...new Set([...byNumber, ...byChat])];
  const namedId = named?.customerId ?? 0;
  const isTheirs =
    account !== undefined &&
    (byChat.includes(namedId) || (keys.length > 0 && (await customersByNumber(tx, scope, keys, namedId)).length > 0));
  const asked = { pin: pin?.replace(/\s/g, '') ?? null, account: account ?? null, count };
  const settled = await settleCaller(tx, call, { row, named, called, isTheirs, ...asked });
  return { caller: token, ...settled };
}

/** @throws Fault of kind `forbidden` for a caller of no ISP, whom no role makes */
function ispOf({ scope: { ispId } }: CareCall): number {
  if (ispId === null) throw new Fault('forbidden', 'only a program of an ISP or a reseller identifies callers');
  return ispId;
}

/** In E.164. WhatsApp writes a number without its `+`; an id that is no number proves nothing. */
async function numberOf(
  tx: Tx,
  { scope }: CareCall,
  ispId: number,
  { from, wa_id }: Identification,
): Promise<string | null> {
  const typed = from ?? (wa_id !== undefined && /^\d{7,15}$/.test(wa_id) ? `+${wa_id}` : '');
  if (typed === '') return null;
  return numbersIn(typed, await regionOfIsp(tx, scope, ispId))[0] ?? null;
}

interface Opening {
  readonly ispId: number;
  readonly number: string | null;
  readonly waId: string | null;
  readonly digest: Buffer;
  readonly input: Identification;
}

/** The row of the call, locked, with a new handle: an earlier one of the same call ends. */
async function openCall(
  tx: Tx,
  { actor, kernel }: CareCall,
  { ispId, number, waId, digest, input }: Opening,
): Promise<CallRow & { readonly isNew: boolean }> {
  const now = kernel.clock.now();
  const until = new Date(now.getTime() + HANDLE_MS);
  const [row] = await query<CallRow & { readonly isNew: boolean }>(
    tx,
    sql`INSERT INTO crm.care_caller AS x (isp_id, user_id, call_id, digest, number, wa_id, language, created_at, expires_at)
        VALUES (${ispId}, ${actor.userId}, ${input.call_id}, ${digest}, ${number}, ${waId}, ${input.language ?? null},
          ${now}::timestamptz, ${until}::timestamptz)
        ON CONFLICT (user_id, call_id) DO UPDATE SET digest = excluded.digest, expires_at = excluded.expires_at,
            language = coalesce(excluded.language, x.language)
          WHERE x.isp_id = excluded.isp_id AND (excluded.number IS NULL OR excluded.number = x.number)
            AND (excluded.wa_id IS NULL OR excluded.wa_id = x.wa_id)
        RETURNING x.id::float8 AS id, x.isp_id AS "ispId", x.user_id AS "userId", x.number, x.wa_id AS "waId",
          x.customer_id AS "customerId", x.code_customer_id AS "codeCustomerId",
          x.code_hash AS "codeHash", x.code_until AS "codeUntil", x.xmax = 0 AS "isNew"`,
  );
  if (row) return row;
  // Otherwise one call would try any number of numbers, and count as one.
  throw parameterFault('conflict', 'call_id', 'is the call of another number; each call has an id of its own');
}

/** How often the number, or the chat, has called within the hour. @throws Fault of kind `tooMany` */
async function countCalls(
  tx: Tx,
  { ispId, key, now }: { readonly ispId: number; readonly key: string; readonly now: Date },
): Promise<number> {
  const { max } = LIMITS.number;
  const count = await countOne(tx, LIMITS.number, { ispId, key, now });
  if (count !== undefined) return count;
  throw new Fault('tooMany', `this number has called ${max} times within an hour; connect the caller to the staff`);
}
