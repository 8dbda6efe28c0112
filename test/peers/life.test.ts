import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from './support/api.ts';
import { makeTenant } from './support/example.ts';
import { Installation, type Node } from './support/installation.ts';
import { processesIn, run } from './support/process.ts';
import { pathOf } from './support/programs.ts';

const GREETING = /Server administrator, shown only once: userid (\d+), api_key ([0-9a-f]{50})/;

/** What an operator sees of a node: starts, stops, settings. */
describe('the life of a node', () => {
  let site: Installation;
  let node: Node;
  let admin: Api;

  beforeAll(async () => {
    site = await Installation.make();
  });
  afterAll(() => site?.remove());

  it('is ready within 60 seconds of its first start', async () => {
    const begun = Date.now();
    node = await site.start();
    expect(Date.now() - begun).toBeLessThan(60_000);
  });

  it('prints userid and api_key of the administrator once, and they work', async () => {
    expect(node.output.match(new RegExp(GREETING, 'g'))).toHaveLength(1);
    const [, userid = '', apiKey = ''] = GREETING.exec(node.output) ?? [];
    admin = new Api(site.baseUrl, { userid, api_key: apiKey });
    expect(await admin.result('isp/list')).toEqual([]);
    await makeTenant(admin, { code: 'EXN', username: 'exn-admin' });
  });

  it('keeps secrets out of its log', () => {
    const [, , apiKey = ''] = GREETING.exec(node.output) ?? [];
    expect(node.output.split(apiKey)).toHaveLength(2);
    expect(node.output).not.toContain('correct-horse');
  });

  it.each(['/healthz', '/docs', '/openapi.json', '/metrics'])('serves %s', async (path) => {
    const got = await run(pathOf('curl'), ['-sS', '-f', '-L', '-o', '/dev/null', `${site.baseUrl}${path}`]);
    expect(got).toMatchObject({ code: 0, stderr: '' });
  });

  it('refuses a second node over the same data with one sentence', async () => {
    const rival = site.launch({ HTTP_PORT: '0', RADIUS_AUTH_PORT: '0', RADIUS_ACCT_PORT: '0' });
    const { code, stderr } = await rival.ended;
    expect(code).toBe(1);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(site.folder);
  });

  it('ends within 10 seconds of SIGTERM with exit code 0, its database as well', async () => {
    const begun = Date.now();
    const { code, signal, stderr } = await node.stop();
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
    expect(Date.now() - begun).toBeLessThan(10_000);
    expect(processesIn(site.folder)).toEqual([]);
  });

  it('keeps its data over a second start, which prints no key', async () => {
    node = await site.start({ ADMIN_API_KEY: 'a'.repeat(50) });
    expect(node.output).not.toMatch(/api_key/);
    expect(await admin.result('isp/list')).toMatchObject([{ code: 'EXN' }]);
    const other = new Api(site.baseUrl, { userid: 1, api_key: 'a'.repeat(50) });
    expect((await other.call('isp/list')).status, 'a key set later is not looked at').toBe(401);
  });

  it('answers every failure with 200 where REST_STATUS says so', async () => {
    await node.stop();
    node = await site.start({ REST_STATUS: '200' });
    const guess = new Api(site.baseUrl, { userid: 1, api_key: 'b'.repeat(50) });
    expect(await guess.call('isp/list')).toEqual({
      status: 200,
      result: null,
      error: 'wrong userid or api_key, or the key may not be used from this address',
    });
    await node.stop();
  });

  it.each([
    ['HTTP_PORT', '80800'],
    ['RADIUS_ACCT_PORT', 'eighteen-thirteen'],
    ['ADMIN_API_KEY', 'secret'],
    ['SECRETS_KEY', 'short'],
    ['DATABASE_URL', 'mysql://127.0.0.1/lastmile'],
    ['LOG_LEVEL', 'chatty'],
    ['BIND_ADDRESS', 'localhost'],
    ['DATA_DIR', '/dev/null/data'],
  ])('a wrong %s ends the start with one sentence that names it, and exit code 1', async (variable, value) => {
    const { code, stdout, stderr } = await site.launch({ [variable]: value }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^${variable} [^\\n]*\\.\\n$`));
    if (variable !== 'DATA_DIR') expect(stderr, 'it may be a secret').not.toContain(value);
  });
});
