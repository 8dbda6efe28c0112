import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';
import { SecretsKeys } from '../../src/config/secrets-keys.ts';
import { checkSecretsKey } from '../../src/db/check-secrets-key.ts';
import { seal } from '../../src/db/seal.ts';
import { startNode } from '../../src/node.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService, SECRETS_KEY, SECRETS_KEYS } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';

const db = await freshDatabase();
const another = randomBytes(32);
const forget = () => db.pool.query("DELETE FROM crm.setting WHERE key = 'secrets_key'");
beforeEach(forget);

const refused = (key: Buffer) =>
  checkSecretsKey(db.pool, new SecretsKeys(key)).then(
    () => false,
    (error: unknown) => error instanceof ConfigError && error.sentences.length === 1,
  );

describe('on an empty database', () => {
  it('the first key is the key from then on', async () => {
    expect(await refused(SECRETS_KEY)).toBe(false);
    expect(await refused(SECRETS_KEY)).toBe(false);
    expect(await refused(another)).toBe(true);
    expect(await refused(SECRETS_KEY)).toBe(false);
  });

  it('of nodes that start at once with different keys, only those with one key start', async () => {
    for (let round = 0; round < 10; round++) {
      await forget();
      const outcomes = await Promise.all([SECRETS_KEY, another, SECRETS_KEY, another].map(refused));
      expect([
        [true, false, true, false],
        [false, true, false, true],
      ]).toContainEqual(outcomes);
    }
  });

  it('the mark does not reveal the key', async () => {
    await checkSecretsKey(db.pool, SECRETS_KEYS);
    const { rows } = await db.pool.query("SELECT value::text AS value FROM crm.setting WHERE key = 'secrets_key'");
    expect(rows[0]?.value).not.toContain(SECRETS_KEY.toString('hex'));
  });
});

describe('on a database with secrets and without a mark', () => {
  it('a wrong key stores no mark, whichever secret reveals it', async () => {
    const isp = await makeIsp(db);
    await makeNas(db, isp);
    expect(await refused(another)).toBe(true);
    expect(await refused(SECRETS_KEY)).toBe(false);
    await forget();
    await db.pool.query('UPDATE radius.nas SET deleted_at = now()');
    const service = await makeService(db, await makePlan(db, isp));
    await makeService(db, await makePlan(db, isp));
    // A node with another key has run before.
    await db.prisma.service.update({
      where: { id: service.id },
      data: { passwordEnc: new Uint8Array(seal(new SecretsKeys(another), 'service.password', 'x')) },
    });
    expect(await refused(another)).toBe(true);
    expect(await refused(SECRETS_KEY)).toBe(false);
  });
});

it('a node with another key does not start, and changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lastmile-key-'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await checkSecretsKey(db.pool, SECRETS_KEYS);
  const ports = { BIND_ADDRESS: '127.0.0.1', HTTP_PORT: '0', RADIUS_AUTH_PORT: '0', RADIUS_ACCT_PORT: '0' };
  const settings = { ...ports, DATABASE_URL: db.url, DATA_DIR: folder, JOBS: 'off' };
  const start = (key: Buffer) =>
    startNode(readConfig({ ...settings, SECRETS_KEY: key.toString('hex') }), createLog('silent'));
  await expect(start(another)).rejects.toMatchObject({
    sentences: [expect.stringMatching(/^SECRETS_KEY: .*another key/)],
  });
  expect(await db.prisma.loginUser.count()).toBe(0);
  const node = await start(SECRETS_KEY);
  await node.stop();
});
