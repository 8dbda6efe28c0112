import type { Channel, Trigger } from '../../../core/vocabulary/notice.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { onOneLine, type Values } from './placeholders.ts';
import { expectedBy, HOLDS_FOR_TICKET } from './ticket-facts.ts';
import { HOLDS_FOR_VISIT, technicianName } from './visit-facts.ts';

/** What a message is about. */
export interface Subject {
  readonly ispId: number;
  /** Null: about none; who gets it is then the customer, or the stranger of a ticket. */
  readonly serviceId: number | null;
  readonly customerId: number | null;
  /** The invoice, the payment, the ticket or the visit; null: the newest of the service. */
  readonly subjectId: number | null;
}

/** What a message says, and to whom. */
export interface Facts {
  readonly values: Values;
  /** An e-mail address, or a telephone number as it was entered. */
  readonly address: string;
  /** Why it is not to be sent; null: it is. */
  readonly obstacle: string | null;
}

export interface Told {
  /** `broadcast`: a mass message, which nothing sets off. */
  readonly trigger: Trigger | 'broadcast';
  readonly days: number;
  readonly channel: Channel;
  readonly language: string;
}

interface Row {
  readonly [name: string]: string | null;
}

const NEWEST_INVOICE = sql`(SELECT max(id) FROM crm.invoice WHERE service_id = s.id)`;
const NEWEST_PAYMENT = sql`(SELECT max(id) FROM crm.payment WHERE service_id = s.id)`;
const NEWEST_TICKET = sql`(SELECT max(id) FROM crm.ticket WHERE service_id = s.id)`;
const NEWEST_VISIT = sql`(SELECT max(id) FROM crm.visit WHERE service_id = s.id)`;

const holds = (trigger: string, now: Date): Sql => {
  if (isOf(trigger, HOLDS_FOR_TICKET)) return HOLDS_FOR_TICKET[trigger];
  return isOf(trigger, HOLDS_FOR_VISIT) ? HOLDS_FOR_VISIT[trigger](now) : sql`true`;
};

const isOf = <T extends object>(trigger: string, table: T): trigger is Extract<keyof T, string> =>
  Object.hasOwn(table, trigger);

/** As it is now: a message that has waited tells nothing that is over. */
export async function readFacts(
  { pool }: Pick<Database, 'pool'>,
  told: Told,
  { serviceId, customerId, subjectId, ...subject }: Subject & { readonly now: Date },
): Promise<Facts | undefined> {
  const one = { serviceId: sql`${serviceId}`, customerId: sql`${customerId}`, subjectId: sql`${subjectId}` };
  const [row] = await query<Row>(
    pool,
    sql`SELECT ${columnsOf(told, subject)} ${joinsOf(told, { ...subject, ...one })}`,
  );
  return row && factsIn(row, told);
}

/** Facts of many services of an ISP, by their ids: a function, since each may be told in another language. */
export async function readFactsOfMany(
  { pool }: Pick<Database, 'pool'>,
  told: Omit<Told, 'language'>,
  { ispId, serviceIds, now }: { readonly ispId: number; readonly serviceIds: readonly number[]; readonly now: Date },
): Promise<Map<number, (language: string) => Facts>> {
  const each = { serviceId: sql`q.id`, customerId: sql`NULL`, subjectId: sql`NULL` };
  const rows = await query<Row>(
    pool,
    sql`SELECT q.id::text AS of, f.* FROM unnest(${[...serviceIds]}::int[]) AS q(id)
        CROSS JOIN LATERAL (SELECT ${columnsOf(told, { now })} ${joinsOf(told, { ispId, now, ...each })}) f`,
  );
  return new Map(rows.map(({ of, ...row }) => [Number(of), (language: string) => factsIn(row, { ...told, language })]));
}

function factsIn({ email, mobile, obstacle, ...said }: Row, { channel, language }: Told): Facts {
  const values = Object.entries(said).map(([name, value]) => [name, shown(value ?? '', language)]);
  return {
    values: Object.fromEntries(values),
    address: (channel === 'email' ? email : mobile) ?? '',
    obstacle: obstacle ?? null,
  };
}

const columnsOf = ({ trigger, days, channel }: Omit<Told, 'language'>, { now }: { readonly now: Date }): Sql =>
  sql`concat_ws(' ', c.name, c.surname) AS name, s.username, p.name AS plan, s.valid_upto, s.os_amt::text AS os_amt,
        t.currency, o.name AS isp, t.portal_url, c.email, coalesce(nullif(c.mobile, ''), k.e164) AS mobile,
        k.docket, g.name AS category, a.decision, h.day::text AS visit_on, h.hours AS visit_hours, ${technicianName} AS technician,
        to_char(${expectedBy(now)} AT TIME ZONE t.timezone, 'YYYY-MM-DD HH24:MI') AS expected_by,
        CASE WHEN starts_with(${trigger}::text, 'payment_') THEN y.amt ELSE v.total - v.paid_amt END::text AS amt,
        v.document_no, v.due_on, y.paid_on, round(u.level1_bytes / (2 ^ 30)::numeric, 1)::float8::text AS volume_gb,
        (CASE WHEN ${trigger}::text = 'before_due' THEN v.due_on ELSE s.valid_upto END - d.today)::text AS days,
        CASE WHEN s.deleted_at IS NOT NULL OR c.deleted_at IS NOT NULL THEN 'the service was deleted'
          WHEN EXISTS (SELECT FROM crm.notice_opt_out x WHERE x.customer_id = c.id AND x.channel = ${channel})
            THEN 'the customer wants no such messages'
          WHEN NOT coalesce(CASE ${trigger}::text
              WHEN 'before_expiry' THEN s.status = 'Active' AND s.valid_upto BETWEEN d.today AND d.today + ${days}::int
              WHEN 'before_due' THEN v.paid_at IS NULL AND v.due_on >= d.today
              WHEN 'np' THEN s.status = 'NP' WHEN 'npd' THEN s.status = 'NPD' WHEN 'restored' THEN s.status = 'Active'
              WHEN 'payment_received' THEN y.status = 'Paid' WHEN 'payment_bounced' THEN y.status = 'Cancelled'
              WHEN 'invoice_issued' THEN v.id IS NOT NULL
              ELSE ${holds(trigger, now)} END, false)
            THEN 'no longer so when it was to be sent' END AS obstacle`;

/** Of one subject; each of its ids is an expression. */
interface Ids {
  readonly serviceId: Sql;
  readonly customerId: Sql;
  readonly subjectId: Sql;
}

const joinsOf = (
  { trigger }: Pick<Told, 'trigger'>,
  { ispId, serviceId, customerId, subjectId, now }: Ids & { readonly ispId: number; readonly now: Date },
): Sql =>
  sql`FROM crm.isp o
      JOIN crm.isp_setting t ON t.isp_id = o.id
      LEFT JOIN crm.service s ON s.isp_id = o.id AND s.id = ${serviceId}::int
      LEFT JOIN crm.visit h ON h.isp_id = o.id AND h.id = coalesce(${subjectId}::int, ${NEWEST_VISIT})
        AND starts_with(${trigger}::text, 'visit_')
      LEFT JOIN auth.login_user w ON w.isp_id = o.id AND w.id = h.technician_id
      LEFT JOIN crm.ticket k ON k.isp_id = o.id AND k.id = CASE WHEN ${trigger}::text ~ '^(ticket|appeal)_'
        THEN coalesce(${subjectId}::int, ${NEWEST_TICKET}) ELSE h.ticket_id END
      LEFT JOIN crm.ticket_appeal a ON a.ticket_id = k.id AND a.status <> 'Withdrawn' AND starts_with(${trigger}::text, 'appeal_')
      LEFT JOIN crm.ticket_category g ON g.isp_id = o.id AND g.id = k.category_id
      LEFT JOIN crm.customer c ON c.isp_id = o.id AND c.id = coalesce(s.customer_id, ${customerId}::int, k.customer_id)
      LEFT JOIN crm.plan p ON p.id = s.plan_id
      LEFT JOIN radius.usage u ON u.service_id = s.id
      LEFT JOIN crm.invoice v ON v.isp_id = s.isp_id AND v.id = coalesce(${subjectId}::int, ${NEWEST_INVOICE})
        AND ${trigger}::text IN ('invoice_issued', 'before_due')
      LEFT JOIN crm.payment y ON y.isp_id = s.isp_id AND y.id = coalesce(${subjectId}::int, ${NEWEST_PAYMENT})
        AND starts_with(${trigger}::text, 'payment_')
      CROSS JOIN LATERAL (SELECT (${now}::timestamptz AT TIME ZONE t.timezone)::date AS today) d
      WHERE o.id = ${ispId} AND (s.id IS NOT NULL OR ${serviceId}::int IS NULL AND coalesce(c.id, k.id) IS NOT NULL)`;

/** A day, maybe with a time, is written as people of the language do, with the name of the month. */
function shown(value: string, language: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?$/.exec(value) ?? [];
  if (day === undefined) return onOneLine(value);
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...(time === undefined ? {} : { timeStyle: 'short' as const }),
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  // A space of its own kind would make a text message longer, and unlike its registered template.
  return format.format(new Date(`${day}T${time ?? '00:00'}Z`)).replace(/[\u00a0\u202f]/g, ' ');
}
