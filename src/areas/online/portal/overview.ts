import { z } from 'zod';
import type { Subscriber } from '../../../core/access/subscriber.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import { SERVICE_STATUSES } from '../../../core/vocabulary/service.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { gigabytesOf } from '../../subscribers/services/usage.ts';
import { type Brand, brand, readBrand } from './page.ts';

const signedMoney = () => wire.asStored(wire.money({ min: -wire.MAX_MONEY }));
const gigabytes = () => wire.asStored(wire.decimal({ places: 3 }));

/** A service as its subscriber sees it. */
const ownService = z.object({
  serviceid: wire.id(),
  username: wire.shown(),
  plan: wire.shown(),
  subplan: wire.shown(),
  planid: wire.id(),
  subplanid: wire.id(),
  /** Kbit/s of the plan. */
  dl: wire.amount(),
  ul: wire.amount(),
  status: wire.oneOf(SERVICE_STATUSES),
  prepaid: z.boolean(),
  valid_from: wire.ymd().nullable(),
  valid_upto: wire.ymd().nullable(),
  /** The last day of a validity is over. */
  expired: z.boolean(),
  /** Above 0 it is owed, below 0 paid in advance. */
  balance: signedMoney(),
  /** The plan hides its limits from the subscriber (`hide_bw_limit`), and has some. */
  hides_limits: z.boolean(),
  /** Of the open period. `total_gb` has carry-over and top-ups in it; null: unlimited, or hidden. */
  used_gb: gigabytes(),
  total_gb: gigabytes().nullable(),
  /** Of that, at the full speed of the plan. */
  full_used_gb: gigabytes(),
  full_gb: gigabytes().nullable(),
  /** The data of the plan are used up, or its speed has fallen to a lower level. */
  exhausted: z.boolean(),
  bw_level: wire.amount(),
  online: wire.count(),
  /** The plan that the next bill moves it to; null: none. */
  next_plan: wire.shown().nullable(),
});

export const overview = z.object({
  isp: brand,
  customer: z.object({ name: wire.shown(), username: wire.shown() }),
  /** Today on the calendar of the ISP. */
  today: wire.ymd(),
  services: z.array(ownService),
});

export type OwnService = z.output<typeof ownService>;

const MAX_SERVICES = 100;

/** What a customer has. @throws Fault of kind `forbidden` if the ISP has closed the pages meanwhile */
export async function readOverview(
  db: Pick<Database, 'pool'>,
  { subscriber, scope, today }: { readonly subscriber: Subscriber; readonly scope: Scope; readonly today: string },
): Promise<z.output<typeof overview>> {
  const { ispId, customerId, username } = subscriber;
  const [isp, [customer], services] = await Promise.all([
    readBrand(db, ispId),
    query<{ name: string }>(
      db.pool,
      sql`SELECT concat_ws(' ', name, surname) AS name FROM crm.customer WHERE isp_id = ${ispId} AND id = ${customerId}`,
    ),
    query<OwnService>(db.pool, servicesOf(scope, today)),
  ]);
  if (!isp || !customer) throw new Error(`customer ${customerId} is signed in to pages that are not there`);
  return { isp: isp satisfies Brand, customer: { name: customer.name, username }, today, services };
}

const servicesOf = (scope: Scope, today: string) => sql`
  SELECT s.id AS serviceid, s.username, p.name AS plan, b.name AS subplan, p.id AS planid, b.id AS subplanid,
    p.bw1_dl AS dl, p.bw1_ul AS ul, s.status, s.prepaid_postpaid = 'Prepaid' AS prepaid, s.valid_from, s.valid_upto,
    coalesce(s.valid_upto < ${today}::date, false) AS expired, s.os_amt AS balance,
    ${gigabytesOf(sql`(u.in_bytes::numeric + u.out_bytes)`)} AS used_gb,
    l.hidden AS hides_limits,
    CASE WHEN NOT l.hidden THEN ${gigabytesOf(sql`(u.level1_bytes::numeric + u.level2_bytes + u.level3_bytes)`)} END AS total_gb,
    ${gigabytesOf(sql`(CASE WHEN l.hidden THEN u.in_bytes::numeric + u.out_bytes ELSE u.level1_used END)`)} AS full_used_gb,
    CASE WHEN NOT l.hidden THEN ${gigabytesOf(sql`u.level1_bytes`)} END AS full_gb,
    u.exhausted, u.bw_level,
    (SELECT count(*)::int FROM radius.session x WHERE x.service_id = s.id AND x.ended_at IS NULL) AS online,
    (SELECT np.name || ', ' || nb.name FROM crm.plan_change n JOIN crm.plan np ON np.id = n.plan_id
       JOIN crm.sub_plan nb ON nb.id = n.sub_plan_id WHERE n.service_id = s.id AND n.status = 'Pending') AS next_plan
  FROM crm.service s
  JOIN crm.plan p ON p.id = s.plan_id
  JOIN crm.sub_plan b ON b.id = s.sub_plan_id
  JOIN radius.usage u ON u.service_id = s.id
  CROSS JOIN LATERAL (SELECT p.hide_bw_limit AND u.level1_bytes IS NOT NULL AS hidden) l
  WHERE ${join(scopeConditions(scope, serviceScope('s')), ' AND ')}
  ORDER BY s.id LIMIT ${MAX_SERVICES}`;
