import pg from 'pg';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { keyOf, quoted } from '../backup/format.ts';
import { belongsTo, type TableName, tenancyOf } from './tenancy.ts';

/** A foreign key between two tables. */
export interface Reference {
  /** Of the constraint. */
  readonly name: string;
  readonly child: TableName;
  readonly columns: readonly string[];
  readonly parent: TableName;
  /** The columns of the parent, in the order of `columns`. */
  readonly keys: readonly string[];
}

/**
 * Foreign keys that PostgreSQL itself would let point to another ISP's row, with what keeps them from it. A composite key would
 * take one more unique index on the tables that grow most, for every row that is ever posted. Each export and each import
 * checks them for the ISP.
 */
export const GUARDED: Readonly<Record<string, string>> = {
  adjustment_entry_id_fkey: 'an adjustment and its entry are saved together',
  adjustment_invoice_id_fkey: 'a credit is for an invoice of its own service',
  cash_handover_giver_fkey: 'payments/cash-handovers/open.ts finds both login users in one ISP',
  cash_handover_receiver_fkey: 'the same',
  charge_entry_id_fkey: 'a charge and its entry are saved together, from one draft (billing/store/save)',
  credit_usage_entry_id_fkey: 'a row and its entry are saved together',
  file_lead_id_fkey: 'the trigger set_file_owner finds no lead of another ISP',
  incident_compensation_adjustment_id_fkey: 'a compensation and its adjustment are saved together',
  invoice_line_charge_id_fkey: 'an invoice has the open charges of its own service',
  gateway_payment_payment_fkey: 'a payment is recorded from its order, for the service of the order',
  ledger_account_user_id_fkey: 'the trigger post_balances and payments/cash.ts: the cash of a user is kept in one ISP',
  ledger_entry_reverses_id_fkey: 'a reversal is made from the entry that it reverses',
  ledger_line_account_id_fkey: 'the trigger check_ledger_lines refuses an account of another ISP',
  nas_proxy_id_fkey:
    'the trigger check_nas_proxy: a proxy of the same ISP, or one of the installation, which must be left before a move',
  nas_tally_nas_id_fkey: 'counted from radius.nas with its isp_id',
  payment_collected_by_fkey:
    'a collector is found in the scope of the call, or is a server administrator, who belongs to no ISP',
  payment_entry_id_fkey: 'a payment and its entry are saved together',
  payment_reversal_entry_id_fkey: 'a cancelled payment and its entry are saved together',
  usage_service_id_fkey: 'the trigger give_usage copies both from the service',
  wallet_txn_entry_id_fkey: 'a row and its entry are saved together',
};

/** All foreign keys between tables with rows of ISPs. */
export async function referencesOf(on: Runner): Promise<Reference[]> {
  const rows = await query<Reference>(
    on,
    sql`SELECT k.conname::text AS name,
          jsonb_build_object('schema', cn.nspname, 'name', c.relname) AS child,
          jsonb_build_object('schema', pn.nspname, 'name', p.relname) AS parent,
          ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS u (num, i)
            JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.num ORDER BY u.i) AS columns,
          ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS u (num, i)
            JOIN pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.num ORDER BY u.i) AS keys
        FROM pg_constraint k
        JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace cn ON cn.oid = c.relnamespace
        JOIN pg_class p ON p.oid = k.confrelid JOIN pg_namespace pn ON pn.oid = p.relnamespace
        WHERE k.contype = 'f' AND k.conparentid = 0 AND cn.nspname IN ('crm', 'crm_archive', 'radius', 'auth')
        ORDER BY 1`,
  );
  return rows.filter(({ child, parent }) => [child, parent].every(hasTenant));
}

const hasTenant = (table: TableName): boolean => !('stays' in (tenancyOf(table) ?? { stays: '' }));

/** Whether the key alone keeps both ends in one ISP. */
export function isClosed(reference: Reference, all: readonly Reference[]): boolean {
  const { child, parent, columns, keys } = reference;
  return columns.some((column, at) => {
    const key = keys[at] ?? '';
    if (isOwner(child, column) && isOwner(parent, key)) return true;
    if (isPath(child, column, parent)) return true;
    // Both ends are tied to one row of a third table, such as a charge and its period to their service.
    const ties = tiesOf(child, column, { all, except: reference });
    return ties.some((tie) => tiesOf(parent, key, { all, except: reference }).includes(tie));
  });
}

function isOwner(table: TableName, column: string): boolean {
  const tenancy = tenancyOf(table);
  return tenancy !== undefined && 'own' in tenancy && tenancy.own === column;
}

function isPath(table: TableName, column: string, parent: TableName): boolean {
  const tenancy = tenancyOf(table);
  return tenancy !== undefined && 'via' in tenancy && tenancy.via === `t.${column}` && tenancy.parent === keyOf(parent);
}

/** The tables whose id this column is for certain, within the ISP. */
function tiesOf(
  table: TableName,
  column: string,
  { all, except }: { all: readonly Reference[]; except: Reference },
): string[] {
  const through = all.filter(
    (other) =>
      other !== except &&
      keyOf(other.child) === keyOf(table) &&
      other.columns.some((each, at) => each === column && other.keys[at] === 'id') &&
      other.columns.some((each, at) => isOwner(other.child, each) && isOwner(other.parent, other.keys[at] ?? '')),
  );
  const path = tenancyOf(table);
  const parents = [
    ...through.map(({ parent }) => keyOf(parent)),
    ...(path && 'via' in path && path.via === `t.${column}` ? [path.parent] : []),
  ];
  return column === 'id' ? [...parents, keyOf(table)] : parents;
}

const id = pg.escapeIdentifier;

/** Rows of the ISP that refer to what is missing or is not the ISP’s. */
export function leavingQuery(ispId: number, { child, columns, parent, keys }: Reference): string {
  return `SELECT FROM (SELECT ${columns.map((column) => `t.${id(column)}`).join(', ')} FROM ${quoted(child)} t
      WHERE ${belongsTo(ispId, child)}) c
    WHERE ${columns.map((column) => `c.${id(column)} IS NOT NULL`).join(' AND ')}
      AND NOT EXISTS (SELECT FROM (SELECT ${keys.map((key) => `t.${id(key)}`).join(', ')} FROM ${quoted(parent)} t
        WHERE ${belongsTo(ispId, parent)}) p WHERE ${joined(columns, keys)})`;
}

/** Rows of others that refer to the ISP’s. */
export function enteringQuery(ispId: number, { child, columns, parent, keys }: Reference): string {
  return `SELECT FROM (SELECT ${columns.map((column) => `t.${id(column)}`).join(', ')} FROM ${quoted(child)} t
      WHERE (${belongsTo(ispId, child)}) IS NOT TRUE) c
    JOIN (SELECT ${keys.map((key) => `t.${id(key)}`).join(', ')} FROM ${quoted(parent)} t
      WHERE ${belongsTo(ispId, parent)}) p ON ${joined(columns, keys)}`;
}

const joined = (columns: readonly string[], keys: readonly string[]): string =>
  columns.map((column, at) => `p.${id(keys[at] ?? '')} = c.${id(column)}`).join(' AND ');
