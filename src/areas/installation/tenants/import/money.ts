import type pg from 'pg';
import { BackupError } from '../../backup/error.ts';

/** What triggers would have refused, and what they would have added up. */
const WRONG: readonly { readonly what: string; readonly rows: (ispId: number) => string }[] = [
  {
    what: 'unbalanced ledger entries',
    rows: (isp) => `SELECT l.entry_id FROM crm.ledger_entry e JOIN crm.ledger_line l ON l.entry_id = e.id
      JOIN crm.ledger_account a ON a.id = l.account_id WHERE e.isp_id = ${isp} GROUP BY l.entry_id, a.unit HAVING sum(l.amt) <> 0`,
  },
  {
    what: 'ledger entries without lines',
    rows: (isp) => `SELECT FROM crm.ledger_entry e WHERE e.isp_id = ${isp}
      AND NOT EXISTS (SELECT FROM crm.ledger_line l WHERE l.entry_id = e.id)`,
  },
  ...['service', 'wallet', 'cash', 'credits'].map((kind) => ({
    what: 'balances that differ from the ledger',
    rows: (isp: number) => balances(kind, isp),
  })),
  {
    what: 'invoices that differ from the sum of their lines',
    rows: (isp) => `SELECT FROM crm.invoice i
      LEFT JOIN (SELECT invoice_id, sum(net) AS net, sum(tax) AS tax, sum(total) AS total FROM crm.invoice_line GROUP BY 1) l
        ON l.invoice_id = i.id
      WHERE i.isp_id = ${isp} AND (i.net, i.tax, i.total) IS DISTINCT FROM (l.net, l.tax, l.total)`,
  },
  {
    what: 'overlapping periods of a service',
    rows: (isp) => `SELECT FROM crm.period a JOIN crm.period b ON b.service_id = a.service_id AND b.id > a.id
      WHERE a.isp_id = ${isp} AND a.voided_at IS NULL AND b.voided_at IS NULL
        AND daterange(a.starts_on, a.ends_on, '[]') && daterange(b.starts_on, b.ends_on, '[]')`,
  },
];

const OWNERS: Readonly<Record<string, { readonly table: string; readonly shown: string; readonly key: string }>> = {
  service: { table: 'crm.service', shown: 'os_amt', key: 'service_id' },
  wallet: { table: 'crm.reseller', shown: 'wallet', key: 'reseller_id' },
  cash: { table: 'auth.login_user', shown: 'cash_balance', key: 'user_id' },
  credits: { table: 'crm.isp', shown: 'usage_credits', key: 'isp_id' },
};

/** As the view crm.balance_drift, of one ISP. */
function balances(kind: string, isp: number): string {
  const { table, shown, key } = OWNERS[kind] ?? { table: '', shown: '', key: '' };
  const sign = kind === 'wallet' ? '-' : '';
  return `SELECT FROM ${table} o
    LEFT JOIN (SELECT a.${key} AS id, ${sign}sum(l.amt) AS amt FROM crm.ledger_account a JOIN crm.ledger_line l ON l.account_id = a.id
      WHERE a.isp_id = ${isp} AND a.kind = '${kind}' GROUP BY 1) d ON d.id = o.id
    WHERE o.${table === 'crm.isp' ? 'id' : 'isp_id'} = ${isp} AND o.${shown} <> coalesce(d.amt, 0)`;
}

/** @throws BackupError if the money of the ISP is not what its ledger says */
export async function refuseWrongMoney(client: pg.Client, ispId: number): Promise<void> {
  for (const { what, rows } of WRONG) {
    const { rowCount } = await client.query(`${rows(ispId)} LIMIT 1`);
    if (rowCount !== 0)
      throw new BackupError(`The file has ${what}. Run ledger verify in the installation it comes from.`);
  }
}
