import { z } from 'zod';
import type { Call } from '../../../../core/call.ts';
import { badParameter, notFound } from '../../../../core/fault.ts';
import { column, defineList, exact, exactKey, PAGED, stampColumns } from '../../../../core/list/index.ts';
import { readForUpdate } from '../../../../core/records/row-locks.ts';
import { created, owned } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { sql } from '../../../../db/sql.ts';
import { refuseReseller } from '../categories/create.ts';
import { PRIORITIES } from '../vocabulary.ts';

export const ticketSlas = defineList({
  from: `crm.ticket_sla a
   LEFT JOIN crm.ticket_category k ON k.isp_id = a.isp_id AND k.id = a.category_id`,
  key: 'a.id',
  scope: { isp: 'a.isp_id' },
  columns: {
    id: column(wire.id(), 'a.id'),
    ispid: column(wire.id(), 'a.isp_id'),
    categoryid: column(wire.id(), 'a.category_id'),
    category: column(wire.shown(), 'k.name'),
    priority: column(wire.oneOf(PRIORITIES), 'a.priority'),
    respond_minutes: column(wire.count().nullable(), 'a.respond_minutes'),
    resolve_minutes: column(wire.count().nullable(), 'a.resolve_minutes'),
    ...stampColumns('a'),
  },
  filters: {
    ispid: exact(wire.id(), 'a.isp_id'),
    categoryid: exactKey(wire.id(), 'a.category_id'),
    priority: exact(wire.oneOf(PRIORITIES), 'a.priority'),
  },
  paging: PAGED,
  sort: { id: 'a.id' },
  defaultSort: 'id',
});

const minutes = () => wire.wholeNumber(1, 100_000).optional();

export const slaSetting = z.strictObject({
  categoryid: wire.id(),
  priority: wire.oneOf(PRIORITIES),
  respond_minutes: minutes(),
  resolve_minutes: minutes(),
});

/** Says how long tickets of a category and priority may take from now on. Returns the id of the limit. */
export async function setSla(tx: Tx, { scope }: Call, input: z.output<typeof slaSetting>): Promise<number> {
  refuseReseller(scope);
  const { categoryid: categoryId, priority, respond_minutes: respond, resolve_minutes: resolve } = input;
  if (respond === undefined && resolve === undefined)
    throw badParameter('resolve_minutes', 'is required without respond_minutes');
  const category = { what: 'ticket category', id: categoryId } as const;
  const { ispId } = await readForUpdate<{ ispId: number }>(tx, scope, category, sql`x.isp_id AS "ispId"`);
  const limits = { respondMinutes: respond ?? null, resolveMinutes: resolve ?? null };
  const { id } = await tx.ticketSla.upsert({
    where: { categoryId_priority: { categoryId, priority } },
    create: { ispId, categoryId, priority, ...limits, ...created(scope) },
    update: { ...limits, updatedBy: scope.by },
    select: { id: true },
  });
  return id;
}

/** Tickets that have their deadlines keep them. */
export async function deleteSla(tx: Tx, { scope }: Call, id: number): Promise<'done'> {
  refuseReseller(scope);
  const { count } = await tx.ticketSla.deleteMany({ where: { id, ...owned(scope) } });
  if (count === 0) throw notFound('limit', id);
  return 'done';
}
