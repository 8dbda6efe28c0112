import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { CareCall } from '../author.ts';
import { linkChat } from './chat/chats.ts';
import { type AskedService, type Candidate, servicesOf } from './find-customer.ts';
import { type CallRow, isProved } from './prove.ts';
import { type LANGUAGES, type Level, spokenLanguage } from './vocabulary.ts';
import { isTrawled, watchCall } from './watch.ts';

/** What a caller has given. */
interface Given {
  readonly row: CallRow & { readonly isNew: boolean };
  /** By the account that they named. */
  readonly named: Candidate | null;
  /** Customers with their number. */
  readonly called: readonly number[];
  /** The number is one of the account's. */
  readonly isTheirs: boolean;
  readonly pin: string | null;
  readonly account: string | null;
  /** Calls of the number within the hour. */
  readonly count: number;
}

interface Settled {
  readonly known: boolean;
  readonly level: Level;
  readonly language: (typeof LANGUAGES)[number];
  readonly services: AskedService[];
}

/** Calls of one number that the watch counts: somebody could call with a known one, so that unknown ones seem few. */
const MAX_WATCHED = 3;

const NOBODY: Candidate = { customerId: 0, serviceId: null };

/** Decides what a caller has proved, and stores it with the call. */
export async function settleCaller(tx: Tx, call: CareCall, given: Given): Promise<Settled> {
  const { row, named, called, pin, account } = given;
  const [only] = called;
  const alone = called.length === 1 && only !== undefined ? { customerId: only, serviceId: null } : null;
  // An account is what the caller means, also if it does not exist; without one it is who was sent a code for the chat.
  const candidate = account === null ? (alone ?? coded(row)) : named;
  const customerId = candidate?.customerId ?? null;
  const isStranger = called.length === 0;
  const proved = pin === null ? null : await isProved(tx, call.kernel, row, { pin, account, customerId, isStranger });
  if (proved === 'linkingCode') await keepLink(tx, call, row, customerId);
  // Also for nobody, so that an account which does not exist takes as long.
  const all = await servicesOf(tx, call.scope, candidate ?? NOBODY);
  // Last, since other calls of the program wait for it.
  const isTrusted = !(await noteCall(tx, call, given));
  const isNumberRight = isTrusted && (account === null ? alone !== null : given.isTheirs);
  const level: Level = proved !== null ? 2 : isNumberRight ? 1 : 0;
  const services = servicesAt(level, all);
  const language = await storeCall(tx, row, { level, services, customerId });
  return { known: level > 0 || (isTrusted && called.length > 0), level, language, services };
}

/** Whom a code was sent to that links the chat. */
const coded = ({ codeHash, codeCustomerId }: CallRow): Candidate | null =>
  codeHash === null || codeCustomerId === null ? null : { customerId: codeCustomerId, serviceId: null };

async function keepLink(
  tx: Tx,
  { scope, kernel }: CareCall,
  { ispId, waId }: CallRow,
  customerId: number | null,
): Promise<void> {
  if (waId === null || customerId === null) throw new Error('only a chat is sent a code that links it');
  await linkChat(tx, scope, { ispId, waId, customerId, now: kernel.clock.now() });
}

/** A number alone tells of one service, and nothing of it. */
function servicesAt(level: Level, services: readonly AskedService[]): AskedService[] {
  if (level === 2) return [...services];
  return level === 1 ? services.slice(0, 1).map(({ serviceid }) => ({ serviceid, plan: null })) : [];
}

/** Returns whether somebody tries numbers at the program. */
async function noteCall(tx: Tx, { actor: { userId }, kernel }: CareCall, given: Given): Promise<boolean> {
  const { row, called, count } = given;
  const now = kernel.clock.now();
  const isWatched = row.isNew && row.number !== null && count <= MAX_WATCHED;
  if (!isWatched) return isTrawled(tx, userId, now);
  return watchCall(tx, { userId, isUnknown: count === 1 && called.length === 0, now });
}

interface Stored {
  readonly level: Level;
  readonly services: readonly AskedService[];
  readonly customerId: number | null;
}

/** Returns the language that the caller is spoken to in. */
async function storeCall(
  tx: Tx,
  { id }: CallRow,
  { level, services, customerId }: Stored,
): Promise<Settled['language']> {
  const [stored] = await query<{ language: string }>(
    tx,
    sql`UPDATE crm.care_caller x SET level = ${level}, customer_id = ${level === 0 ? null : customerId}::int,
          service_ids = ${services.map(({ serviceid }) => serviceid)}::int[]
        FROM crm.isp_setting t
        WHERE x.id = ${id}::bigint AND t.isp_id = x.isp_id
        RETURNING coalesce(x.language, (SELECT c.language FROM crm.customer c
          WHERE c.isp_id = x.isp_id AND c.id = x.customer_id), t.notice_language) AS language`,
  );
  if (!stored) throw new Error('the call is locked');
  return spokenLanguage(stored.language);
}
