import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Permission } from '../../../core/access/permission.ts';
import { badParameter, Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { INCIDENT_KINDS } from '../../../core/vocabulary/incident.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { readVerdict } from '../../subscribers/overview/get.ts';
import { type Speech, speechOf, speechOfNobody, speechOfPlace } from '../../subscribers/overview/speech.ts';
import type { Verdict } from '../../subscribers/overview/verdict-record.ts';
import { findCaller, findKnownCaller, type KnownCaller, serviceOf } from './caller.ts';
import { isPlaceConcerned, postcode } from './postcode.ts';
import { callingAbout } from './vocabulary.ts';

export const askedStatus = z.strictObject({ ...callingAbout.shape, postcode: postcode().optional() });

export const toldStatus = z.object({
  number: wire.amount(),
  text: wire.shown(),
  since: wire.timestamp().nullable(),
  dues: wire.asStored(wire.money()).nullable(),
  currency: wire.shown().nullable(),
  due_on: wire.ymd().nullable(),
  incident: wire.oneOf(INCIDENT_KINDS).nullable(),
  expected_at: wire.timestamp().nullable(),
});

export interface Asking {
  readonly scope: Scope;
  readonly zone: string;
  readonly actor: Pick<Actor, 'userId'>;
  readonly kernel: Pick<Kernel, 'network' | 'clock'>;
  readonly db: Pick<Database, 'pool'>;
  readonly readIn: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

/** A caller waits in silence; then a person is better than the answer. */
const PATIENCE_MS = 1_500;
/** Amounts decide which verdict it is, so they are read; whether they are told is another matter. */
const KNOWS: ReadonlySet<Permission> = new Set(['session.read', 'payment.read']);

/** How a service is served, for a voice: a number, and a sentence in the language of the caller. */
export async function readStatus(
  asking: Asking,
  input: z.output<typeof askedStatus>,
): Promise<z.output<typeof toldStatus>> {
  if (input.postcode !== undefined) return readPlace(asking, input, input.postcode);
  const { db, scope, zone, kernel } = asking;
  const caller = await findKnownCaller(db.pool, asking, input, 1);
  const { id } = await serviceOf(db.pool, asking, caller, input.serviceid);
  const verdict = await inTime(verdictOn(asking, id));
  const withAmounts = caller.level >= caller.duesLevel;
  const { language } = caller;
  const speech: Speech =
    verdict === null
      ? speechOfNobody(language)
      : speechOf(verdict, { language, zone, now: kernel.clock.now(), withAmounts });
  const dues = withAmounts ? await readDues(db.pool, scope, caller, id) : NO_DUES;
  const incident = { incident: verdict?.incident_kind ?? null, expected_at: verdict?.expected_at ?? null };
  return { ...speech, since: verdict?.since ?? null, ...dues, ...incident };
}

/** At any level: whether the place is in an incident. */
async function readPlace(
  { db, scope, actor, readIn, kernel }: Asking,
  input: z.output<typeof askedStatus>,
  place: string,
): Promise<z.output<typeof toldStatus>> {
  if (input.serviceid !== undefined) throw badParameter('postcode', 'does not apply together with serviceid');
  const caller = await findCaller(db.pool, { scope, actor, kernel }, input);
  const whose = { scope, userId: actor.userId, caller, postcode: place, now: kernel.clock.now() };
  const isConcerned = await inTime(orNobody(readIn((tx) => isPlaceConcerned(tx, whose))));
  const { language } = caller;
  const speech = isConcerned === null ? speechOfNobody(language) : speechOfPlace(isConcerned, language);
  return { ...speech, since: null, ...NO_DUES, incident: null, expected_at: null };
}

/** Null: nobody can tell now. */
async function verdictOn({ db, readIn, kernel, scope, zone }: Asking, serviceId: number): Promise<Verdict | null> {
  const { network, clock } = kernel;
  const dependencies = { db: { pool: db.pool, transaction: readIn }, network, clock };
  return orNobody(readVerdict(dependencies, { scope, zone, permissions: KNOWS }, serviceId));
}

async function orNobody<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Fault && ['unavailable', 'conflict'].includes(error.kind)) return null;
    throw error;
  }
}

export async function inTime<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface Dues {
  readonly dues: string | null;
  readonly currency: string | null;
  readonly due_on: string | null;
}

const NO_DUES: Dues = { dues: null, currency: null, due_on: null };

/** What is owed, and the first day on which an unpaid invoice is late. */
async function readDues(on: Runner, { ispId }: Scope, { customerId }: KnownCaller, serviceId: number): Promise<Dues> {
  const [dues] = await query<Dues>(
    on,
    sql`SELECT greatest(s.os_amt, 0) AS dues, t.currency,
          (SELECT min(v.due_on) FROM crm.invoice v
            WHERE v.service_id = s.id AND v.paid_at IS NULL AND v.total > v.paid_amt) AS due_on
        FROM crm.service s JOIN crm.isp_setting t ON t.isp_id = s.isp_id
        WHERE s.id = ${serviceId} AND s.customer_id = ${customerId} AND s.isp_id = ${ispId}::int`,
  );
  return dues ?? NO_DUES;
}
