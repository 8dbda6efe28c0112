import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEALING } from '../../../../../src/areas/installation/audit/chain/seal-events.ts';
import { setInstallationNumber } from '../../../../../src/db/installation-number.ts';
import { command } from '../../../../cli/terminal.ts';
import { SECRETS_KEY } from '../../../../factories/services.ts';
import { startApi } from '../../../../fixtures/api.ts';
import { emptyDatabaseUrl } from '../../../../fixtures/database.ts';
import { makeTenant, type Tenant } from '../../../../fixtures/tenants.ts';
import { scratchFolder } from '../../backup/files.ts';
import { change, sealAll } from './history.ts';

const source = await startApi();
const target = await startApi();
const folder = await scratchFolder();
const path = (name: string) => join(folder, name);
const cliOf =
  (url: string, secrets = SECRETS_KEY.toString('hex')) =>
  (...words: string[]) =>
    command({ DATABASE_URL: url, DATA_DIR: folder, SECRETS_KEY: secrets }, ...words);
const atSource = cliOf(source.db.url);
const atTarget = cliOf(target.db.url);

async function noted(name: string, cli = atSource): Promise<string> {
  const { out } = await cli('audit', 'head', '--sign');
  await writeFile(path(name), out);
  return path(name);
}

const CLEAN = { code: 0, err: '', out: expect.stringContaining('The audit matches its seals.') };

let tenant: Tenant;

beforeAll(async () => {
  await source.db.transaction((tx) => setInstallationNumber(tx, 1));
  await target.db.transaction((tx) => setInstallationNumber(tx, 2));
  tenant = await makeTenant(source);
  await makeTenant(source);
  await makeTenant(target);
  await sealAll(source.db);
  await sealAll(target.db);
});

describe('audit verify', () => {
  it('prints a line for each ISP and for the installation', async () => {
    const heads = await noted('heads');
    const { code, out } = await atSource('audit', 'verify', '--file', heads);
    expect([code, out.split('\n').length]).toEqual([0, 5]);
    expect(out).toMatch(
      /^ok installation: \d+ sealed events, the last with seal \d+ at 20.*; 1 earlier heads compared; head [0-9a-f]{64}$/m,
    );
    expect(out).toContain(`ok ISP ${tenant.ispid}: `);
    const one = await atSource('audit', 'verify', '--isp', `${tenant.ispid}`, '--file', heads);
    expect(one.out.split('\n')).toHaveLength(3);
  });

  it('exits with 1 and the ids of events where something is wrong', async () => {
    const id = await change(source.db, tenant.ispid);
    await sealAll(source.db);
    const update = (name: string) =>
      source.db.pool.query(`BEGIN; SET LOCAL session_replication_role = replica;
        UPDATE auth.audit_event SET username = '${name}' WHERE id = ${id}; COMMIT`);
    await update('somebody');
    expect(await atSource('audit', 'verify')).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        new RegExp(`WRONG ISP ${tenant.ispid}: .*\n  event ${id}, or a change that it records`),
      ),
      err: 'The audit does not match its seals: 1 fault.\n',
    });
    await update('someone');
    expect(await atSource('audit', 'verify')).toMatchObject(CLEAN);
  });

  it('reads heads out of a log, and refuses those that somebody else has signed or written', async () => {
    const file = await noted('signed');
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    const head = JSON.parse(lines.find((line) => line.includes(`"isp":${tenant.ispid},`)) ?? '');
    const verify = async (text: string, ...more: string[]) => {
      await writeFile(path('log'), text);
      return atSource('audit', 'verify', '--file', path('log'), ...more);
    };
    const logged = JSON.stringify({ level: 30, ...head, msg: 'audit head' });
    const log = await verify(`{"level":30,"msg":"started"}\nnot JSON "head"\n${logged}\n`);
    expect(log).toMatchObject({ ...CLEAN, out: expect.stringContaining('1 earlier heads compared') });
    expect(await verify(JSON.stringify({ ...head, seq: head.seq - 1 }))).toMatchObject({
      code: 1,
      out: expect.stringContaining('line 1 of the file has a wrong signature'),
    });
    const { out } = await cliOf(source.db.url, 'ab'.repeat(32))('audit', 'head', '--sign', '--isp', `${tenant.ispid}`);
    expect(await verify(out)).toMatchObject({ code: 1, out: expect.stringContaining('is signed with another key') });
    expect(await verify(out, '--key', JSON.parse(out).key)).toMatchObject(CLEAN);
    expect(await atSource('audit', 'verify', '--file', path('none'))).toMatchObject({
      code: 1,
      err: `There is no file ${path('none')}.\n`,
    });
  });

  it('says that there is no chain in a database that was not migrated', async () => {
    const url = await emptyDatabaseUrl();
    for (const word of ['verify', 'head'])
      expect(await cliOf(url)('audit', word)).toMatchObject({
        code: 1,
        err: 'The database has no audit chain yet: run migrate first.\n',
      });
  });
});

describe('a backup', () => {
  it('keeps the chains, and heads that were noted later show that the database went back', async () => {
    await change(source.db, tenant.ispid);
    const before = await noted('before');
    expect(await atSource('backup', 'all', path('all.gz'))).toMatchObject({ code: 0 });
    await sealAll(source.db);
    const after = await noted('after');
    const url = await emptyDatabaseUrl();
    expect(await cliOf(url)('restore', path('all.gz'))).toMatchObject({ code: 0 });
    expect(await cliOf(url)('audit', 'verify', '--file', before)).toMatchObject({
      ...CLEAN,
      out: expect.stringContaining('1 not sealed yet'),
    });
    expect(await cliOf(url)('audit', 'verify', '--file', after)).toMatchObject({
      code: 1,
      out: expect.stringContaining('the end was cut off, or the database went back'),
    });
  });
});

describe('an ISP that moves', () => {
  it('takes its chain along, which goes on there, and heads from before still count', async () => {
    const isp = String(tenant.ispid);
    await change(source.db, tenant.ispid);
    const heads = await noted('moved');
    expect(await atSource('tenant', 'freeze', isp)).toMatchObject({ code: 0 });
    expect(await atSource('tenant', 'export', isp, path('isp.gz'))).toMatchObject({ code: 0 });
    // A node of the old installation seals what the file has without a seal.
    await sealAll(source.db);
    expect(await atTarget('tenant', 'import', path('isp.gz'))).toMatchObject({ code: 0 });
    const verify = () => atTarget('audit', 'verify', '--isp', isp, '--file', heads);
    expect(await verify()).toMatchObject({ ...CLEAN, out: expect.stringContaining('1 not sealed yet') });
    await sealAll(target.db);
    expect(await atTarget('tenant', 'thaw', isp)).toMatchObject({ code: 0 });
    await target.ok('service/action', { serviceid: tenant.serviceid, action: 'renew' }, tenant.me);
    await sealAll(target.db);
    expect(await verify()).toMatchObject({ ...CLEAN, out: expect.stringContaining('1 earlier heads compared') });
    expect(await atTarget('audit', 'verify')).toMatchObject(CLEAN);
  });

  it('leaves no chain where it was removed, and no fault', async () => {
    const isp = String(tenant.ispid);
    const { rows } = await source.db.pool.query('SELECT code FROM crm.isp WHERE id = $1', [tenant.ispid]);
    const remove = () => atSource('tenant', 'remove', isp, '--file', path('isp.gz'), '--confirm', rows[0].code);
    // A node is in the middle of a batch.
    const node = await source.db.pool.connect();
    await node.query('BEGIN');
    await node.query('SELECT pg_advisory_xact_lock($1)', [SEALING]);
    await node.query(
      `INSERT INTO auth.audit_seal SELECT isp_id, seq + 1, event_id, at, sealed_at, format, digest, head
       FROM auth.audit_seal WHERE isp_id = $1 ORDER BY seq DESC LIMIT 1`,
      [tenant.ispid],
    );
    const removed = remove();
    const isThere = () => source.db.pool.query('SELECT FROM crm.isp WHERE id = $1', [tenant.ispid]);
    while ((await isThere()).rowCount === 1);
    await node.query('COMMIT');
    node.release();
    expect(await removed).toMatchObject({ code: 0 });
    for (const table of ['audit_chain', 'audit_seal', 'audit_unsealed'])
      expect((await source.db.pool.query(`SELECT FROM auth.${table} WHERE isp_id = $1`, [tenant.ispid])).rowCount).toBe(
        0,
      );
    await sealAll(source.db);
    expect(await atSource('audit', 'verify', '--file', path('moved'))).toMatchObject(CLEAN);
  });
});
