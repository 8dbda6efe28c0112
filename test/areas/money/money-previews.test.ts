import { expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../fixtures/ledger.ts';
import { Shop } from '../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
const shop = await Shop.open(api);

/** Everything that a change of a wallet or of credits could write. */
async function everything(): Promise<unknown> {
  const { rows } = await api.db.pool.query(`
    SELECT (SELECT jsonb_agg(r ORDER BY id) FROM crm.reseller r) AS resellers, (SELECT jsonb_agg(i ORDER BY id) FROM crm.isp i) AS isps,
      (SELECT count(*) FROM crm.ledger_entry) AS entries, (SELECT count(*) FROM crm.ledger_account) AS accounts,
      (SELECT count(*) FROM crm.wallet_txn) AS wallet, (SELECT count(*) FROM crm.credit_usage) AS credits`);
  return rows;
}

async function previewed(path: string, parameters: Record<string, string | number>, as = shop.me) {
  const before = await everything();
  const shown = await api.call(path, { ...parameters, preview: 'Y' }, as);
  expect(await everything()).toEqual(before);
  return shown;
}

it.each([
  ['TopUp', '250.00', { txn_code: 'Topup', amt: '250.00', balance: '350.00' }],
  ['Settlement', '150.00', { txn_code: 'Settlement', amt: '-150.00', balance: '-50.00' }],
  ['Adj', '-0.01', { txn_code: 'Adj', amt: '-0.01', balance: '99.99' }],
])('the preview of %s of a wallet is the transaction that it makes, and changes nothing', async (action, amt, row) => {
  const update = { resellerid: await shop.franchisee(100), action, amt };
  expect(await previewed('reseller/wallet_update', update)).toMatchObject({ status: 200, result: row });
  expect(await api.ok('reseller/wallet_update', update, shop.me)).toBe('done');
  const made = await api.ok<unknown[]>('reseller/wallet_txn', { resellerid: update.resellerid }, shop.me);
  expect(made.at(-1)).toMatchObject(row);
});

it('a wallet update that would be refused is refused as a preview', async () => {
  const resellerid = await shop.franchisee(100);
  const refused: [Record<string, string | number>, number][] = [
    [{ resellerid, action: 'Settlement', amt: '200.01' }, 409],
    [{ resellerid, action: 'Adj', amt: 0 }, 400],
    [{ resellerid: 999_999, action: 'TopUp', amt: 1 }, 404],
    [{ resellerid: await shop.reseller(), action: 'Settlement', amt: '0.01' }, 409],
    [{ resellerid, action: 'TopUp', amt: -1 }, 400],
    [{ resellerid, ispid: 999_999, action: 'TopUp', amt: 1 }, 404],
  ];
  for (const [update, status] of refused) {
    const { error } = await api.call('reseller/wallet_update', update, shop.me);
    expect(await previewed('reseller/wallet_update', update)).toMatchObject({ status, error });
  }
});

it('a wallet update without an amount says what it may be', async () => {
  const resellerid = await shop.franchisee(100);
  for (const [action, problem] of [
    ['Adj', 'must not be 0'],
    ['TopUp', 'must be above 0 for TopUp'],
    ['Settlement', 'must be above 0 for Settlement'],
  ] as const)
    expect(await api.call('reseller/wallet_update', { resellerid, action, amt: 0 }, shop.me)).toMatchObject({
      ...{ status: 400, error: `amt: ${problem}` },
    });
});

it('the preview of credits is the change that it makes, and changes nothing', async () => {
  const { ispid } = shop;
  for (const [action, credits, change, balance] of [
    ['Add', 10, '10.00', '10.00'],
    ['Less', 4, '-4.00', '6.00'],
    ['Set', 1, '-5.00', '1.00'],
  ] as const) {
    const update = { ispid, action, credits };
    const row = { action, credits: change, balance };
    expect(await previewed('isp/credits_update', update, api.admin)).toMatchObject({ status: 200, result: row });
    expect(await api.ok('isp/credits_update', update, api.admin)).toBe('Done');
    expect((await api.ok<unknown[]>('isp/credits_usage', { ispid }, shop.me)).at(-1)).toMatchObject(row);
  }
  expect(await previewed('isp/credits_update', { ispid, action: 'Set', credits: 1 }, api.admin)).toMatchObject({
    result: { action: 'Set', credits: '0.00', balance: '1.00' },
  });
  expect(await previewed('isp/credits_update', { ispid, action: 'Less', credits: 2 }, api.admin)).toMatchObject({
    status: 409,
    error: `credits: ISP ${ispid} has only 1.00`,
  });
});

it('no balance exceeds what its column holds, with room for later charges', async () => {
  const fresh = await Shop.open(api);
  const most = '9999999999.99';
  const { id: serviceid } = await fresh.subscribe();
  // A subscriber takes a credit.
  const { ispid } = await Shop.open(api);
  const wallet = async (action: string) => ({ resellerid: await fresh.franchisee(0), action, amt: most });
  const moves: [string, Record<string, string | number>, string][] = [
    ['isp/credits_update', { ispid, action: 'Add', credits: most }, `credits: ISP ${ispid} would have`],
    ['reseller/wallet_update', await wallet('TopUp'), 'amt: the wallet would rise to'],
    ['reseller/wallet_update', await wallet('Adj'), 'amt: the wallet would rise to'],
    ['payment/new', { serviceid, amt: most, mode: 'Online' }, 'the outstanding amount would fall to -'],
  ];
  for (const [path, parameters, what] of moves) {
    const as = path.startsWith('isp/') ? api.admin : fresh.me;
    for (let times = 0; times < 10; times++) await api.ok(path, parameters, as);
    const more = (sum: string) =>
      api.call(path, { ...parameters, ['credits' in parameters ? 'credits' : 'amt']: sum }, as);
    expect(await more('0.09')).toMatchObject({ status: 200 });
    const { status, error } = await more('0.01');
    expect([path, status, error]).toEqual([path, 409, expect.stringContaining(`${what}`)]);
    expect(error).toMatch(/the limit of -?99999999999\.99$/);
  }
});
