import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  // 10 GB at full speed, then unlimited at a reduced speed.
  shop = await Shop.open(api, { plan: { bw1_gb: 10, bw2_gb: 0, bw2_dl: 1024, bw2_ul: 512 } });
});
beforeEach(() => shop.day('2026-03-10'));

const level = async (service: Subscriber) => (await service.shown()).bw_level;
/** Level 1 volume and its used part, in GB. */
const volumes = async ({ id }: Subscriber) => {
  const { rows } = await api.db.pool.query(
    `SELECT (level1_bytes / 2^30)::text AS all, (level1_used / 2^30)::text AS used FROM radius.usage WHERE service_id = $1`,
    [id],
  );
  return `${rows[0].used} of ${rows[0].all}`;
};
const topups = async ({ id }: Subscriber) =>
  (await api.db.prisma.topup.findMany({ where: { serviceId: id }, orderBy: { id: 'asc' } })).map(
    ({ type, bytesUsed, endedAt }) => `${type} ${Number(bytesUsed) / 2 ** 30} ${endedAt ? 'ended' : 'open'}`,
  );
const expiring = (gb: number) => ({ gb, amt: 10, type: 'Expiring' });
const lasting = (gb: number) => ({ gb, amt: 10, type: 'NonExpiring' });

describe('a top-up', () => {
  it('counts at once, and returns a service to level 1', async () => {
    const service = await shop.subscribe();
    await service.uses(12);
    expect(await level(service)).toBe('2');
    await service.dialIn();
    await service.effects();
    await service.topUp(expiring(3));
    expect(await level(service)).toBe('1');
    expect(await service.effects()).toContain('session_refresh');
    expect(await volumes(service)).toBe('10 of 13');
    await service.uses(4);
    expect(await level(service)).toBe('2');
  });

  it('is charged with its taxes: prepaid at once, postpaid with the next invoice', async () => {
    const taxed = await Shop.open(api, { on: '2026-03-10', settings: { taxes: 'GST:18' }, plan: { amt1: 0 } });
    const [postpaid, prepaid] = [await taxed.subscribe(), await taxed.subscribe({ prepaid_postpaid: 'Prepaid' })];
    const plan = { name: 'Weekend', gb: 5, amt: 99, type: 'NonExpiring', resellerid: 0 };
    const topup_planid = await api.ok<number>('topupplan/create', plan, taxed.me);
    for (const service of [postpaid, prepaid]) {
      expect((await service.topUp({ topup_planid })).error).toBeNull();
      expect((await service.ledger()).slice(-3)).toEqual([
        'topup service 116.82',
        'topup revenue: Top-up -99.00',
        'topup tax: GST -17.82',
      ]);
    }
    expect(await postpaid.invoices()).toEqual([]);
    expect((await prepaid.invoices()).map(({ total }) => total)).toEqual(['116.82']);
    expect(await topups(postpaid)).toEqual(['NonExpiring 0 open']);
  });

  it('ends with the period if it expires, else its rest continues', async () => {
    const service = await shop.subscribe();
    await service.pay(2000);
    await service.topUp(lasting(5));
    await service.topUp(expiring(2));
    // What expires first is used first: 2 of the expiring top-up, 10 of the plan, 1 of the other top-up.
    await service.uses(13);
    await service.does('renew');
    expect(await topups(service)).toEqual(['NonExpiring 1 open', 'Expiring 2 ended']);
    expect(await volumes(service)).toBe('0 of 14');
    expect(await service.shown()).toMatchObject({ used_gb: '0.000', bw_level: '1' });
    await shop.advanceOn('2026-04-11');
    await service.uses(14);
    await shop.advanceOn('2026-05-11');
    expect(await topups(service)).toEqual(['NonExpiring 5 ended', 'Expiring 2 ended']);
    expect(await volumes(service)).toBe('0 of 10');
  });

  it('is refused if there is no volume to add to, and without a price or a plan', async () => {
    const unlimited = await shop.subscribe(await shop.plan({ bw1_gb: 0 }));
    expect((await unlimited.topUp(expiring(1))).error).toContain('has unlimited data');
    const service = await shop.subscribe();
    const { status, error } = await service.topUp({ gb: 1 });
    expect(status).toBe(400);
    expect(error).toContain('amt: is required without topup_planid');
    expect(error).toContain('type: is required without topup_planid');
    await service.does('npd');
    expect((await service.topUp(expiring(1))).status).toBe(409);
    shop.day('2026-04-11');
    const over = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    expect((await over.topUp(expiring(1))).error).toContain(`service ${over.id} is NewRequest`);
    expect(await topups(service)).toEqual([]);
  });

  it.each([
    [{ gb: 0 }, 'gb: must be a number from 0.001 to 9999999 with at most 3 decimals'],
    [{ gb: -1 }, 'gb: must be a number from 0.001 to 9999999 with at most 3 decimals'],
    [{ gb: '0.0001' }, 'gb: must be a number from 0.001 to 9999999 with at most 3 decimals'],
    [{ gb: 10_000_000 }, 'gb: must be a number from 0.001 to 9999999 with at most 3 decimals'],
    [{ gb: '1e3' }, 'gb: must be a number from 0.001 to 9999999 with at most 3 decimals'],
    [{ amt: -1 }, 'amt: must be a number from 0 to 9999999999.99 with at most 2 decimals'],
  ])('of %j is refused', async (fields, error) => {
    const service = await shop.subscribe();
    expect(await service.topUp({ ...expiring(1), ...fields })).toMatchObject({ status: 400, error });
    expect(await topups(service)).toEqual([]);
  });

  it('is refused if the open top-ups would exceed the maximum, also as a preview', async () => {
    const service = await shop.subscribe();
    const most = { ...lasting(9_999_999), amt: 0 };
    for (let times = 0; times < 10; times++) expect((await service.topUp(most)).error).toBeNull();
    const error = `gb: the top-ups of service ${service.id} would come to 99999999.99 GB, above the limit of 99999999 GB`;
    expect((await service.topUp({ ...lasting(9), amt: 0 })).error).toBeNull();
    for (const preview of ['Y', 'N'])
      expect(await service.topUp({ ...lasting(0.99), amt: 0, preview })).toMatchObject({ status: 409, error });
  });

  it('of any stored volume does not prevent a renewal', async () => {
    const service = await shop.subscribe(await shop.plan({ bw1_gb: 999_999_999, data_carryover: 'Y' }));
    await service.pay(2000);
    const { periodId, ispId } = await api.db.prisma.service.findUniqueOrThrow({ where: { id: service.id } });
    for (let times = 0; times < 9; times++)
      await api.db.pool.query(
        `INSERT INTO crm.topup (isp_id, service_id, period_id, type, gb, amt, bytes_total)
         VALUES ($1, $2, $3, 'NonExpiring', 999999999, 0, 999999999 * 2::bigint ^ 30)`,
        [ispId, service.id, periodId],
      );
    for (const month of ['04', '05', '06']) {
      expect(await shop.advanceOn(`2026-${month}-10`)).toMatchObject({ failed: 0 });
      expect((await service.shown()).valid_from).toBe(`2026-${month}-10`);
    }
    expect((await service.topUp(expiring(1))).status).toBe(409);
  });

  it('is refused if the outstanding amount would exceed its maximum', async () => {
    const service = await shop.subscribe();
    const dear = { gb: 1, amt: '9999999999.99', type: 'Expiring' };
    for (let times = 0; times < 10; times++) expect((await service.topUp(dear)).error).toBeNull();
    expect(await service.topUp(dear)).toMatchObject({
      status: 409,
      error: 'the outstanding amount would rise to 109999999999.89, above the limit of 99999999999.99',
    });
    await shop.advanceOn('2026-04-10');
    expect((await service.shown()).os_amt).toBe('99999999999.90');
  });

  it('is refused above the credit limit', async () => {
    const service = await shop.subscribe({ credit_limit: 15 });
    expect((await service.topUp(expiring(1))).error).toBeNull();
    expect((await service.topUp(expiring(1))).error).toContain('would rise to 20.00, above the credit limit of 15.00');
    expect(await volumes(service)).toBe('0 of 11');
  });

  it('counts twice if bought twice concurrently', async () => {
    const service = await shop.subscribe();
    await Promise.all([service.topUp(expiring(1)), service.topUp(lasting(2)), service.uses(3)]);
    expect(await volumes(service)).toBe('3 of 13');
    expect((await service.shown()).os_amt).toBe('20.00');
  });
});

describe('unused volume of the plan', () => {
  it('is carried over once, into the next period only', async () => {
    const plan = await shop.plan({ bw1_gb: 10, data_carryover: 'Y', bw2_gb: 0, bw2_dl: 1024, bw2_ul: 512 });
    const service = await shop.subscribe(plan);
    await service.pay(2000);
    await service.uses(4);
    await shop.advanceOn('2026-04-10');
    expect(await volumes(service)).toBe('0 of 16');
    await service.uses(1);
    await shop.advanceOn('2026-05-10');
    // 5 of the carried 6 have expired; the plan's own 10 are unused.
    expect(await volumes(service)).toBe('0 of 20');
    await service.uses(12);
    await shop.advanceOn('2026-06-10');
    expect(await volumes(service)).toBe('0 of 18');
  });

  it('is not carried over unless the plan says so', async () => {
    const service = await shop.subscribe();
    await service.uses(4);
    await shop.advanceOn('2026-04-10');
    expect(await volumes(service)).toBe('0 of 10');
  });

  it('continues under a new plan within a postpaid period, less what was used', async () => {
    const service = await shop.subscribe();
    await service.uses(4);
    await service.topUp(lasting(1));
    await service.changePlan(await shop.plan({ bw1_gb: 30 }), 'immediately');
    expect(await volumes(service)).toBe('0 of 27');
  });
});
