import type { Kernel } from '../../../core/kernel.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { isPin } from '../../subscribers/customers/care-pin.ts';
import { isCode, linkingCode } from './code.ts';
import { countOne, LIMITS, uncountOne } from './count.ts';

/** Of a call; then no PIN and no code is right any more. */
const MAX_TRIES = 3;

/** The row of a call, which the transaction has locked. */
export interface CallRow {
  readonly id: number;
  readonly ispId: number;
  readonly userId: number;
  readonly number: string | null;
  /** Of the chat, if it hides the number. */
  readonly waId: string | null;
  /** Whom the caller was known to be, and the code was sent to. */
  readonly customerId: number | null;
  /** Whom a code was sent to that links the chat; null: it does not. */
  readonly codeCustomerId: number | null;
  readonly codeHash: Buffer | null;
  readonly codeUntil: Date | null;
}

interface Proof {
  readonly pin: string;
  /** Null: the caller names nobody, or somebody who does not exist. */
  readonly customerId: number | null;
  /** As the caller typed it: guesses at an account that does not exist count like those at one that does. */
  readonly account: string | null;
  /** Their number is on no record. */
  readonly isStranger: boolean;
}

type Keys = Pick<Kernel, 'secretsKeys' | 'clock'>;

/** What was right. */
export type Proved = 'pin' | 'code' | 'linkingCode';

/**
 * Whether a PIN, or the code that was sent, is that of the customer. Each guess counts before it is compared, and is taken back if
 * it was right: so many at the same moment are no more than one after the other. What is wrong, missing or too much looks alike: null.
 */
export async function isProved(
  tx: Tx,
  kernel: Keys,
  call: CallRow,
  { pin, customerId, account, isStranger }: Proof,
): Promise<Proved | null> {
  const now = kernel.clock.now();
  const { id, ispId } = call;
  if (!(await mayTry(tx, call, isStranger, now))) return null;
  if (customerId !== null && (await useCode(tx, kernel, { call, customerId, code: pin }))) {
    await takeBack(tx, call, isStranger);
    return call.codeCustomerId === null ? 'code' : 'linkingCode';
  }
  const key = customerId === null ? `account ${account?.toLowerCase() ?? ''}` : customerId;
  const mayGuess = (await countOne(tx, LIMITS.pin, { ispId, key, now })) !== undefined;
  const owner = { ispId, customerId: customerId ?? 0 };
  const isRight = await isPin(tx, owner, pin, { secretsKeys: kernel.secretsKeys, now });
  if (!mayGuess || !isRight) return null;
  await uncountOne(tx, LIMITS.pin, { ispId, key });
  await takeBack(tx, call, isStranger);
  await execute(tx, sql`UPDATE crm.care_caller SET code_hash = NULL, code_until = NULL WHERE id = ${id}::bigint`);
  return 'pin';
}

async function mayTry(tx: Tx, { id, ispId, userId }: CallRow, isStranger: boolean, now: Date): Promise<boolean> {
  const tried = await execute(
    tx,
    sql`UPDATE crm.care_caller SET tries = tries + 1 WHERE id = ${id}::bigint AND tries < ${MAX_TRIES}`,
  );
  if (tried === 0) return false;
  return !isStranger || (await countOne(tx, LIMITS.stranger, { ispId, key: userId, now })) !== undefined;
}

async function takeBack(tx: Tx, { id, ispId, userId }: CallRow, isStranger: boolean): Promise<void> {
  await execute(tx, sql`UPDATE crm.care_caller SET tries = tries - 1 WHERE id = ${id}::bigint`);
  if (isStranger) await uncountOne(tx, LIMITS.stranger, { ispId, key: userId });
}

interface GivenCode {
  readonly call: CallRow;
  readonly customerId: number;
  readonly code: string;
}

/** A code is right once, in the call that it was sent in, for whom it was sent to. */
async function useCode(tx: Tx, kernel: Keys, { call, customerId, code }: GivenCode): Promise<boolean> {
  const { id, codeHash: hash, codeUntil, codeCustomerId } = call;
  if (hash === null || codeUntil === null || codeUntil <= kernel.clock.now()) return false;
  if ((codeCustomerId ?? call.customerId) !== customerId) return false;
  const hashed = codeCustomerId === null ? code : await readLinkingCode(tx, call, code);
  if (hashed === null || !isCode(kernel.secretsKeys, id, hashed, hash)) return false;
  const used = await query(
    tx,
    sql`UPDATE crm.care_caller SET code_hash = NULL, code_until = NULL
        WHERE id = ${id}::bigint AND code_hash = ${hash} RETURNING id::float8 AS id`,
  );
  return used.length > 0;
}

/** Locks the customer, so that the number stays the same until the chat is linked. Null: they are deleted. */
async function readLinkingCode(tx: Tx, { ispId, codeCustomerId }: CallRow, code: string): Promise<string | null> {
  const [customer] = await query<{ mobile: string }>(
    tx,
    sql`SELECT c.mobile FROM crm.customer c
        WHERE c.isp_id = ${ispId} AND c.id = ${codeCustomerId}::int AND c.deleted_at IS NULL FOR SHARE`,
  );
  return customer ? linkingCode(customer.mobile, code) : null;
}
