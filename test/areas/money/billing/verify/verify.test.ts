import { describe, expect, it, onTestFinished } from 'vitest';
import { type Finding, verifyLedger } from '../../../../../src/areas/money/billing/verify/verify.ts';
import { command } from '../../../../cli/terminal.ts';
import { sentences } from '../../../../contract/sentences.ts';
import { startApi } from '../../../../fixtures/api.ts';
import { emptyDatabaseUrl } from '../../../../fixtures/database.ts';
import { makeSampleLedger } from './sample-ledger.ts';

const api = await startApi();
const own = await makeSampleLedger(api);
const other = await makeSampleLedger(api);
const cli = () => command({ DATABASE_URL: api.db.url }, 'ledger', 'verify');

/** A change that no rule makes: the triggers of the table are disabled. */
async function withoutTriggers(statement: string): Promise<void> {
  const [, table] = /^(?:UPDATE|INSERT INTO|DELETE FROM) (\S+)/.exec(statement) ?? [];
  const client = await api.db.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const { rowCount } = await client.query(statement);
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await client.query('COMMIT');
    expect(rowCount).toBeGreaterThan(0);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

interface Corruption {
  readonly what: string;
  readonly breaks: string;
  readonly repairs: string;
  /** The checks that find it, with the items they name. */
  readonly seen: Record<string, string | readonly string[]>;
}

const { ispid, resellerid, uninvoiced, invoiced, invoiceid } = own;

/** Raises a column by 1. */
const raised = (table: string, column: string, where: string) => ({
  breaks: `UPDATE ${table} SET ${column} = ${column} + 1 WHERE ${where}`,
  repairs: `UPDATE ${table} SET ${column} = ${column} - 1 WHERE ${where}`,
});

const lineOf = (service: number, kind: string) => `id = (
  SELECT min(l.id) FROM crm.ledger_line l JOIN crm.ledger_entry e ON e.id = l.entry_id
  JOIN crm.ledger_account a ON a.id = l.account_id WHERE e.service_id = ${service} AND e.kind = 'installation' AND a.kind = '${kind}')`;

const nth = (table: string, owner: string, n: number) =>
  `id = (SELECT id FROM ${table} WHERE ${owner} ORDER BY id OFFSET ${n} LIMIT 1)`;
const wallets = `reseller_id = ${resellerid}`;
const credits = `isp_id = ${ispid} AND action <> 'Use'`;
const lastCredit = `id = (SELECT max(id) FROM crm.credit_usage WHERE isp_id = ${ispid})`;
const paymentOf = (status: string) => `service_id = ${invoiced} AND status = '${status}'`;

const CORRUPTIONS: Corruption[] = [
  {
    what: 'an outstanding amount changed directly',
    ...raised('crm.service', 'os_amt', `id = ${uninvoiced}`),
    seen: { balances: `service ${uninvoiced}`, dues: `service ${uninvoiced}` },
  },
  {
    what: 'a wallet changed directly',
    ...raised('crm.reseller', 'wallet', `id = ${resellerid}`),
    seen: { balances: `wallet ${resellerid}`, wallet_last: `reseller ${resellerid}` },
  },
  {
    what: 'cash changed directly',
    ...raised('auth.login_user', 'cash_balance', `id = ${own.me.userid}`),
    seen: { balances: `cash ${own.me.userid}` },
  },
  {
    what: 'credits changed directly',
    ...raised('crm.isp', 'usage_credits', `id = ${ispid}`),
    seen: { balances: `credits ${ispid}`, credits_last: `ISP ${ispid}` },
  },
  {
    what: 'an unbalanced entry',
    ...raised('crm.ledger_line', 'amt', lineOf(uninvoiced, 'nominal')),
    seen: { entries: 'entry ' },
  },
  {
    what: 'an entry without lines',
    breaks: `INSERT INTO crm.ledger_entry (isp_id, kind, posted_on) VALUES (${ispid}, 'nothing', '2026-11-01')`,
    repairs: `DELETE FROM crm.ledger_entry WHERE kind = 'nothing'`,
    seen: { entries: 'entry ' },
  },
  {
    what: 'an entry with a line of another ISP',
    breaks: `UPDATE crm.ledger_line SET account_id = (SELECT id FROM crm.ledger_account
      WHERE key = 'nominal:${other.ispid}:revenue: Installation') WHERE ${lineOf(uninvoiced, 'nominal')}`,
    repairs: `UPDATE crm.ledger_line SET account_id = (SELECT id FROM crm.ledger_account
      WHERE key = 'nominal:${ispid}:revenue: Installation') WHERE id = (SELECT max(l.id) FROM crm.ledger_line l
      JOIN crm.ledger_entry e ON e.id = l.entry_id JOIN crm.ledger_account a ON a.id = l.account_id
      WHERE e.service_id = ${uninvoiced} AND a.kind = 'nominal' AND a.isp_id <> e.isp_id)`,
    seen: { entries: 'entry ' },
  },
  {
    what: 'a charge above its entry',
    breaks: `UPDATE crm.charge SET net = net + 1, total = total + 1 WHERE service_id = ${uninvoiced}`,
    repairs: `UPDATE crm.charge SET net = net - 1, total = total - 1 WHERE service_id = ${uninvoiced}`,
    seen: { charges: `service ${uninvoiced}, entry ` },
  },
  {
    what: 'a payment above its entry',
    ...raised('crm.payment', 'amt', paymentOf('Paid')),
    seen: { payments: 'payment ' },
  },
  {
    what: 'a cancelled payment above its two entries',
    ...raised('crm.payment', 'amt', paymentOf('Cancelled')),
    seen: { payments: ['payment ', 'payment '] },
  },
  {
    what: 'cash of another login user',
    breaks: `UPDATE crm.payment SET collected_by = ${other.me.userid} WHERE ${paymentOf('Paid')}`,
    repairs: `UPDATE crm.payment SET collected_by = ${own.me.userid} WHERE ${paymentOf('Paid')}`,
    seen: { payments: 'payment ' },
  },
  {
    what: 'an entry without its payment',
    breaks: `UPDATE crm.payment SET service_id = ${uninvoiced} WHERE ${paymentOf('Paid')}`,
    repairs: `UPDATE crm.payment SET service_id = ${invoiced} WHERE service_id = ${uninvoiced}`,
    seen: { payments: 'payment ', origins: `service ${invoiced}, entry ` },
  },
  {
    what: 'a transfer of which a part went elsewhere',
    breaks: `UPDATE crm.ledger_line SET account_id = (SELECT id FROM crm.ledger_account
      WHERE key = 'nominal:${ispid}:revenue: Installation') WHERE id = (SELECT max(l.id) FROM crm.ledger_line l
      JOIN crm.ledger_account a ON a.id = l.account_id WHERE a.key = 'nominal:${ispid}:transfer')`,
    repairs: `UPDATE crm.ledger_line SET account_id = (SELECT id FROM crm.ledger_account
      WHERE key = 'nominal:${ispid}:transfer') WHERE id = (SELECT l.id FROM crm.ledger_line l
      JOIN crm.ledger_entry e ON e.id = l.entry_id JOIN crm.ledger_account a ON a.id = l.account_id
      WHERE e.isp_id = ${ispid} AND e.kind LIKE 'transfer%' AND a.key = 'nominal:${ispid}:revenue: Installation')`,
    seen: { transfers: `isp ${ispid}` },
  },
  {
    what: 'a deposit changed directly',
    ...raised('crm.service', 'deposit', `id = ${uninvoiced}`),
    seen: { deposits: `service ${uninvoiced}` },
  },
  {
    what: 'an adjustment above its entry',
    ...raised('crm.adjustment', 'amt', `isp_id = ${ispid} AND kind = 'Debit'`),
    seen: { adjustments: 'adjustment ' },
  },
  {
    what: 'an entry of another service than its adjustment',
    breaks: `UPDATE crm.adjustment SET service_id = ${uninvoiced} WHERE isp_id = ${ispid} AND kind = 'Debit'`,
    repairs: `UPDATE crm.adjustment SET service_id = ${own.serviceid} WHERE isp_id = ${ispid} AND kind = 'Debit'`,
    seen: { adjustments: 'adjustment ', adjustment_entries: 'entry ' },
  },
  {
    what: 'a credit above its invoice',
    breaks: `UPDATE crm.adjustment SET amt = amt + 1000 WHERE isp_id = ${ispid} AND invoice_id IS NOT NULL`,
    repairs: `UPDATE crm.adjustment SET amt = amt - 1000 WHERE isp_id = ${ispid} AND invoice_id IS NOT NULL`,
    seen: { adjustments: 'adjustment ', credited_invoices: 'invoice ' },
  },
  {
    what: 'an invoice above its lines',
    breaks: `UPDATE crm.invoice SET net = net + 1, total = total + 1 WHERE id = ${invoiceid}`,
    repairs: `UPDATE crm.invoice SET net = net - 1, total = total - 1 WHERE id = ${invoiceid}`,
    seen: { invoices: `invoice ${invoiceid}`, dues: `service ${invoiced}` },
  },
  {
    what: 'an invoice line that differs from its charge',
    ...raised('crm.invoice_line', 'discount', `invoice_id = ${invoiceid}`),
    seen: { invoice_lines: `invoice ${invoiceid}, line 1` },
  },
  {
    what: 'an invoice of another service than its charges',
    breaks: `UPDATE crm.invoice SET service_id = ${uninvoiced} WHERE id = ${invoiceid}`,
    repairs: `UPDATE crm.invoice SET service_id = ${invoiced} WHERE id = ${invoiceid}`,
    seen: { invoice_lines: `invoice ${invoiceid}, line 1`, dues: [`service ${uninvoiced}`, `service ${invoiced}`] },
  },
  {
    what: 'a gap in the invoice numbers',
    ...raised('crm.invoice_counter', 'last_number', `isp_id = ${ispid}`),
    seen: { invoice_numbers: `ISP ${ispid}, seller 0` },
  },
  {
    what: 'an invoice with a number that was not given',
    ...raised(
      'crm.invoice',
      'number',
      `id = (SELECT id FROM crm.invoice WHERE isp_id = ${ispid} ORDER BY number DESC LIMIT 1)`,
    ),
    seen: { invoice_numbers: `ISP ${ispid}, seller 0` },
  },
  {
    what: 'a gap in the numbers of a tax series',
    ...raised('crm.invoice_series', 'last_number', `isp_id = ${ispid}`),
    seen: { tax_numbers: `ISP ${ispid}, series T` },
  },
  {
    what: 'a paid invoice without a payment',
    ...raised('crm.invoice', 'paid_amt', `id = ${invoiceid}`),
    seen: { dues: `service ${invoiced}` },
  },
  {
    what: 'a wallet transaction that does not follow from the one before',
    ...raised('crm.wallet_txn', 'balance', nth('crm.wallet_txn', wallets, 0)),
    seen: { wallet_history: [`reseller ${resellerid}, row `, `reseller ${resellerid}, row `] },
  },
  {
    what: 'a last wallet transaction that differs from the wallet',
    ...raised('crm.wallet_txn', 'balance', nth('crm.wallet_txn', wallets, 2)),
    seen: { wallet_history: `reseller ${resellerid}, row `, wallet_last: `reseller ${resellerid}` },
  },
  {
    what: 'a wallet transaction of another amount than its entry',
    ...raised('crm.wallet_txn', 'amt', nth('crm.wallet_txn', wallets, 1)),
    seen: { wallet_history: `reseller ${resellerid}, row `, wallet_entries: `reseller ${resellerid}, entry ` },
  },
  {
    what: 'a wallet transaction with an unrelated entry',
    breaks: `UPDATE crm.wallet_txn SET entry_id = (SELECT id FROM crm.ledger_entry WHERE isp_id = ${ispid}
      AND kind = 'credits_add') WHERE ${nth('crm.wallet_txn', wallets, 1)}`,
    repairs: `UPDATE crm.wallet_txn SET entry_id = (SELECT id FROM crm.ledger_entry WHERE isp_id = ${ispid}
      AND kind = 'wallet_settlement') WHERE ${nth('crm.wallet_txn', wallets, 1)}`,
    seen: { wallet_entries: [`reseller ${resellerid}, entry `, `reseller ${resellerid}, entry `] },
  },
  {
    what: 'credits that do not follow from those before',
    ...raised('crm.credit_usage', 'balance', nth('crm.credit_usage', credits, 0)),
    seen: { credits_history: [`ISP ${ispid}, row `, `ISP ${ispid}, row `] },
  },
  {
    what: 'last credits that differ from those of the ISP',
    ...raised('crm.credit_usage', 'balance', lastCredit),
    seen: { credits_history: `ISP ${ispid}, row `, credits_last: `ISP ${ispid}` },
  },
  {
    what: 'credits of another amount than their entry',
    ...raised('crm.credit_usage', 'credits', lastCredit),
    seen: { credits_history: `ISP ${ispid}, row `, credits_entries: `ISP ${ispid}, entry ` },
  },
  {
    what: 'a voided period that keeps its credits',
    breaks: `UPDATE crm.period SET voided_at = now() WHERE service_id = ${uninvoiced}`,
    repairs: `UPDATE crm.period SET voided_at = NULL WHERE service_id = ${uninvoiced}`,
    seen: { period_credits: 'period ' },
  },
];

const wrongOf = (findings: Finding[]) => findings.filter(({ wrong }) => wrong > 0);

describe('the ledger', () => {
  it('is correct as the rules write it, and every check had items', async () => {
    const findings = await verifyLedger(api.db);
    expect(wrongOf(findings)).toEqual([]);
    expect(findings.filter(({ checked }) => checked === 0)).toEqual([]);
  });

  it.each(sentences(CORRUPTIONS, ({ what }) => `is wrong with ${what}`))('%s', async (_, { breaks, repairs, seen }) => {
    await withoutTriggers(breaks);
    const wrong = wrongOf(await verifyLedger(api.db));
    await withoutTriggers(repairs);
    const expected = Object.entries(seen).map(([name, items]) => {
      const problems = [items].flat().map((item) => expect.stringMatching(new RegExp(`^${item}[^:]*: `)));
      return expect.objectContaining({ name, wrong: problems.length, problems });
    });
    expect(wrong).toHaveLength(expected.length);
    expect(wrong).toEqual(expect.arrayContaining(expected));
    expect(wrongOf(await verifyLedger(api.db))).toEqual([]);
  });

  it('is corrupted in a way that each check finds', async () => {
    const names = (await verifyLedger(api.db)).map(({ name }) => name);
    expect(new Set(CORRUPTIONS.flatMap(({ seen }) => Object.keys(seen)))).toEqual(new Set(names));
  });

  it('that is wrong in many ways shows the first twenty and counts all', async () => {
    await withoutTriggers(`INSERT INTO crm.ledger_entry (isp_id, kind, posted_on)
      SELECT ${ispid}, 'nothing', '2026-11-01' FROM generate_series(1, 21)`);
    const [found] = wrongOf(await verifyLedger(api.db));
    await withoutTriggers(`DELETE FROM crm.ledger_entry WHERE kind = 'nothing'`);
    expect([found?.name, found?.wrong, found?.problems.length]).toEqual(['entries', 21, 20]);
  });

  it('is read by a connection that others use afterwards', async () => {
    const { pool } = api.db;
    await pool.query('SELECT 1');
    const connections = pool.totalCount;
    await verifyLedger(api.db);
    expect(pool.totalCount).toBe(connections);
  });

  it('is read in one snapshot and not locked', async () => {
    let moved = false;
    const findings = await verifyLedger(api.db, {
      each: async () => {
        if (!moved) await withoutTriggers(`UPDATE crm.isp SET usage_credits = usage_credits + 1 WHERE id = ${ispid}`);
        moved = true;
      },
    });
    expect(wrongOf(findings)).toEqual([]);
    await withoutTriggers(`UPDATE crm.isp SET usage_credits = usage_credits - 1 WHERE id = ${ispid}`);
  });

  it('is not read further once the check is cancelled', async () => {
    const stop = new AbortController();
    const reading = verifyLedger(api.db, { signal: stop.signal, each: () => stop.abort() });
    const closed = closedConnections();
    await expect(reading).rejects.toThrow();
    // PostgreSQL may still cancel what is sent on that connection next.
    await expect.poll(closed).toBe(1);
    expect(wrongOf(await verifyLedger(api.db))).toEqual([]);
  });
});

/** How many connections of the pool are closed from now on. */
function closedConnections(): () => number {
  let closed = 0;
  const count = () => {
    closed++;
  };
  api.db.pool.on('remove', count);
  onTestFinished(() => {
    api.db.pool.off('remove', count);
  });
  return () => closed;
}

describe('ledger verify', () => {
  it('prints a line for each check', async () => {
    const { code, out, err } = await cli();
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(`The ledger is correct: ${lines.length - 1} checks passed.`);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^ok [a-z_]+: .+ \(\d+ checked, 0 wrong\)$/);
  });

  it('ends with exit code 1 and the ids of what is wrong', async () => {
    const { breaks, repairs } = raised('crm.service', 'os_amt', `isp_id IN (${ispid}, ${other.ispid})`);
    await withoutTriggers(breaks);
    const { code, out, err } = await cli();
    await withoutTriggers(repairs);
    expect([code, err]).toEqual([1, expect.stringMatching(/^The ledger is wrong: 2 of \d+ checks failed\.\n$/)]);
    expect(out).toMatch(/^WRONG balances: .+ \(\d+ checked, 8 wrong\)$/m);
    expect(out).toContain(`\n  service ${uninvoiced}: shows 501.00, the ledger has 500.00\n`);
  });

  it('says that a database without tables has nothing to verify', async () => {
    const outcome = await command({ DATABASE_URL: await emptyDatabaseUrl() }, 'ledger', 'verify');
    expect(outcome).toEqual({ code: 1, out: '', err: 'The database has no ledger yet: run migrate first.\n' });
  });
});
