import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter } from '../../../core/fault.ts';
import { ispOfNew, ispShape } from '../../../core/tenancy/owner.ts';
import { created } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { concernedBy } from './concerned.ts';
import { filterOf } from './filter.ts';
import { linkTickets } from './link-tickets.ts';
import { noteConcerned } from './open.ts';
import { refuseMoved } from './preview.ts';
import { filterShape, incidentShape, shownCount } from './vocabulary.ts';

export const newIncident = z.strictObject({
  ...ispShape(),
  ...filterShape(),
  kind: incidentShape.kind,
  status: wire.oneOf(['Open', 'Planned']).default('Open'),
  title: incidentShape.title,
  text_en: incidentShape.text_en.optional(),
  text_hi: incidentShape.text_hi.optional(),
  starts_at: wire.described('when absent, now', incidentShape.starts_at).optional(),
  expected_at: incidentShape.expected_at.optional(),
  hold_dunning: incidentShape.hold_dunning.default(true),
  count: shownCount(),
});

type NewIncident = z.output<typeof newIncident>;

/** Enters an incident. An open one concerns its services from now on, a planned one once it is opened. Returns its id. */
export async function createIncident(tx: Tx, { scope, kernel }: Call, input: NewIncident): Promise<number> {
  const now = kernel.clock.now();
  const { kind, status, title, text_en: textEn = null, text_hi: textHi = null, hold_dunning: holdDunning } = input;
  const { starts_at: startsAt = now, expected_at: expectedAt = null, count } = input;
  if (status === 'Open' && startsAt > now)
    throw badParameter('starts_at', 'must not be in the future unless status is Planned');
  refuseEndBefore(startsAt, expectedAt);
  refuseLongAgo(startsAt, now);
  const ispId = await ispOfNew(tx, scope, input);
  const filter = await filterOf(tx, ispId, input);
  const opened = status === 'Open' ? { openedAt: now, openedBy: scope.by } : {};
  const row = { ispId, kind, status, title, textEn, textHi, startsAt, expectedAt, holdDunning, ...filter, ...opened };
  const data = { ...row, serviceIds: [...filter.serviceIds], ...created(scope) };
  if (status === 'Planned') {
    refuseMoved(count, await countNow(tx, ispId, filter));
    return (await tx.incident.create({ data, select: { id: true } })).id;
  }
  const { id } = await tx.incident.create({ data, select: { id: true } });
  const services = await noteConcerned(tx, { ...filter, id, ispId, startsAt }, count);
  await tx.incident.update({ where: { id }, data: { services }, select: { id: true } });
  await linkTickets(tx, [id]);
  return id;
}

/** A slip in the year would compensate for years. */
const MAX_DAYS_AGO = 92;

/** @throws Fault of kind `badInput` */
export function refuseLongAgo(startsAt: Date, now: Date): void {
  if (now.getTime() - startsAt.getTime() > MAX_DAYS_AGO * 24 * 3_600_000)
    throw badParameter('starts_at', `must not be more than ${MAX_DAYS_AGO} days ago`);
}

/** @throws Fault of kind `badInput` */
export function refuseEndBefore(startsAt: Date, expectedAt: Date | null): void {
  if (expectedAt !== null && expectedAt <= startsAt) throw badParameter('expected_at', 'must be after starts_at');
}

async function countNow(tx: Tx, ispId: number, filter: Parameters<typeof concernedBy>[1]): Promise<number> {
  const statement = sql`SELECT count(*)::int AS count FROM crm.service s WHERE ${concernedBy(ispId, filter)}`;
  const [row] = await query<{ count: number }>(tx, statement);
  return row?.count ?? 0;
}
