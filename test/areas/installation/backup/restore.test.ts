import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES } from '../../../../src/areas/installation/backup/databases.ts';
import { readBackup } from '../../../../src/areas/installation/backup/restore/backup-file.ts';
import { restore } from '../../../../src/areas/installation/backup/restore/restore.ts';
import { migrate } from '../../../../src/db/migrate.ts';
import { startApi } from '../../../fixtures/api.ts';
import { emptyDatabaseUrl } from '../../../fixtures/database.ts';
import { makeTenant, type Tenant } from '../../../fixtures/tenants.ts';
import { checksums, guardsOf } from './checksums.ts';
import { download, scratchFolder } from './files.ts';
import { fillDatabase } from './fill.ts';

const api = await startApi();
const folder = await scratchFolder();
const clients: pg.Pool[] = [];
afterAll(() => Promise.all(clients.map((pool) => pool.end())));

const files: Record<string, string> = {};
const all = () => DATABASES.map((db) => files[db] ?? '');
beforeAll(async () => {
  await fillDatabase(api);
  for (const db of DATABASES) files[db] = await download(api, db, folder);
});

async function emptyDatabase(): Promise<{ url: string; pool: pg.Pool }> {
  const url = await emptyDatabaseUrl();
  const pool = new pg.Pool({ connectionString: url });
  // The database is dropped before the pool is closed.
  pool.on('error', () => undefined);
  clients.push(pool);
  return { url, pool };
}

const schemasIn = async (pool: pg.Pool) =>
  (await pool.query(`SELECT nspname FROM pg_namespace WHERE nspname = ANY($1)`, [[...DATABASES]])).rows;

/** A copy of the backup with its script changed. */
async function changed(file: string, change: (script: string) => string): Promise<string> {
  const path = join(folder, `changed-${Math.random().toString(36).slice(2)}.gz`);
  await writeFile(path, gzipSync(change(gunzipSync(await readFile(file)).toString())));
  return path;
}

describe('four backups restored into an empty database', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  let restored: Awaited<ReturnType<typeof restore>>;
  beforeAll(async () => {
    database = await emptyDatabase();
    restored = await restore(all(), { url: database.url });
  });

  it('give back every row of every table, and every constraint, trigger, sequence and migration', async () => {
    const sums = await checksums(database.pool);
    expect(sums).toEqual(await checksums(api.db.pool));
    expect(Object.values(sums).filter((sum) => sum !== '0 ').length).toBeGreaterThan(20);
    expect(restored).toMatchObject({ databases: DATABASES, missing: [] });
    expect(await guardsOf(database.pool)).toEqual(await guardsOf(api.db.pool));
  });

  it('keep rows in the partitions of their months', async () => {
    const places = (on: pg.Pool) =>
      on.query<{ place: string }>(
        `SELECT tableoid::regclass::text AS place, count(*)::int FROM radius.session_log GROUP BY 1
         UNION ALL SELECT tableoid::regclass::text, count(*)::int FROM crm_archive.session_log GROUP BY 1 ORDER BY 1`,
      );
    const { rows } = await places(database.pool);
    expect(rows).toEqual((await places(api.db.pool)).rows);
    expect(rows.map(({ place }) => place)).toEqual([
      'crm_archive.session_log_y2025m01',
      'radius.session_log_default',
      'radius.session_log_y2025m02',
    ]);
  });

  it('make a database that the next migration and the rules accept', async () => {
    const { url, pool } = database;
    expect(await migrate({ url, log: api.kernel.log })).toEqual([]);
    expect((await pool.query('SELECT * FROM crm.balance_drift')).rows).toEqual([]);
    await expect(pool.query(`UPDATE crm.ledger_line SET amt = 1`)).rejects.toThrow('append-only');
    await expect(pool.query(`UPDATE crm.service SET plan_id = 999999`)).rejects.toThrow();
  });
});

describe('a restore changes nothing', () => {
  it('of a database that is not empty', async () => {
    const before = await checksums(api.db.pool);
    await expect(restore(all(), { url: api.db.url })).rejects.toThrow(/not empty .* Restore into a new one/);
    expect(await checksums(api.db.pool)).toEqual(before);
  });

  it.each([
    ['cut off', async (file: string) => (await readFile(file)).subarray(0, -200), /is incomplete/],
    ['cut off at its first byte', async () => Buffer.alloc(0), /is not a Lastmile backup|is incomplete/],
    ['cut off between two lines', async (file: string) => gzipSync(withoutTail(await readFile(file))), /is incomplete/],
    ['damaged', async (file: string) => flipped(await readFile(file)), /is damaged/],
    ['something else', async () => gzipSync('hello\n'), /is not a Lastmile backup/],
    ['not even compressed', async () => Buffer.from('hello'), /is not a Lastmile backup/],
  ])('when a file is %s', async (_, make, sentence) => {
    const { url, pool } = await emptyDatabase();
    const broken = join(folder, `broken-${Math.random().toString(36).slice(2)}`);
    await writeFile(broken, await make(files.crm ?? ''));
    await expect(restore([files.auth ?? '', broken], { url })).rejects.toThrow(sentence);
    expect(await schemasIn(pool)).toEqual([]);
  });

  it('when a row was changed by hand', async () => {
    const { url, pool } = await emptyDatabase();
    const edited = await changed(files.crm ?? '', (script) => script.replace('Karnataka', 'Kerala'));
    await expect(restore([edited], { url })).rejects.toThrow('is damaged');
    expect(await schemasIn(pool)).toEqual([]);
  });

  it('when a later version wrote the file, or took it', async () => {
    const { url } = await emptyDatabase();
    const later = await changed(files.crm ?? '', (script) => script.replace('format 1', 'format 2'));
    await expect(restore([later], { url })).rejects.toThrow('written by a later version of Lastmile (format 2)');
  });

  it('when the same database comes twice, or no file at all', async () => {
    const { url } = await emptyDatabase();
    await expect(restore([files.crm ?? '', files.crm ?? ''], { url })).rejects.toThrow('both hold crm');
    await expect(restore([], { url })).rejects.toThrow('no file');
    await expect(restore([join(folder, 'nothing')], { url })).rejects.toThrow('There is no file');
    await expect(restore([folder], { url })).rejects.toThrow('Cannot read ');
  });

  it('when rows refer to others that no file has', async () => {
    const { url, pool } = await emptyDatabase();
    await expect(restore([files.auth ?? ''], { url })).rejects.toThrow(
      'Some rows refer to rows that these files do not have (auth.login_user to crm.isp): also give the backup of crm, or use --allow-missing.',
    );
    expect(await schemasIn(pool)).toEqual([]);
  });
});

describe('backups of different moments', () => {
  let later: Tenant;
  const newer: Record<string, string> = {};
  beforeAll(async () => {
    later = await makeTenant(api);
    for (const db of ['crm', 'auth']) newer[db] = await download(api, db, folder);
  });

  it('are reconciled: each service has its usage row', async () => {
    const { url, pool } = await emptyDatabase();
    const set = [newer.crm ?? '', files.crm_archive ?? '', files.radius ?? '', newer.auth ?? ''];
    expect((await restore(set, { url })).missing).toEqual([]);
    const { rows } = await pool.query(`SELECT isp_id FROM radius.usage WHERE service_id = $1`, [later.serviceid]);
    expect(rows).toEqual([{ isp_id: later.ispid }]);
  });

  it('are refused if rows are missing, with the reason', async () => {
    const { url, pool } = await emptyDatabase();
    const set = [files.crm ?? '', files.crm_archive ?? '', files.radius ?? '', newer.auth ?? ''];
    await expect(restore(set, { url })).rejects.toThrow(
      /auth\.login_user to crm\.isp\): rows were added between the backups/,
    );
    expect(await schemasIn(pool)).toEqual([]);
  });
});

describe('one backup of four', () => {
  it('is restored when missing rows are allowed, and new rows are still checked', async () => {
    const { url, pool } = await emptyDatabase();
    const { missing } = await restore([files.crm ?? ''], { url, allowMissing: true });
    expect(missing).toEqual([]);
    const crm = await checksums(pool, ['crm']);
    expect(Object.keys(crm)).toEqual(Object.keys(await checksums(api.db.pool, ['crm'])));
    expect(crm['crm.setting']).toBe((await checksums(api.db.pool, ['crm']))['crm.setting']);
    const { rows } = await pool.query('SELECT count(*)::int AS rows FROM radius.usage');
    expect(rows[0]?.rows).toBe(2);
  });

  it('names the violated references', async () => {
    const { url, pool } = await emptyDatabase();
    const { missing } = await restore([files.auth ?? ''], { url, allowMissing: true });
    expect(missing).toContainEqual(expect.objectContaining({ table: 'auth.login_user', target: 'crm.isp' }));
    await expect(
      pool.query(`INSERT INTO auth.login_user (username, password_hash, groupname, roles, isp_id)
        VALUES ('new', 'x', 'ISP', '{Admin}', 77)`),
    ).rejects.toThrow('foreign key');
  });

  it('names its contents', async () => {
    const { header, trailer } = await readBackup(files.radius ?? '');
    expect(header).toMatchObject({ databases: ['radius'], version: expect.any(String), server: expect.any(String) });
    const { rows } = await api.db.pool.query('SELECT count(*)::int AS rows FROM radius.session_log');
    expect(trailer.rows['radius.session_log']).toBe(rows[0]?.rows);
    expect(trailer.sequences['radius.auth_log_id_seq']).toBe('7');
  });

  it('is a script that psql can read: comments, COPY and rows in text', async () => {
    const script = gunzipSync(await readFile(files.crm ?? '')).toString();
    const outside = script.replace(/^(COPY .* FROM stdin;)\n(?:.*\n)*?\\\.$/gm, '$1');
    expect(
      outside.split('\n').filter((line) => !/^(--.*|COPY .*|SET .*|SELECT pg_catalog.setval\(.*|)$/.test(line)),
    ).toEqual([]);
  });
});

/** Without the trailer and the seal. */
const withoutTail = (file: Buffer) => {
  const script = gunzipSync(file);
  return script.subarray(0, script.lastIndexOf('\\.\n'));
};

function flipped(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const at = Math.floor(copy.length / 2);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}
