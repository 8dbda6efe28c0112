import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';
import { loadSecretsKeys } from '../../src/config/secrets-key.ts';
import { type RunningNode, startNode } from '../../src/node.ts';
import { callsTo } from '../fixtures/api.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { TestNas } from '../radius/fixtures/test-nas.ts';
import { command } from './terminal.ts';

const db = await freshDatabase();
const empty = await freshDatabase();
const third = await freshDatabase();
const folder = await mkdtemp(join(tmpdir(), 'lastmile-secrets-'));
const nodes: RunningNode[] = [];
afterAll(async () => {
  await Promise.all(nodes.map((each) => each.stop()));
  await rm(folder, { recursive: true, force: true });
});

const ADMIN_API_KEY = 'ad'.repeat(25);
const settings = { DATABASE_URL: db.url, DATA_DIR: folder };
const cli = (...words: string[]) => command(settings, 'secrets', ...words);
const keysInFile = async () => (await readFile(join(folder, 'secrets.key'), 'utf8')).trim().split('\n');

/** Nodes in one folder, as the two processes of one. */
async function start(roles: string): Promise<RunningNode> {
  const ports = { BIND_ADDRESS: '127.0.0.1', HTTP_PORT: '0', RADIUS_AUTH_PORT: '0', RADIUS_ACCT_PORT: '0' };
  const own = { ADMIN_API_KEY, NAS_ALLOWED_NETWORKS: '127.0.0.0/8', ROLES: roles };
  const node = await startNode(readConfig({ ...ports, ...own, ...settings }), createLog('silent'));
  nodes.push(node);
  return node;
}

it('the key in secrets.key is replaced under running nodes, which answer log-ins all the time', async () => {
  const office = await start('api,jobs');
  let edge = await start('radius');
  const api = callsTo(`http://127.0.0.1:${office.httpPort}`);
  const tenant = await makeTenant({ ...api, admin: { userid: 1, api_key: ADMIN_API_KEY } });
  const [{ ip }] = (await db.pool.query(`SELECT host(ip) AS ip FROM radius.nas WHERE id = $1`, [tenant.nasid])).rows;
  const nas = await TestNas.open({ ip });
  const answerTo = async (password: string) => {
    const request = nas.accessRequest([
      ['User-Name', tenant.username],
      ['User-Password', password],
    ]);
    return (await nas.ask(edge.authPort ?? 0, request))?.code;
  };
  await expect.poll(() => answerTo('hello'), { timeout: 60_000 }).toBe('Access-Accept');

  const [before] = await keysInFile();
  expect(await cli('retire')).toMatchObject({ code: 1, err: 'There is no previous secrets key.\n' });
  const rotated = await cli('rotate');
  expect(rotated).toMatchObject({ code: 0, err: '' });
  expect(rotated.out).toMatch(/^Sealed \d+ secrets with the new key\. The previous key is still accepted/);
  const [newest, previous, ...others] = await keysInFile();
  expect([previous, others]).toEqual([before, []]);
  expect(await answerTo('hello')).toBe('Access-Accept');
  expect(await cli('rotate')).toMatchObject({ code: 0, out: expect.stringMatching(/^Sealed 0 secrets/) });

  await api.ok('service/update', { serviceid: tenant.serviceid, password: 'another' }, tenant.me);
  await expect.poll(() => answerTo('another'), { timeout: 60_000 }).toBe('Access-Accept');
  expect(await cli('retire')).toMatchObject({ code: 0, out: expect.stringMatching(/^Sealed 0 secrets/) });
  expect(await keysInFile()).toEqual([newest]);
  expect(await answerTo('another')).toBe('Access-Accept');

  await edge.stop();
  edge = await start('radius');
  await expect.poll(() => answerTo('another'), { timeout: 60_000 }).toBe('Access-Accept');
  nas.close();
});

it('of commands that begin at once, one makes the key that is used', async () => {
  const own = { DATABASE_URL: third.url, DATA_DIR: join(folder, 'at-once') };
  await loadSecretsKeys(readConfig(own), createLog('silent'));
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => command(own, 'secrets', 'rotate')));
  expect(outcomes.map(({ code }) => code)).toContain(0);
  expect(await command(own, 'secrets', 'retire')).toMatchObject({ code: 0, err: '' });
});

it('a key from the settings is replaced only with both set', async () => {
  const other = { ...settings, DATABASE_URL: empty.url, SECRETS_KEY: 'ab'.repeat(32) };
  expect(await command(other, 'secrets', 'rotate')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^Set SECRETS_KEY to a new key .* and SECRETS_KEY_PREVIOUS to the present one/),
  });
  const both = { ...other, SECRETS_KEY: 'cd'.repeat(32), SECRETS_KEY_PREVIOUS: 'ab'.repeat(32) };
  expect(await command(both, 'secrets', 'rotate')).toMatchObject({ code: 0, err: '' });
  expect(await command(both, 'secrets', 'retire')).toMatchObject({
    code: 0,
    out: 'Sealed 0 secrets with the new key.\nNow remove SECRETS_KEY_PREVIOUS on every node.\n',
  });
  expect((await command(other, 'secrets', 'rotate')).err).toMatch(/sealed with another key/);
});

it.each([
  [{ SECRETS_KEY_PREVIOUS: 'ab'.repeat(32) }, 'SECRETS_KEY must be set with SECRETS_KEY_PREVIOUS'],
  [{ SECRETS_KEY: 'ab'.repeat(32), SECRETS_KEY_PREVIOUS: 'AB'.repeat(32) }, 'must differ from SECRETS_KEY'],
  [{ SECRETS_KEY: 'ab'.repeat(32), SECRETS_KEY_PREVIOUS: 'ab' }, 'SECRETS_KEY_PREVIOUS must be 64 hexadecimal digits'],
])('settings that do not fit are refused: %j', (wrong, sentence) => {
  expect(() => readConfig(wrong)).toThrow(sentence);
});
