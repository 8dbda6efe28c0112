import { numberFor } from '../../../core/telephone/masked.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { invoices } from '../../money/invoices/list.ts';
import { nases } from '../../network/nas/list.ts';
import { pendingLeads } from '../../subscribers/leads/list.ts';
import {
  BEGINS,
  CONTAINS,
  called,
  containing,
  EXACT,
  keysOf,
  type LookUp,
  type Search,
} from '../../subscribers/search/look-up.ts';

const exactly = (condition: Sql): LookUp => ({ rank: EXACT, condition });

/** Leads in any state. Of a name they are found by its trigrams, since leads are few next to services. */
export function leadsFound(search: Search): Sql | undefined {
  const { id, emails, name } = search.wanted;
  const lookUps = search.inside
    ? name && [{ rank: CONTAINS, condition: sql`l.name ILIKE ${containing(name.whole)}` }]
    : [
        ...(id === null ? [] : [exactly(sql`l.id = ${id}`)]),
        ...called({ table: 'crm.lead', alias: 'l' }, search.wanted, search.scope),
        ...(emails.length > 0 ? [exactly(sql`l.email = ANY(${emails}::text[])`)] : []),
        ...(name ? [{ rank: BEGINS, condition: sql`l.name ILIKE ${containing(name.whole).slice(1)}` }] : []),
      ];
  if (!search.permissions.has('lead.read') || !lookUps?.length) return undefined;
  const table = { from: 'crm.lead l', key: 'l.id', scope: pendingLeads.scope };
  return sql`SELECT 'lead' AS kind, l.id, l.name AS title, concat_ws(', ', ${numberFor(search.scope, sql`l.mobile`)}, l.email) AS detail, l.status, k.rank
    FROM ${keysOf(table, search, lookUps)} k JOIN crm.lead l ON l.id = k.id`;
}

/** By their document number. */
export function invoicesFound(search: Search): Sql | undefined {
  const { documents } = search.wanted;
  if (!search.permissions.has('payment.read') || search.inside || documents.length === 0) return undefined;
  const from = 'crm.invoice i LEFT JOIN crm.service s ON s.id = i.service_id';
  const keys = keysOf({ from, key: 'i.id', scope: invoices.scope }, search, [
    exactly(sql`i.document_no = ANY(${documents}::text[])`),
  ]);
  return sql`SELECT 'invoice' AS kind, i.id, i.document_no AS title,
      concat_ws(', ', s.username, i.total || ' ' || i.currency) AS detail,
      CASE WHEN i.paid_at IS NULL THEN 'Unpaid' ELSE 'Paid' END AS status, k.rank
    FROM ${keys} k JOIN crm.invoice i ON i.id = k.id LEFT JOIN crm.service s ON s.id = i.service_id`;
}

/** By address or a part of the name: an ISP has few. */
export function nasesFound(search: Search): Sql | undefined {
  const { ip, text } = search.wanted;
  if (!search.permissions.has('nas.read') || search.inside) return undefined;
  const lookUp =
    ip === null
      ? { rank: CONTAINS, condition: sql`n.name ILIKE ${containing(text)}` }
      : exactly(sql`n.ip = ${ip}::inet`);
  return sql`SELECT 'nas' AS kind, n.id, n.name AS title, host(n.ip) AS detail, NULL AS status, k.rank
    FROM ${keysOf({ from: 'radius.nas n', key: 'n.id', scope: nases.scope }, search, [lookUp])} k
    JOIN radius.nas n ON n.id = k.id`;
}
