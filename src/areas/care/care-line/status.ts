import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Permission } from '../../../core/access/permission.ts';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { INCIDENT_KINDS } from '../../../core/vocabulary/incident.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database, Tx } from '../../../db/database.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { readVerdict } from '../../subscribers/overview/get.ts';
import { type Speech, speechOf, speechOfNobody } from '../../subscribers/overview/speech.ts';
import type { Verdict } from '../../subscribers/overview/verdict-record.ts';
import { findKnownCaller, type KnownCaller, serviceOf } from './caller.ts';
import type { callingAbout } from './vocabulary.ts';

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
export const PATIENCE_MS = 1_500;
/** Amounts decide which verdict it is, so they are read; whether they are told is another matter. */
const KNOWS: ReadonlySet<Permission> = new Set(['session.read', 'payment.read']);

/** How a service is served, for a voice: a number, and a sentence in the language of the caller. */
export async function readStatus(
  asking: Asking,
  input: z.output<typeof callingAbout>,
): Promise<z.output<typeof toldStatus>> {
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

/** Null: nobody can tell now. */
async function verdictOn({ db, readIn, kernel, scope, zone }: Asking, serviceId: number): Promise<Verdict | null> {
  const { network, clock } = kernel;
  const dependencies = { db: { pool: db.pool, transaction: readIn }, network, clock };
  try {
    return await readVerdict(dependencies, { scope, zone, permissions: KNOWS }, serviceId);
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
