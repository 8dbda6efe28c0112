import { Registry } from 'prom-client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UNSHARED } from '../../../../src/db/named-locks.ts';
import { SCHEDULE } from '../../../../src/jobs/schedule.ts';
import { authorise } from '../../../../src/radius/policy/authorise.ts';
import { readFacts } from '../../../../src/radius/state/directory/facts.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { settings: { np_grace_days: 3 } });
  // Stands for any cause: a service in this table cannot open a period.
  await api.db.pool.query(`
    CREATE TABLE public.broken (service_id integer PRIMARY KEY);
    CREATE FUNCTION public.break_period() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF EXISTS (SELECT FROM public.broken b WHERE b.service_id = new.service_id) THEN
        RAISE EXCEPTION 'bigint out of range' USING ERRCODE = '22003';
      END IF;
      RETURN new;
    END $$;
    CREATE TRIGGER break BEFORE INSERT ON crm.period FOR EACH ROW EXECUTE FUNCTION public.break_period()`);
});
beforeEach(() => shop.day('2026-03-10'));

const broken = async (service: Subscriber) => {
  await api.db.pool.query('INSERT INTO public.broken VALUES ($1)', [service.id]);
};
const mended = () => api.db.pool.query('DELETE FROM public.broken');
const problems = (as: Credentials = shop.me, filters: Record<string, string | number> = {}) =>
  api.ok<Record<string, string>[]>('isp/problems', filters, as);
/** The outcome of a login at noon of a day. */
const access = (service: Subscriber, day: string) =>
  api.db.transaction(async (tx) => {
    const facts = await readFacts(tx, service.id);
    if (!facts) throw new Error(`service ${service.id} is not there`);
    const now = Date.parse(`${day}T12:00:00+05:30`);
    const nas = { serves: () => true, ipv6Mode: 'off', interimIntervalS: 300 } as const;
    const decision = authorise({ service: facts, nas, mac: null, now });
    if (!decision.ok) return decision.reason;
    return { pool: decision.profile.pool, until: decision.profile.sessionTimeoutS, why: decision.reason };
  });
async function metric() {
  const metrics = new Registry();
  await SCHEDULE.find(({ name }) => name === 'show-service-problems')?.run(
    { ...api.kernel, metrics },
    { signal: new AbortController().signal, progress: () => undefined, locks: UNSHARED },
  );
  return (await metrics.metrics()).match(/^lastmile_service_problems (\d+)$/m)?.[1];
}

describe('a service that cannot be advanced to today', () => {
  it('is listed with what failed, since when and how often, and does not affect others; a success ends it', async () => {
    const [before, bad, after] = [await shop.subscribe(), await shop.subscribe(), await shop.subscribe()];
    await broken(bad);
    expect(await problems()).toEqual([]);
    expect(await metric()).toBe('0');
    expect(await shop.advanceOn('2026-04-10')).toMatchObject({ failed: 1 });
    for (const other of [before, after]) expect(await other.summary()).toMatch(/^Active 2026-04-10 /);
    const since = { serviceid: String(bad.id), username: bad.username, since: '2026-04-10 12:00:00' };
    const shown = { problem: 'an amount or a volume is out of range', access_upto: '2026-04-13', status: 'Active' };
    expect(await problems()).toEqual([expect.objectContaining({ ...since, ...shown, attempts: '1' })]);
    await shop.advanceOn('2026-04-11');
    expect(await problems()).toEqual([
      expect.objectContaining({ ...since, ...shown, attempts: '2', attempted_at: '2026-04-11 12:00:00' }),
    ]);
    expect(await metric()).toBe('1');
    await mended();
    expect(await shop.advance()).toMatchObject({ failed: 0 });
    expect(await problems()).toEqual([]);
    expect(await metric()).toBe('0');
    expect(await bad.summary()).toMatch(/^Active 2026-04-10 /);
  });

  it('keeps its access for the days of grace only', async () => {
    const bad = await shop.subscribe();
    await broken(bad);
    await shop.advanceOn('2026-04-10');
    await shop.advanceOn('2026-04-12');
    expect(await access(bad, '2026-04-13')).toEqual({ pool: null, until: 12 * 3600, why: null });
    const why = 'the service could not be billed, and its access ended with 2026-04-13';
    expect(await access(bad, '2026-04-14')).toMatchObject({ pool: 'blocked_pool', why });
    await mended();
    await shop.advanceOn('2026-04-14');
    expect(await access(bad, '2026-04-14')).toMatchObject({ pool: null, why: null });
  });

  it('is no longer listed once staff did the step, or once it is deleted', async () => {
    const [helped, gone] = [await shop.subscribe(), await shop.subscribe({ discount_percent: 100 })];
    await broken(helped);
    await broken(gone);
    await shop.advanceOn('2026-04-10');
    expect(await problems()).toHaveLength(2);
    await mended();
    await helped.does('renew');
    await api.ok('service/delete', { serviceid: gone.id }, shop.me);
    expect(await metric()).toBe('1');
    await shop.advance();
    expect(await problems()).toEqual([]);
    expect(await metric()).toBe('0');
  });

  it('is notified to the nodes at once, and only if its access changes', async () => {
    const bad = await shop.subscribe();
    await broken(bad);
    const heard: string[] = [];
    const unlisten = await api.db.listen('directory', (notice) => {
      if (notice.type === 'notice') heard.push(notice.payload);
    });
    await shop.advanceOn('2026-04-10');
    await shop.advanceOn('2026-04-11');
    await expect.poll(() => heard).toContain(`service:${bad.id}`);
    await api.db.pool.query(`NOTIFY directory, 'the end'`);
    await expect.poll(() => heard).toContain('the end');
    expect(heard.filter((each) => each === `service:${bad.id}`)).toHaveLength(1);
    await unlisten();
    await mended();
    await shop.advance();
  });

  it('is visible to those who see the service', async () => {
    const [north, south] = [await shop.reseller(), await shop.reseller()];
    const [one, other] = [await shop.subscribe({}, north), await shop.subscribe({}, south)];
    await broken(one);
    await broken(other);
    await shop.advanceOn('2026-04-10');
    const ids = async (as: Credentials, filters = {}) =>
      (await problems(as, filters)).map(({ serviceid }) => serviceid);
    expect(await ids(shop.me)).toEqual([String(one.id), String(other.id)]);
    expect(await ids(shop.me, { resellerid: south })).toEqual([String(other.id)]);
    expect(await ids(shop.me, { rows_limit: 1, rows_offset: 1 })).toEqual([String(other.id)]);
    expect(await api.ok('isp/problems', { show_count: 1 }, shop.me)).toBe(2);
    expect(await ids(await shop.user({ resellerid: north }))).toEqual([String(one.id)]);
    const stranger = await Shop.open(api, { on: '2026-04-10' });
    expect(await ids(stranger.me, { serviceid: one.id })).toEqual([]);
    await mended();
    await shop.advance();
  });
});
