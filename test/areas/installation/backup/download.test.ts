import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBackup } from '../../../../src/areas/installation/backup/restore/backup-file.ts';
import { startApi } from '../../../fixtures/api.ts';
import { makeTenant } from '../../../fixtures/tenants.ts';
import { backupCall, download, scratchFolder } from './files.ts';

const api = await startApi();
const folder = await scratchFolder();
const tenant = await makeTenant(api);

/** Larger than every buffer between server and client, and hard to compress: so many rows with a value of 1,920 characters. */
const BIG = 30_000;
const LONG = Array(60).fill('md5(random()::text)').join(' || ');
beforeAll(async () => {
  await api.db.pool.query(
    `INSERT INTO radius.session_log (id, isp_id, nas_id, nas_ip, username, acct_session_id, class, started_at, updated_at,
       ended_at, session_time, in_bytes, out_bytes)
     SELECT n, $1, $2, '192.0.2.1', md5(n::text), md5(random()::text), ${LONG}, at, at, at, 1, n, n
     FROM generate_series(1, $3) n, LATERAL (SELECT '2025-01-01Z'::timestamptz + n * interval '1 second') AS moment (at)`,
    [tenant.ispid, tenant.nasid, BIG],
  );
});

/** Connections that are running a backup. */
async function backends(): Promise<number[]> {
  const { rows } = await api.db.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'lastmile backup'`,
  );
  return rows.map(({ pid }) => pid);
}

async function eventually(check: () => Promise<boolean>): Promise<boolean> {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (await check()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}
/** The server drops a connection a moment after it was closed. */
const noneLeft = () => eventually(async () => (await backends()).length === 0);
afterAll(async () => void (await noneLeft()));

describe('a backup', () => {
  it('is a file that is not cached', async () => {
    const response = await backupCall(api, 'auth');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="lastmile-auth-\d{8}T\d{6}Z\.sql\.gz"$/,
    );
    expect(response.headers.get('cache-control')).toBe('no-store');
    await response.arrayBuffer();
  });

  it('is available by GET as well', async () => {
    const { userid, api_key } = api.admin;
    const response = await fetch(`${api.url}/api/backup/db?db=auth&userid=${userid}&api_key=${api_key}`);
    expect(gunzipSync(await response.arrayBuffer()).toString()).toMatch(/^-- Lastmile backup, format 1\n/);
  });

  it('is new on each call', async () => {
    const rowsOf = async () => (await readBackup(await download(api, 'crm', folder))).trailer.rows['crm.isp'];
    const before = await rowsOf();
    await makeTenant(api);
    expect(await rowsOf()).toBe((before ?? 0) + 1);
  });

  it('is of one moment, whatever is written meanwhile', async () => {
    const meanwhile = async () => {
      await api.db.pool.query(`INSERT INTO radius.unknown_nas (ip) VALUES ('198.51.100.7')`);
    };
    const early = await readBackup(await download(api, 'radius', folder, meanwhile));
    const late = await readBackup(await download(api, 'radius', folder));
    expect([early, late].map(({ trailer }) => trailer.rows['radius.unknown_nas'])).toEqual([0, 1]);
    expect(await noneLeft()).toBe(true);
  });

  it('leaves an audit of who took it', async () => {
    const { rows } = await api.db.pool.query(
      `SELECT username, input FROM auth.audit_event WHERE procedure = 'backup.db' ORDER BY id DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ username: 'admin', input: { db: 'radius' } }]);
  });

  it('uses little memory, however large the table', async () => {
    const response = await backupCall(api, 'radius');
    const before = process.memoryUsage().rss;
    let [most, bytes] = [before, 0];
    for await (const part of response.body ?? []) {
      bytes += part.length;
      most = Math.max(most, process.memoryUsage().rss);
    }
    expect(bytes).toBeGreaterThan(20_000_000);
    expect(most - before).toBeLessThan(100_000_000);
  });
});

describe('no backup', () => {
  const audited = async () => api.db.prisma.auditEvent.count({ where: { procedure: 'backup.db' } });

  it('for anyone but the server administrator', async () => {
    const before = await audited();
    const response = await backupCall(api, 'crm', { as: tenant.me });
    expect([response.status, await response.json()]).toEqual([
      403,
      { result: null, error: expect.stringContaining('backup.read') },
    ]);
    expect(await audited()).toBe(before);
  });

  it.each(['', 'CRM', 'public', 'crm;drop schema crm'])('of the database %j', async (db) => {
    const response = await backupCall(api, db);
    expect([response.status, await response.json()]).toEqual([
      400,
      { result: null, error: db === '' ? 'db: is required' : 'db: must be crm, crm_archive, radius or auth' },
    ]);
  });

  it('through tRPC, which names the REST path', async () => {
    const headers = { 'x-userid': String(api.admin.userid), 'x-api-key': api.admin.api_key };
    const response = await fetch(`${api.url}/trpc/backup.db`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ json: { db: 'crm' } }),
    });
    expect(response.status).toBe(405);
    expect(JSON.stringify(await response.json())).toContain('backup.db answers with a file: call POST /api/backup/db');
    expect(await noneLeft()).toBe(true);
  });

  it('while a table is being altered: an envelope says so before the first byte', async () => {
    const altering = await api.db.pool.connect();
    try {
      await altering.query('BEGIN; LOCK TABLE crm.lead IN ACCESS EXCLUSIVE MODE');
      const response = await backupCall(api, 'crm');
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await response.json()).toEqual({ result: null, error: expect.any(String) });
      expect(response.status).toBe(503);
    } finally {
      await altering.query('ROLLBACK');
      altering.release();
    }
    expect(await noneLeft()).toBe(true);
  });

  it('while two others run', async () => {
    const open = await Promise.all([backupCall(api, 'radius'), backupCall(api, 'radius')]);
    const third = await backupCall(api, 'crm');
    expect([third.status, await third.json()]).toEqual([
      429,
      { result: null, error: '2 backups are already running; try again when one has finished' },
    ]);
    for (const { body } of open) await body?.cancel();
    const isTakenAgain = async () => {
      const response = await backupCall(api, 'auth');
      await response.arrayBuffer();
      return response.ok;
    };
    expect(await eventually(isTakenAgain)).toBe(true);
    expect(await noneLeft()).toBe(true);
  });
});

describe('a backup that ends early', () => {
  it('is a broken stream for the client, never a short file', async () => {
    const response = await backupCall(api, 'radius');
    expect(response.ok).toBe(true);
    const reader = (response.body ?? new ReadableStream()).getReader();
    await reader.read();
    for (const pid of await backends()) await api.db.pool.query('SELECT pg_terminate_backend($1)', [pid]);
    const rest = async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read());
    };
    await expect(rest()).rejects.toThrow('terminated');
  });

  it('ends at the server when the client disconnects', async () => {
    const gone = new AbortController();
    const response = await backupCall(api, 'radius', { signal: gone.signal });
    await response.body?.getReader().read();
    expect(await eventually(async () => (await backends()).length === 1)).toBe(true);
    gone.abort();
    expect(await noneLeft()).toBe(true);
  });

  it('ends there even when the client disconnects before the first byte', async () => {
    const altering = await api.db.pool.connect();
    try {
      await altering.query('BEGIN; LOCK TABLE crm.lead IN ACCESS EXCLUSIVE MODE');
      const gone = new AbortController();
      const call = backupCall(api, 'crm', { signal: gone.signal }).catch(() => undefined);
      expect(await eventually(async () => (await backends()).length === 1)).toBe(true);
      gone.abort();
      await call;
    } finally {
      await altering.query('ROLLBACK');
      altering.release();
    }
    expect(await noneLeft()).toBe(true);
  });
});
