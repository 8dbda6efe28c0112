import { readFile } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../../src/areas/money/billing/verify/verify.ts';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
const { pool } = api.db;
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api);
});
beforeEach(() => shop.day('2026-03-10'));

const TAKEN = ['deposit bank 500.00', 'deposit deposit -500.00'];
/** What the ledger has of deposits. */
const held = async (service: Subscriber) => (await service.ledger()).filter((line) => line.startsWith('deposit'));
const deleted = (serviceid: number) => api.call('service/delete', { serviceid }, shop.me);

describe('the deposit of a service', () => {
  it('is in the ledger, and no part of the outstanding amount', async () => {
    const service = await shop.subscribe({ deposit: 500 });
    expect(await held(service)).toEqual(TAKEN);
    expect(await service.shown()).toMatchObject({ deposit: '500.00', os_amt: '0.00' });
    const statement = await api.ok('service/statement', { serviceid: service.id }, shop.me);
    expect(statement).toMatchObject({ closing_balance: '0.00', count: 0 });
  });

  it('does not pay for a prepaid month', async () => {
    const service = await shop.subscribe({ deposit: 500, prepaid_postpaid: 'Prepaid' });
    expect(await service.summary()).toBe('NewRequest - - 0.00');
    await service.pay(499);
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 0.00');
  });

  it('does not move the wallet of a franchisee', async () => {
    const resellerid = await shop.franchisee(100);
    const service = await shop.subscribe({ deposit: 500 }, resellerid);
    expect(await held(service)).toEqual(TAKEN);
    expect(await api.ok('reseller/list', { resellerid }, shop.me)).toMatchObject([{ wallet: '100.00' }]);
  });

  it('is returned once, when the service is deleted', async () => {
    const service = await shop.subscribe({ deposit: 500, prepaid_postpaid: 'Prepaid' });
    shop.day('2026-03-12');
    const answers = await Promise.all([deleted(service.id), deleted(service.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await held(service)).toEqual([...TAKEN, 'deposit_reversal bank -500.00', 'deposit_reversal deposit 500.00']);
    const { rows } = await pool.query(
      `SELECT r.posted_on, r.reverses_id = t.id AS of_it FROM crm.ledger_entry r
       JOIN crm.ledger_entry t ON t.dedupe_key = 'deposit:' || $1::integer WHERE r.kind = 'deposit_reversal' AND r.service_id = $1`,
      [service.id],
    );
    expect(rows).toEqual([{ posted_on: '2026-03-12', of_it: true }]);
  });

  it('is kept if the deletion is refused', async () => {
    const service = await shop.subscribe({ deposit: 500 });
    await service.pay(10);
    expect((await deleted(service.id)).status).toBe(409);
    expect(await held(service)).toEqual(TAKEN);
  });

  it('of 0 is not in the ledger', async () => {
    const service = await shop.subscribe();
    expect((await deleted(service.id)).status).toBe(200);
    expect(await held(service)).toEqual([]);
  });
});

it('the migration posts earlier deposits once', async () => {
  const [one, other] = [await shop.subscribe({ deposit: 500 }), await shop.subscribe({ deposit: 70.5 })];
  const gone = await shop.subscribe({ deposit: 30 });
  await deleted(gone.id);
  const ids = [one.id, other.id, gone.id];
  const entries = `SELECT id FROM crm.ledger_entry WHERE service_id = ANY($1) AND kind LIKE 'deposit%'`;
  for (const table of ['ledger_line', 'ledger_entry']) {
    await pool.query(`ALTER TABLE crm.${table} DISABLE TRIGGER USER`);
    await pool.query(`DELETE FROM crm.${table} WHERE ${table === 'ledger_line' ? 'entry_id' : 'id'} IN (${entries})`, [
      ids,
    ]);
    await pool.query(`ALTER TABLE crm.${table} ENABLE TRIGGER USER`);
  }
  const wrong = async () => (await verifyLedger(api.db)).flatMap(({ problems }) => problems);
  expect(await wrong()).toEqual(
    [one, other].map(({ id }) => expect.stringMatching(`^service ${id}: has a deposit of .*, the ledger holds 0$`)),
  );
  const folder = new URL('../../../../prisma/migrations/20261121001600_deposits/', import.meta.url);
  const migration = await readFile(new URL('migration.sql', folder), 'utf8');
  await pool.query(migration);
  await pool.query(migration);
  expect(await wrong()).toEqual([]);
  expect(await held(other)).toEqual(['deposit bank 70.50', 'deposit deposit -70.50']);
  expect(await held(gone)).toEqual([]);
});
