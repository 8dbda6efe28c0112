import { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';
import { query, type Runner, raw, sql } from '../../../db/sql.ts';
import { findAudit, readAuditedRows } from './find-audit.ts';
import type { Person } from './person.ts';
import { TREATMENTS } from './treatments.ts';
import { findUnlinked } from './unlinked.ts';

/** What goes, in the words of people, and the tables that it is in. */
export const GOING = {
  services: ['crm.service'],
  leads: ['crm.lead'],
  documents: ['crm.file'],
  notes: ['crm.note', 'crm.call', 'crm.task'],
  tickets: ['crm.ticket'],
  visits: ['crm.visit'],
  messages: ['crm.notice_message'],
  sessions: ['radius.session', 'radius.session_log', 'crm_archive.session_log'],
  log_ins: ['radius.auth_log'],
  portal: ['auth.subscriber_session', 'crm.care_pin', 'crm.care_chat'],
  reports: ['crm.prepared_report'],
} as const;

const STAYING = {
  payments: ['crm.payment', 'crm.adjustment'],
  bookings: ['crm.ledger_entry'],
  invoices: ['crm.invoice'],
} as const;

/** `contact` is the customer's own record; `audit` are events of the audit that are rewritten. */
const GOES = ['contact', ...(Object.keys(GOING) as (keyof typeof GOING)[]), 'audit'] as const;
const STAYS = Object.keys(STAYING) as (keyof typeof STAYING)[];

export const erasurePreview = z.object({
  customerid: wire.id(),
  erased: z.array(z.object({ what: wire.oneOf(GOES), count: wire.count() })),
  /** `upto`: the last day on which the name stays with it; null: it has no name, and stays for ever. */
  kept: z.array(
    z.object({ what: wire.oneOf(STAYS as [keyof typeof STAYING]), count: wire.count(), upto: wire.ymd().nullable() }),
  ),
  /** With a number of the person, but linked to nobody: they stay unless they are named. */
  unlinked: z.array(
    z.object({
      kind: wire.oneOf(['lead', 'call']),
      id: wire.id(),
      name: wire.shown().nullable(),
      at: wire.timestamp(),
    }),
  ),
});

/** What an erasure would take away now, and what stays until when. Kinds of which there is nothing are left out. */
export async function previewErasure(tx: Runner, person: Person): Promise<z.output<typeof erasurePreview>> {
  const counted = async (tables: readonly string[]) => {
    const counts = await Promise.all(tables.map((table) => countOf(tx, table, person)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const erased = [{ what: 'contact' as const, count: 1 }] as { what: (typeof GOES)[number]; count: number }[];
  for (const [what, tables] of Object.entries(GOING))
    erased.push({ what: what as keyof typeof GOING, count: await counted(tables) });
  const { touched } = await findAudit(tx, person, await readAuditedRows(tx, person));
  erased.push({ what: 'audit', count: touched.length });
  const [invoices] = await query<{ upto: string | null }>(
    tx,
    sql`SELECT (max(t.issued_on) + interval '9 years')::date::text AS upto
        FROM crm.invoice t WHERE t.customer_id = ${person.customerId}`,
  );
  const kept = [];
  for (const what of STAYS)
    kept.push({
      what,
      count: await counted(STAYING[what]),
      upto: what === 'invoices' ? (invoices?.upto ?? null) : null,
    });
  const some = ({ count }: { count: number }) => count > 0;
  const unlinked = await findUnlinked(tx, person);
  return { customerid: person.customerId, erased: erased.filter(some), kept: kept.filter(some), unlinked };
}

async function countOf(tx: Runner, table: string, person: Person): Promise<number> {
  const treatment = TREATMENTS[table];
  if (!treatment || 'spares' in treatment) throw new Error(`${table} has no rows of a person`);
  const of = 'removes' in treatment ? treatment.removes : 'blanks' in treatment ? treatment.blanks : treatment.keeps;
  const [row] = await query<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM ${raw(table)} t WHERE ${of(person)}`,
  );
  return row?.count ?? 0;
}
