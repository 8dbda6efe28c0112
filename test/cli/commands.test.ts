import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.ts';
import { demoCommand } from '../../src/cli/demo.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';
import { SecretsKeys } from '../../src/config/secrets-keys.ts';
import { digestOfKey } from '../../src/core/access/api-key.ts';
import { verifyPassword } from '../../src/core/access/password.ts';
import { checkSecretsKey } from '../../src/db/check-secrets-key.ts';
import { FULL_SIZE } from '../../src/demo/create-demo.ts';
import { checksums } from '../areas/installation/backup/checksums.ts';
import { scratchFolder } from '../areas/installation/backup/files.ts';
import { emptyDatabaseUrl, freshDatabase } from '../fixtures/database.ts';
import { command } from './terminal.ts';

const db = await freshDatabase();
const folder = await scratchFolder();
const settings = { DATABASE_URL: db.url, DATA_DIR: folder, SECRETS_KEY: 'ab'.repeat(32) };
const cli = (...words: string[]) => command(settings, ...words);

describe('help', () => {
  it.each([[[]], [['help']], [['--help']]])('lists every command for %j', async (words) => {
    const { code, out, err } = await cli(...words);
    expect([code, err]).toEqual([0, '']);
    for (const name of [
      'admin create',
      'admin key',
      'admin password',
      'admin second-factor-remove',
      'migrate',
      'backup',
      'verify',
      'restore',
      'after-restore',
      'ledger verify',
      'demo',
      'demo simulate',
    ]) {
      expect(out).toContain(`\n  ${name}`);
    }
  });

  it('describes one command, whatever the settings', async () => {
    const broken = { DATABASE_URL: 'nonsense' };
    for (const words of [
      ['help', 'restore'],
      ['restore', '--help'],
    ]) {
      const { code, out } = await command(broken, ...words);
      expect(code).toBe(0);
      expect(out).toContain('restore <file…> [--allow-missing]');
    }
  });
});

describe('help on any command', () => {
  it('fits 80 columns, but for single words', async () => {
    for (const name of [null, ...Object.keys(COMMANDS)]) {
      const { out } = await cli('help', ...(name?.split(' ') ?? []));
      const tooLong = out.split('\n').filter((line) => line.length > 80 && line.trim().includes(' '));
      expect(tooLong, String(name)).toEqual([]);
    }
  });

  it('has its usage as it is typed', async () => {
    const { out } = await cli('help', 'tenant', 'import');
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`tenant import ${COMMANDS['tenant import']?.usage}`);
  });
});

describe('an invalid command line gives one sentence and exit code 2', () => {
  it.each([
    [['begin'], 'Unknown command begin. Commands: admin create'],
    [['admin'], 'Unknown command admin'],
    [['backup', 'crm'], 'Usage: backup <db> <file>'],
    [['backup', 'nothing', 'file'], 'db: must be crm, crm_archive, radius, auth or all'],
    [['restore'], 'Usage: restore <file…>'],
    [['migrate', '--now'], "Unknown option '--now'"],
    [
      ['admin', 'create', 'a b'],
      'username: must be 1 to 64 characters without spaces, %, control or private-use characters',
    ],
    [['admin', 'key', 'asha'], 'userid: must be the id of a record'],
    [['admin', 'password', 'asha'], 'userid: must be the id of a record'],
    [['admin', 'key', '1', '--overlap-minutes', '-5'], '--overlap-minutes'],
    [['admin', 'key', '1', '--overlap-minutes', 'x'], '--overlap-minutes: must be a whole number from 0 to'],
  ])('%j', async (words, sentence) => {
    const { code, out, err } = await cli(...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(sentence);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('admin', () => {
  it('create adds a server administrator whose key is shown once and kept as a digest', async () => {
    const { code, out } = await cli('admin', 'create', 'asha');
    expect(code).toBe(0);
    const [, userid, key = ''] = /userid (\d+), api_key ([0-9a-f]{50})\n$/.exec(out) ?? [];
    const user = await db.prisma.loginUser.findUniqueOrThrow({
      where: { id: Number(userid) },
      include: { apiKeys: true },
    });
    expect(user).toMatchObject({ username: 'asha', groupname: 'Server', roles: ['Admin'], ispId: null });
    expect(user.apiKeys.map(({ digest }) => Buffer.from(digest))).toEqual([digestOfKey(key)]);
    const { rows } = await db.pool.query(
      `SELECT procedure, username, count(*)::int AS changes FROM auth.audit_event e JOIN auth.audit_change c ON c.event_id = e.id
       GROUP BY 1, 2`,
    );
    expect(rows).toEqual([{ procedure: 'cli.admin_create', username: 'command line', changes: 2 }]);
  });

  it('create rejects a name that is taken', async () => {
    const { code, err } = await cli('admin', 'create', 'ASHA');
    expect([code, err]).toEqual([1, 'username: is already taken.\n']);
  });

  it('key issues a new key and revokes the previous one, after an overlap if requested', async () => {
    const { id } = await db.prisma.loginUser.findFirstOrThrow({ where: { username: 'asha' } });
    const first = await cli('admin', 'key', String(id));
    expect(first.out).toMatch(/api_key [0-9a-f]{50}\n$/);
    expect(await liveKeys(id)).toBe(1);
    expect((await cli('admin', 'key', String(id), '--overlap-minutes', '60')).code).toBe(0);
    expect(await liveKeys(id)).toBe(2);
    expect(await cli('admin', 'key', '999999')).toEqual({ code: 1, out: '', err: 'There is no login user 999999.\n' });
  });

  it('password sets a password that is shown once and ends all sessions', async () => {
    const { id } = await db.prisma.loginUser.findFirstOrThrow({ where: { username: 'asha' } });
    await openSession(id);
    const { code, out } = await cli('admin', 'password', String(id));
    expect(code).toBe(0);
    const [, password = ''] =
      /^Login user asha, shown only once: password ([a-z2-7]{4}(?:-[a-z2-7]{4}){3})\n$/.exec(out) ?? [];
    const { passwordHash } = await db.prisma.loginUser.findUniqueOrThrow({ where: { id } });
    expect(await verifyPassword({ kind: 'change', tenant: 'test', caller: 'test' }, passwordHash, password)).toBe(true);
    expect(await db.prisma.loginSession.count({ where: { userId: id } })).toBe(0);
    expect(await cli('admin', 'password', '999999')).toEqual({
      code: 1,
      out: '',
      err: 'There is no login user 999999.\n',
    });
  });

  it('second-factor-remove removes the second factor and ends all sessions', async () => {
    const { id } = await db.prisma.loginUser.findFirstOrThrow({ where: { username: 'asha' } });
    await openSession(id);
    await db.prisma.secondFactor.create({
      data: { userId: id, secretEnc: new Uint8Array(40), confirmedAt: new Date() },
    });
    expect(await cli('admin', 'second-factor-remove', String(id))).toMatchObject({ code: 0, err: '' });
    expect(await db.prisma.secondFactor.count()).toBe(0);
    expect(await db.prisma.loginSession.count({ where: { userId: id } })).toBe(0);
  });

  async function openSession(userId: number): Promise<void> {
    const now = new Date();
    const times = { startedAt: now, seenAt: now, confirmedAt: now, endsAt: new Date(now.getTime() + 60_000) };
    const digest = new Uint8Array(digestOfKey(`token of ${userId}`));
    await db.prisma.loginSession.create({ data: { userId, digest, stage: 'done', agent: 'x', ...times } });
  }

  const liveKeys = (userId: number) =>
    db.prisma.apiKey.count({ where: { userId, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] } });
});

describe('migrate', () => {
  it('creates the tables of an empty database, and then has nothing to do', async () => {
    const empty = { ...settings, DATABASE_URL: await emptyDatabaseUrl() };
    expect(await command(empty, 'migrate')).toMatchObject({ code: 0, err: '' });
    expect(await command(empty, 'migrate')).toEqual({ code: 0, out: 'The database is up to date.\n', err: '' });
  });

  it('reports an unavailable database in one sentence', async () => {
    const away = { ...settings, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' };
    expect(await command(away, 'migrate')).toEqual({ code: 1, out: '', err: 'The database is not available.\n' });
    const wrong = await command({ DATABASE_URL: 'nonsense' }, 'migrate');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('DATABASE_URL must be an address') });
  });
});

describe('the demo', () => {
  it('prints its progress, that its ledger is correct, and every login user with a password', async () => {
    const said: string[] = [];
    const terminal = { config: readConfig(settings), log: createLog('silent'), say: (line: string) => said.push(line) };
    const small = { ...FULL_SIZE, days: 20, subscribers: 24 };
    await demoCommand(small).run(terminal, { arguments: [], options: {} });
    const out = said.join('\n');
    expect(said).toContain('Six months of Demo Net: 100 %');
    expect(out).toMatch(/Created Demo Net with 24 services .* Its ledger is correct: \d+ checks passed\./);
    expect(out).toMatch(/userid \d+, api_key [0-9a-f]{50}/);
    expect(out).toMatch(/username +password +what for/);
    for (const name of ['owner', 'callcentre', 'sales', 'noc', 'installer', 'auditor', 'city', 'green', 'lake'])
      expect(out).toMatch(new RegExp(`demo-${name} +demo-1234 `));
  });

  it('refuses an installation with an ISP, and changes nothing', async () => {
    const before = await checksums(db.pool);
    const again = await cli('demo');
    expect(again).toEqual({ code: 1, out: '', err: expect.stringMatching(/^The demo needs .* without an ISP.*\.\n$/) });
    expect(await checksums(db.pool)).toEqual(before);
  });

  it('rejects a secrets key that is not that of the database', async () => {
    const other = await freshDatabase();
    await checkSecretsKey(other.pool, new SecretsKeys(Buffer.alloc(32, 1)));
    const { code, err } = await command({ ...settings, DATABASE_URL: other.url }, 'demo');
    expect([code, err]).toEqual([1, expect.stringMatching(/^SECRETS_KEY: .*another key/)]);
    expect(await other.prisma.service.count()).toBe(0);
  });

  it('is created completely or not at all', async () => {
    const other = await freshDatabase();
    await other.pool.query(`INSERT INTO auth.login_user (username, password_hash, groupname, roles)
      VALUES ('Demo-Lake', 'x', 'Server', '{Admin}')`);
    const before = await checksums(other.pool);
    const { code, err } = await command({ ...settings, DATABASE_URL: other.url }, 'demo');
    expect([code, err]).toEqual([1, 'username: is already taken.\n']);
    expect(await checksums(other.pool)).toEqual(before);
  });
});

describe('backup and restore', () => {
  it('transfer the whole database in one file that only its owner can read', async () => {
    const file = join(folder, 'all.sql.gz');
    const saved = await cli('backup', 'all', file);
    expect(saved).toMatchObject({ code: 0, err: '' });
    expect(saved.out).toContain('crm, crm_archive, radius, auth of');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await cli('verify', file)).toEqual(saved);
    const url = await emptyDatabaseUrl();
    const restored = await command({ ...settings, DATABASE_URL: url }, 'restore', file);
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(restored.out).toMatch(/^Restored crm, crm_archive, radius, auth: \d+ rows\.\nIf anything changed .*\n$/);
    const copy = new pg.Client({ connectionString: url });
    await copy.connect();
    expect(await checksums(copy)).toEqual(await checksums(db.pool));
    await copy.end();
  });

  it('do not touch an existing file or a filled database', async () => {
    const file = join(folder, 'mine');
    await writeFile(file, 'mine');
    expect(await cli('backup', 'crm', file)).toMatchObject({ code: 1, err: expect.stringContaining('already exists') });
    expect(await cli('restore', file)).toEqual({ code: 1, out: '', err: `${file} is not a Lastmile backup.\n` });
    expect(await cli('restore', join(folder, 'all.sql.gz'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('The database is not empty'),
    });
  });

  it('leave no incomplete file', async () => {
    const before = await readdir(folder);
    const empty = { ...settings, DATABASE_URL: await emptyDatabaseUrl() };
    const { code, err } = await command(empty, 'backup', 'crm', join(folder, 'half'));
    expect(code).toBe(1);
    expect(err).toContain('there is nothing to back up: the database has no tables yet');
    expect(await readdir(folder)).toEqual(before);
    const nowhere = await cli('backup', 'crm', join(folder, 'no', 'such', 'folder'));
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('Cannot write ') });
  });
});
