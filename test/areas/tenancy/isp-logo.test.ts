import { beforeAll, describe, expect, it, vi } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { chunk, png } from '../../fixtures/png.ts';
import { Shop } from '../../fixtures/subscriber.ts';

const api = await startApi();
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { on: '2026-03-10', settings: { portal: 'Password' } });
});

/** Sixteen grey pixels by sixteen, with a remark where cameras say where they were. */
const JPEG = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.from('ffe1000a', 'hex'),
  Buffer.from('a secret', 'latin1'),
  Buffer.from(`ffdb004300${'01'.repeat(64)}ffc0000b080010001001011100`, 'hex'),
  Buffer.from(`ffc400140001${'00'.repeat(15)}00ffc400141001${'00'.repeat(15)}00`, 'hex'),
  Buffer.from('ffda0008010100003f0000ffd9', 'hex'),
]);

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : String((statement as { text?: unknown }).text);

const set = (content: Buffer | string) =>
  api.call('isp/logo_set', { logo: Buffer.from(content).toString('base64') }, shop.me);
const address = async () => (await api.ok<{ logo: string }>('isp/settings', {}, shop.me)).logo;
const at = (path: string) => fetch(`${api.url}${path}`);
const bytesAt = async (path: string) => Buffer.from(await (await at(path)).arrayBuffer());

describe('a logo', () => {
  it.each([
    ['PNG', 'image/png', png(40, 20, { more: [chunk('tEXt', Buffer.from('a secret'))] })],
    ['JPEG', 'image/jpeg', JPEG],
  ])(
    'as %s is served as what it is, without what it says besides, and nothing in it runs',
    async (_, type, content) => {
      expect(await set(content)).toMatchObject({ status: 200, result: 'done' });
      const path = await address();
      expect(path).toMatch(new RegExp(`^/logo/${shop.ispid}/[0-9a-f]{24}$`));
      const { status, headers } = await at(path);
      expect([status, headers.get('content-type')]).toEqual([200, type]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toContain('immutable');
      const served = await bytesAt(path);
      expect(served.toString('latin1')).not.toContain('a secret');
      expect(served.subarray(0, 8)).toEqual(content.subarray(0, 8));
    },
  );

  it.each([
    ['SVG', SVG, 'must be a PNG or JPEG picture'],
    ['text', 'hello', 'must be a PNG or JPEG picture'],
    ['a PNG that is cut off', png(40, 40).subarray(0, -20), /is not a complete PNG/],
    ['a PNG with other octets', Buffer.from(png(40, 40)).fill(7, 50, 52), /is not a complete PNG/],
    ['a PNG with fewer pixels than it says', png(40, 40, { pixels: 100 }), /is not a complete PNG/],
    ['a PNG with more pixels than it says', png(40, 40, { pixels: 8_000_000 }), /is not a complete PNG/],
    ['a PNG of two sizes', png(40, 40, { more: [png(20, 20).subarray(8, 33)] }), /is not a complete PNG/],
    ['a PNG that is too wide', png(1_001, 16), 'must be 16 to 1000 pixels wide and high; this picture is 1001 × 16'],
    ['a PNG of half the world', png(60_000, 60_000, { pixels: 10 }), /this picture is 60000 × 60000$/],
    ['a dot', png(1, 1), /this picture is 1 × 1$/],
    ['a JPEG without its end', JPEG.subarray(0, -2), /is not a complete JPEG/],
    ['a JPEG without its picture', JPEG.subarray(0, 40), /is not a complete JPEG/],
    ['too much', Buffer.alloc(50_001, 1), 'must have at most 50000 bytes; this picture has 50001'],
    ['far too much', Buffer.alloc(100_000, 1), /^must be a PNG or JPEG picture of at most 50000 bytes, in base64$/],
  ])('is refused as %s, and the one before stays', async (_, content, problem) => {
    await set(png(40, 20));
    const before = await address();
    const { status, error } = await set(content as Buffer);
    expect(status).toBe(400);
    const text = String(error).replace(/^logo: /, '');
    if (problem instanceof RegExp) expect(text).toMatch(problem);
    else expect(text).toBe(problem);
    expect(await address()).toBe(before);
    expect((await at(before)).status).toBe(200);
  });

  it('is on the pages of the ISP, its invoices and its receipts, until it is removed', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.does('renew');
    const payment = await service.pay(10);
    const [{ id = '' } = {}] = await service.invoices();
    const files = async () => [
      (await api.call('invoice/pdf', { id }, shop.me)).result as Buffer,
      (await api.call('payment/receipt', { id: payment }, shop.me)).result as Buffer,
    ];
    const pictures = async () => (await files()).map((file) => file.includes('/Subtype /Image'));
    for (const picture of [png(40, 20), JPEG]) {
      await set(picture);
      expect(await pictures()).toEqual([true, true]);
      expect(await files()).toEqual(await files());
    }
    const logo = await address();
    const asked = encodeURIComponent(JSON.stringify({ json: { ispid: shop.ispid } }));
    const answer = await (await at(`/trpc/portal.page?input=${asked}`)).json();
    expect(answer).toMatchObject({ result: { data: { json: { logo } } } });
    expect(await api.call('isp/logo_set', {}, shop.me)).toMatchObject({ status: 200 });
    expect([await address(), ...(await pictures())]).toEqual(['', false, false]);
    await set(png(30, 30));
    expect((await at(logo.replace(/.$/, logo.endsWith('0') ? '1' : '0'))).status).toBe(404);
  });

  it('costs the database no more than a look a second, however many addresses are made up, and a new one is served at once', async () => {
    await set(png(50, 50));
    const query = vi.spyOn(api.db.pool, 'query');
    const startedAt = performance.now();
    const madeUp = Array.from({ length: 300 }, (_, at) =>
      fetch(`${api.url}/logo/${at % 3 === 0 ? shop.ispid : at + 1_000}/${String(at).padStart(24, '0')}`),
    );
    const [served, ...refused] = await Promise.all([at(await address()), ...madeUp]);
    const looks = query.mock.calls.filter(([statement]) => textOf(statement).includes("logo <> ''")).length;
    const readings = query.mock.calls.filter(([statement]) => textOf(statement).includes('crm.isp_logo')).length;
    query.mockRestore();
    expect(served.status).toBe(200);
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([404]));
    expect(looks).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 1_000);
    expect(readings).toBeLessThanOrEqual(1);
  });

  it('is set by who may write the settings, for his ISP', async () => {
    const other = await Shop.open(api, { on: '2026-03-10' });
    const logo = png(20, 20).toString('base64');
    const theirs = await api.call('isp/logo_set', { ispid: shop.ispid, logo }, other.me);
    expect([403, 404]).toContain(theirs.status);
    const support = await shop.user({ groupname: 'Employee', roles: 'Support', resellerid: 0 });
    expect((await api.call('isp/logo_set', { logo }, support)).status).toBe(403);
    expect(await api.ok<{ logo: string }>('isp/settings', {}, other.me)).toMatchObject({ logo: '' });
  });
});
