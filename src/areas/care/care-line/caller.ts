import type { Actor } from '../../../core/access/actor.ts';
import { digestOfKey } from '../../../core/access/api-key.ts';
import { Fault, notFound } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { type LANGUAGES, type Level, spokenLanguage } from './vocabulary.ts';

/** What finding a caller needs of a call of the program. */
export interface ProgramCall {
  readonly scope: Scope;
  readonly actor: Pick<Actor, 'userId'>;
  readonly kernel: Pick<Kernel, 'clock'>;
}

/** Who is calling, as far as it is known. */
export interface Caller {
  /** Of the row. */
  readonly id: number;
  readonly ispId: number;
  /** In E.164; null: withheld. */
  readonly number: string | null;
  /** Of the chat, if it hides the number. */
  readonly waId: string | null;
  readonly level: Level;
  readonly customerId: number | null;
  readonly serviceIds: readonly number[];
  readonly language: (typeof LANGUAGES)[number];
  /** What the ISP asks for before dues are told, and before a restart: no other level can be lowered. */
  readonly duesLevel: NeededLevel;
  readonly restartLevel: NeededLevel;
}

type NeededLevel = Exclude<Level, 0>;

/** A caller whose customer is known. */
export type KnownCaller = Caller & { readonly customerId: number };

interface Handle {
  readonly call_id: string;
  readonly caller: string;
}

/**
 * The caller with a handle, which is right for the login user and the call that it was given for.
 * @throws Fault of kind `notFound`, alike for a handle that is over, wrong, or another program's
 */
export async function findCaller(
  on: Runner,
  { scope, actor, kernel }: ProgramCall,
  { call_id, caller }: Handle,
): Promise<Caller> {
  const [found] = await query<Omit<Caller, 'language'> & { readonly language: string }>(
    on,
    sql`SELECT x.id::float8 AS id, x.isp_id AS "ispId", x.number, x.wa_id AS "waId", x.level, x.customer_id AS "customerId",
          x.service_ids AS "serviceIds", coalesce(x.language, c.language, t.notice_language) AS language,
          CASE WHEN t.care_dues_by_number THEN 1 ELSE 2 END AS "duesLevel",
          CASE WHEN t.care_restart_by_number THEN 1 ELSE 2 END AS "restartLevel"
        FROM crm.care_caller x
        JOIN crm.isp_setting t ON t.isp_id = x.isp_id
        LEFT JOIN crm.customer c ON c.isp_id = x.isp_id AND c.id = x.customer_id
        WHERE x.digest = ${digestOfKey(caller)} AND x.user_id = ${actor.userId} AND x.call_id = ${call_id}
          AND x.isp_id = ${scope.ispId}::int AND x.expires_at > ${kernel.clock.now()}::timestamptz`,
  );
  if (found) return { ...found, language: spokenLanguage(found.language) };
  throw new Fault('notFound', 'the caller is not known, or their 15 minutes are over; call care/identify again');
}

const PROOF: Readonly<Record<NeededLevel, string>> = {
  1: 'a call from a number on record',
  2: 'the PIN or a code',
};

/** @throws Fault of kind `notFound`; of kind `forbidden` for a caller who has not proved enough */
export async function findKnownCaller(
  on: Runner,
  call: ProgramCall,
  handle: Handle,
  needed: NeededLevel | 'restartLevel',
): Promise<KnownCaller> {
  const caller = await findCaller(on, call, handle);
  const { customerId } = caller;
  const least = needed === 'restartLevel' ? caller.restartLevel : needed;
  if (customerId !== null && caller.level >= least) return { ...caller, customerId };
  throw new Fault(
    'forbidden',
    `this needs level ${least}, which ${PROOF[least]} gives; this caller has ${caller.level}`,
  );
}

/** A service of a caller. */
export interface CallerService {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
}

/**
 * The service that the program asks about, as long as it is in the scope of the program and of the same customer.
 * @throws Fault of kind `notFound`
 */
export async function serviceOf(
  on: Runner,
  { scope }: Pick<ProgramCall, 'scope'>,
  { customerId, serviceIds }: KnownCaller,
  serviceId: number | undefined,
): Promise<CallerService> {
  const id = serviceId ?? serviceIds[0];
  if (id === undefined) throw new Fault('notFound', 'the caller has no service');
  if (!serviceIds.includes(id)) throw notFound('service', id);
  const columns = sql`x.id, x.isp_id AS "ispId", x.reseller_id AS "resellerId", x.customer_id AS "customerId"`;
  const service = await readRecord<CallerService>(on, scope, { what: 'service', id }, columns);
  if (service.customerId !== customerId) throw notFound('service', id);
  return service;
}
