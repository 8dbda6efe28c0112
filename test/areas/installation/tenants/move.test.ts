import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { SecretsKeys } from '../../../../src/config/secrets-keys.ts';
import { checkSecretsKey, storeMark } from '../../../../src/db/check-secrets-key.ts';
import { setInstallationNumber } from '../../../../src/db/installation-number.ts';
import { unseal } from '../../../../src/db/seal.ts';
import { command } from '../../../cli/terminal.ts';
import { SECRETS_KEY, SECRETS_KEYS } from '../../../factories/services.ts';
import { type Api, startApi } from '../../../fixtures/api.ts';
import { Shop } from '../../../fixtures/subscriber.ts';
import { makeTenant } from '../../../fixtures/tenants.ts';
import { checksums } from '../backup/checksums.ts';
import { scratchFolder } from '../backup/files.ts';
import { fillDatabase } from '../backup/fill.ts';
import { forged, rowsIn } from './files.ts';

const source = await startApi();
const target = await startApi();
const folder = await scratchFolder();
const key = (byte: number) => Buffer.alloc(32, byte).toString('hex');
const cliOf =
  (api: Api, secrets = SECRETS_KEY.toString('hex')) =>
  (...words: string[]) =>
    command({ DATABASE_URL: api.db.url, DATA_DIR: folder, SECRETS_KEY: secrets }, ...words);
const atSource = cliOf(source);
const atTarget = cliOf(target);
const path = (name: string) => join(folder, name);

let shop: Shop;
let subscriber: Awaited<ReturnType<Shop['subscribe']>>;
/** Of the ISP that moves. */
const code = () => 'S1';

/** Money, sessions and archived rows of the ISP that moves, next to others with the same. */
beforeAll(async () => {
  await source.db.transaction((tx) => setInstallationNumber(tx, 1));
  await target.db.transaction((tx) => setInstallationNumber(tx, 2));
  shop = await Shop.open(source);
  // However many shops were opened before.
  await source.db.pool.query(`UPDATE crm.isp SET name = 'Shop 1', code = 'S1' WHERE id = $1`, [shop.ispid]);
  subscriber = await shop.subscribe();
  await subscriber.does('invoice');
  await source.ok('payment/new', { serviceid: subscriber.id, amt: 100, mode: 'Cash' }, shop.me);
  await source.ok('payment/new', { serviceid: subscriber.id, amt: 50, mode: 'Card' }, source.admin);
  await source.ok('service/update', { serviceid: subscriber.id, mac: 'aa:bb:cc:dd:ee:01' }, shop.me);
  await fillDatabase(source);
  await source.db.pool.query(
    `INSERT INTO radius.nas (id, isp_id, name, secret_enc, ip)
     SELECT 900001, $1, 'Edge', secret_enc, '203.0.113.9' FROM radius.nas LIMIT 1`,
    [shop.ispid],
  );
  await source.db.pool.query(`SELECT setval('radius.session_id_seq', 2000001), setval('radius.nas_id_seq', 900001)`);
  await source.db.pool.query(
    `INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at, in_bytes)
     VALUES ($1, $2, 900001, '203.0.113.9', $3, 's1', now(), now(), 7)`,
    [shop.ispid, subscriber.id, subscriber.username],
  );
  await source.db.pool.query(
    `INSERT INTO crm.outbox (isp_id, kind, payload, done_at)
     VALUES ($1, 'session_disconnect', jsonb_build_object('serviceId', $2::int, 'sessions', '[2000001]'::jsonb), now())`,
    [shop.ispid, subscriber.id],
  );
  await source.db.pool.query(
    `INSERT INTO radius.session_log (id, isp_id, service_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at,
       ended_at, session_time, in_bytes, out_bytes)
     SELECT 1000000 + n, $1, $2, 900001, '203.0.113.9', 'x\\y', n::text, at, at, at, n, n, n
     FROM generate_series(1, 40) n, LATERAL (SELECT '2024-12-01Z'::timestamptz + n * interval '3 days') m (at)`,
    [shop.ispid, subscriber.id],
  );
  await source.db.pool.query(
    `INSERT INTO radius.usage_day (service_id, day, in_bytes) SELECT $1, '2024-12-30'::date + n, n FROM generate_series(1, 70) n`,
    [subscriber.id],
  );
  await makeTenant(target);
  await (await (await Shop.open(target)).subscribe()).does('invoice');
  strange = await wrongLedger(atSource);
  target.clock.at = undefined;
  source.clock.at = undefined;
});

/** One of the ISPs that stay at the source has a ledger that no rule of ours would write. */
const wrongLedger = async (cli: typeof atSource) =>
  (await cli('ledger', 'verify')).out
    .split('\n')
    .filter((line) => line.startsWith('WRONG'))
    .map((line) => line.replace(/\d+ checked/, ''));
let strange: string[];

describe('tenant export', () => {
  it('writes a file that only its owner can read, that verify reads, and that restore refuses', async () => {
    const saved = await atSource('tenant', 'export', code(), path('one.gz'));
    expect([saved.code, saved.err]).toEqual([0, '']);
    expect(saved.out).toMatch(/one\.gz: Shop 1 \(S1, id \d+\) of 20.*, \d+ tables, \d+ rows, by Lastmile/);
    expect(await atSource('verify', path('one.gz'))).toEqual(saved);
    expect(await atSource('restore', path('one.gz'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('holds one ISP, S1. Load it with tenant import.'),
    });
  });

  it('has all rows of the ISP, and none of another', async () => {
    const { rows: isps } = await source.db.pool.query<{ id: number }>('SELECT id FROM crm.isp ORDER BY id');
    expect(isps).toHaveLength(3);
    const whole: Record<string, string[]> = {};
    for (const { id } of isps) {
      await atSource('tenant', 'export', String(id), path(`isp-${id}.gz`));
      for (const [table, rows] of Object.entries(await rowsIn(path(`isp-${id}.gz`))))
        whole[table] = [...(whole[table] ?? []), ...rows];
    }
    for (const [table, rows] of Object.entries(whole)) {
      expect(new Set(rows).size, table).toBe(rows.length);
      const { rows: counted } = await source.db.pool.query(`SELECT count(*)::int AS count FROM ${table}`);
      // What a server administrator or the command line did is the installation's.
      if (!/audit|login|api_key|outbox/.test(table)) expect([table, rows.length]).toEqual([table, counted[0].count]);
    }
  });

  it('refuses an ISP that is not there, in one sentence, and leaves no file', async () => {
    expect(await atSource('tenant', 'export', 'NIX', path('nix.gz'))).toEqual({
      code: 1,
      out: '',
      err: 'There is no ISP NIX. Give its id or its code.\n',
    });
    await expect(readFile(path('nix.gz'))).rejects.toThrow('ENOENT');
  });
});

describe('tenant import changes nothing', () => {
  const refused = async (file: string, sentence: RegExp, cli = atTarget) => {
    const before = await checksums(target.db.pool);
    const { code: exit, out, err } = await cli('tenant', 'import', file);
    expect([exit, out, err.trimEnd().split('\n').length]).toEqual([1, '', 1]);
    expect(err).toMatch(sentence);
    expect(await checksums(target.db.pool)).toEqual(before);
  };

  /** The script with the rows of a table changed. */
  const section = (table: string, change: (rows: string) => string) => (script: string) =>
    script.replace(new RegExp(`(COPY "crm"\\."${table}".*\\n)([^]*?)(\\n\\\\\\.)`), (_, head, body, end) =>
      [head, change(body), end].join(''),
    );

  it('when the file is incomplete, damaged, a backup, or missing', async () => {
    const script = await readFile(path('one.gz'));
    await writeFile(path('cut.gz'), script.subarray(0, -100));
    await refused(path('cut.gz'), /is incomplete/);
    const flipped = Buffer.from(script);
    flipped[script.length >> 1] = (flipped[script.length >> 1] ?? 0) ^ 0x10;
    await writeFile(path('flipped.gz'), flipped);
    await refused(path('flipped.gz'), /is damaged/);
    await writeFile(path('edited.gz'), gzipSync(gunzipSync(script).toString().replace('Karnataka', 'Kerala')));
    await refused(path('edited.gz'), /is damaged/);
    await atSource('backup', 'all', path('all.gz'));
    await refused(path('all.gz'), /is a backup of whole databases\. Load it with restore/);
    await refused(path('nothing.gz'), /There is no file/);
  });

  it('when the file was forged: rows of another ISP, references out of it, balances, tables, ids', async () => {
    const { rows } = await target.db.pool.query<{ id: number; service: number; usr: number }>(
      `SELECT i.id, (SELECT min(id) FROM crm.service WHERE isp_id = i.id) AS service,
         (SELECT min(id) FROM auth.login_user WHERE isp_id = i.id) AS usr FROM crm.isp i ORDER BY i.id DESC LIMIT 1`,
    );
    const [victim] = rows;
    const forge = async (change: (script: string) => string, sentence: RegExp) =>
      refused(await forged(path('one.gz'), change), sentence);
    await forge(
      section('plan', (body) => body.replace(`\t${shop.ispid}\t`, `\t${victim?.id}\t`)),
      /has rows of another ISP in crm\.plan/,
    );
    await forge(
      (script) => script.replace(/(COPY "auth"\."api_key".*\n\d+\t)\d+/, `$1${victim?.usr}`),
      /has rows of another ISP in auth\.api_key/,
    );
    await forge(
      (script) => script.replace(/(COPY "radius"\."session" .*\n\d+\t\d+\t\\N\t)\d+/, `$1${victim?.service}`),
      /Rows of radius\.session in .* refer to rows of crm\.service that belong to another ISP/,
    );
    for (const service of [victim?.service, 1e12, '"1"', 'null'])
      await forge(
        section('outbox', (body) => body.replace(/"serviceId": \d+/, `"serviceId": ${service}`)),
        /has effects on services of another ISP/,
      );
    await forge(
      section('ledger_line', (body) => body.replace(/^(\d+\t\d+\t\d+\t)(-?)(\d+)/, '$1$29$3')),
      /unbalanced ledger entries|balances that differ/,
    );
    await forge(
      section('ledger_line', (body) => body.replace(/^(\d+\t\d+\t)\d+/, '$1999999')),
      /Rows of crm\.ledger_line in .* refer to missing rows of crm\.ledger_account/,
    );
    await forge((script) => script.replace('"reseller_id", "name"', '"name", "reseller_id"'), /is damaged/);
    await forge(
      (script) => script.replace(/"crm\.service_id_seq":"\d+"/, '"crm.service_id_seq":"1"'),
      /has ids that crm\.service_id_seq never issued/,
    );
    await forge(
      (script) => script.replace('"cell":1', '"cell":2'),
      /comes from an installation with the same number as this one, 2/,
    );
    await forge(
      (script) => script.replace(/"checksum":"./, '"checksum":"x'),
      /Bring both installations to the same version/,
    );
  });

  it('when the file was forged to use up what all ISPs here share: ids, months', async () => {
    const sequences = () =>
      target.db.pool
        .query('SELECT schemaname, sequencename, last_value FROM pg_sequences ORDER BY 1, 2')
        .then(({ rows }) => rows);
    const before = await sequences();
    const forge = async (change: (script: string) => string, sentence: RegExp) =>
      refused(await forged(path('one.gz'), change), sentence);
    await forge(
      (script) => script.replace(/"crm\.service_id_seq":"\d+"/, '"crm.service_id_seq":"1073741824"'),
      /says that crm\.service_id_seq has reached 1073741824, more than half of all possible ids/,
    );
    await forge(
      (script) => script.replace(/"crm\.ledger_line_id_seq":"\d+"/, `"crm.ledger_line_id_seq":"${2n ** 62n}"`),
      /says that crm\.ledger_line_id_seq has reached \d+, more than half/,
    );
    const months = (text: string) => (script: string) => script.replace(/("partitions":\{[^}]+)\}/, `$1,${text}}`);
    await forge(months('"crm.service":["2026-01"]'), /names months of crm\.service, which has none/);
    for (const month of ['1999-12', '2999-01', '2026-13', '2026-00'])
      await forge(
        months(`"radius.auth_log":["${month}"]`),
        new RegExp(`names the month ${month} of radius\\.auth_log, which cannot have rows`),
      );
    expect(await sequences()).toEqual(before);
    await forge(
      section('ledger_line', (body) => body.replace(/^\d+/, '-5')),
      /has ids below 1 in crm\.ledger_line/,
    );
  });

  it('when a name, a code, an address, an id or a key is taken here', async () => {
    const taken = async (before: string, after: string, sentence: RegExp) => {
      await target.db.pool.query(before);
      await refused(path('one.gz'), sentence);
      await target.db.pool.query(after);
    };
    const { rows } = await source.db.pool.query<{ username: string; digest: Buffer }>(
      'SELECT u.username, k.digest FROM auth.login_user u JOIN auth.api_key k ON k.user_id = u.id WHERE u.isp_id = $1',
      [shop.ispid],
    );
    const [user] = rows;
    const { rows: places } = await source.db.pool.query('SELECT id FROM crm.location WHERE isp_id = $1', [shop.ispid]);
    const location = Number(places[0].id);
    const other = `(SELECT max(id) FROM crm.isp)`;
    const adminId = target.admin.userid;
    await taken(
      `UPDATE auth.login_user SET username = '${user?.username.toUpperCase()}' WHERE id = ${adminId}`,
      `UPDATE auth.login_user SET username = 'admin' WHERE id = ${adminId}`,
      /This installation already has a login user .*\. Rename one of the two/,
    );
    await taken(
      `UPDATE crm.isp SET code = 'S1' WHERE id = ${other}`,
      `UPDATE crm.isp SET code = 'OTHER' WHERE id = ${other}`,
      /This installation already has an ISP with the code S1\. Change one of the two codes/,
    );
    await taken(
      `INSERT INTO radius.nas (id, isp_id, name, secret_enc, ip) SELECT 55, ${other}, 'x', '', '203.0.113.9'`,
      'DELETE FROM radius.nas WHERE id = 55',
      /This installation already has a NAS or RADIUS proxy with the address 203\.0\.113\.9/,
    );
    await taken(
      `INSERT INTO auth.api_key (id, user_id, digest) SELECT 55, ${adminId}, '\\x${user?.digest.toString('hex')}'`,
      'DELETE FROM auth.api_key WHERE id = 55',
      /An API key in the file is already in use here/,
    );
    await taken(
      `INSERT INTO crm.location (id, isp_id, code, name)
       OVERRIDING SYSTEM VALUE SELECT ${location}, ${other}, 'TAKEN', 'Taken'`,
      `DELETE FROM crm.location WHERE code = 'TAKEN'`,
      /Ids or keys of crm\.location are already used here: Key \(id\)=/,
    );
  });

  it('with another secrets key, without that of the file', async () => {
    await checkSecretsKey(source.db.pool, SECRETS_KEYS);
    await atSource('tenant', 'export', code(), path('marked.gz'));
    await refused(path('marked.gz'), /sealed with the key of the installation it comes from/, cliOf(target, key(9)));
    await writeFile(path('wrong.key'), key(8));
    const withFile = (...words: string[]) => cliOf(target, key(9))(...words, '--secrets-key-file', path('wrong.key'));
    await refused(path('marked.gz'), /--secrets-key-file: .* another key/, withFile);
  });

  it('when it is interrupted', async () => {
    const before = await checksums(target.db.pool);
    const importing = atTarget('tenant', 'import', path('one.gz'));
    await expect
      .poll(
        async () => {
          const { rowCount } = await target.db.pool.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
           AND application_name = 'lastmile tenant import' AND query ILIKE 'COPY%'`,
          );
          return rowCount;
        },
        { interval: 2 },
      )
      .toBeGreaterThan(0);
    expect((await importing).code).toBe(1);
    expect(await checksums(target.db.pool)).toEqual(before);
  });
});

describe('a move', () => {
  it('takes every row along, in which nothing changes', async () => {
    expect(await atSource('tenant', 'freeze', code())).toMatchObject({
      code: 0,
      out: expect.stringContaining('is frozen'),
    });
    expect(await atSource('tenant', 'export', code(), path('move.gz'))).toMatchObject({ code: 0 });
    const imported = await atTarget('tenant', 'import', path('move.gz'));
    expect([imported.code, imported.err]).toEqual([0, '']);
    expect(imported.out).toMatch(/^Imported Shop 1 \(S1, id \d+\): \d+ rows\. Its ledger is correct\.\nIt is frozen/);
    expect(await wrongLedger(atTarget)).toEqual([]);

    const { rows: places } = await target.db.pool.query(
      'SELECT DISTINCT tableoid::regclass::text AS place FROM radius.session_log WHERE isp_id = $1 ORDER BY 1',
      [shop.ispid],
    );
    expect(places.map(({ place }) => place)).toContain('radius.session_log_y2025m02');
    expect(await target.call('service/list', {}, shop.me)).toMatchObject({ status: 503 });
    expect(await atTarget('tenant', 'thaw', code())).toMatchObject({ code: 0 });
    await atTarget('tenant', 'export', code(), path('again.gz'));
    const [moved, again] = [await rowsIn(path('move.gz')), await rowsIn(path('again.gz'))];
    expect(again).toEqual(moved);

    const last = await source.db.pool.query(
      `SELECT max(at)::text AS at FROM (TABLE auth.audit_event UNION ALL TABLE crm_archive.audit_event) e WHERE isp_id = $1`,
      [shop.ispid],
    );
    const removed = await atSource('tenant', 'remove', code(), '--file', path('move.gz'), '--confirm', code());
    expect([removed.code, removed.err]).toEqual([0, '']);
    expect(await wrongLedger(atSource)).toEqual(strange);
    // By which nodes know that its last change left with it.
    const { rows: removals } = await source.db.pool.query(
      'SELECT removed_at > $2::timestamptz AS later FROM crm.tenant_removal WHERE isp_id = $1',
      [shop.ispid, last.rows[0].at],
    );
    expect(removals).toEqual([{ later: true }]);
    expect(await atSource('tenant', 'export', code(), path('gone.gz'))).toMatchObject({ code: 1 });
    expect(Object.values(moved).filter((rows) => rows.length > 0).length).toBeGreaterThan(25);
  });

  it('lets the ISP work on with its ids, keys and numbers, newer ids above the older', async () => {
    const services = await target.ok<{ username: string }[]>('service/list', {}, shop.me);
    expect(services.map(({ username }) => username)).toEqual([subscriber.username]);
    const payment = await target.ok<number>(
      'payment/new',
      { serviceid: subscriber.id, amt: 10, mode: 'Cash' },
      shop.me,
    );
    const { rows } = await target.db.pool.query('SELECT max(id) AS id FROM crm.payment');
    expect([payment % 16, payment]).toEqual([2, rows[0].id]);
    expect(await wrongLedger(atTarget)).toEqual([]);
    expect(await source.call('service/list', {}, shop.me)).toMatchObject({ status: 401 });
  });

  it('goes back, with what was written meanwhile, and the ledgers of both are right', async () => {
    await atTarget('tenant', 'freeze', code());
    await atTarget('tenant', 'export', code(), path('back.gz'));
    const back = await atSource('tenant', 'import', path('back.gz'));
    expect([back.code, back.err]).toEqual([0, '']);
    expect(await atTarget('tenant', 'remove', code(), '--file', path('back.gz'), '--confirm', code())).toMatchObject({
      code: 0,
    });
    await atSource('tenant', 'thaw', code());
    await atSource('tenant', 'export', code(), path('back-again.gz'));
    expect(await rowsIn(path('back-again.gz'))).toEqual(await rowsIn(path('back.gz')));
    expect(await wrongLedger(atSource)).toEqual(strange);
    expect(await wrongLedger(atTarget)).toEqual([]);
  });
});

describe('tenant remove', () => {
  it('needs a frozen ISP, its code, and its file', async () => {
    const remove = (...words: string[]) => atSource('tenant', 'remove', code(), ...words);
    expect(await remove('--confirm', code())).toMatchObject({ code: 2, err: expect.stringContaining('--file') });
    const file = ['--file', path('back-again.gz')];
    expect(await remove(...file, '--confirm', 'X')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is S1, not X'),
    });
    expect(await remove(...file, '--confirm', code())).toMatchObject({
      code: 1,
      err: expect.stringContaining('in use here'),
    });
    await atSource('tenant', 'freeze', code());
    expect(await remove('--file', path('isp-other.gz'), '--confirm', code())).toMatchObject({ code: 1 });
  });

  it('stops at what was written after the export, such as a journal that arrived late', async () => {
    await atSource('tenant', 'export', code(), path('last.gz'));
    await source.db.pool.query(`UPDATE radius.session SET in_bytes = in_bytes + 1 WHERE isp_id = $1`, [shop.ispid]);
    const words = ['tenant', 'remove', code(), '--file', path('last.gz'), '--confirm', code()];
    const stopped = await atSource(...words);
    expect(stopped).toMatchObject({ code: 1, err: expect.stringContaining('(sessions)') });
    await source.db.pool.query(`UPDATE radius.usage SET listed_bytes = listed_bytes + 1 WHERE isp_id = $1`, [
      shop.ispid,
    ]);
    await source.db.pool.query(`UPDATE radius.session SET in_bytes = in_bytes - 1 WHERE isp_id = $1`, [shop.ispid]);
    expect(await atSource(...words)).toMatchObject({ code: 0 });
    expect(await wrongLedger(atSource)).toEqual(strange);
  });
});

describe('secrets', () => {
  it('are sealed with the key of the installation that they come to', async () => {
    await storeMark(target.db.pool, { key: Buffer.alloc(32, 9), isBeingReplaced: false });
    await writeFile(path('source.key'), SECRETS_KEY.toString('hex'));
    const moved = await cliOf(target, key(9))(
      'tenant',
      'import',
      path('last.gz'),
      '--secrets-key-file',
      path('source.key'),
    );
    expect([moved.code, moved.err]).toEqual([0, '']);
    const { rows } = await target.db.pool.query('SELECT password_enc FROM crm.service WHERE id = $1', [subscriber.id]);
    expect(unseal(new SecretsKeys(Buffer.alloc(32, 9)), 'service.password', rows[0].password_enc)).toBe('hello');
    const undo = ['tenant', 'remove', code(), '--file', path('last.gz'), '--confirm', code()];
    expect(await cliOf(target, key(9))(...undo)).toMatchObject({ code: 0, err: '' });
    await storeMark(target.db.pool, { key: SECRETS_KEY, isBeingReplaced: false });
  });
});

describe('an ISP that was removed', () => {
  const remove = (file: string) => atSource('tenant', 'remove', code(), '--file', path(file), '--confirm', code());
  const refused = async (file: string, sentence: RegExp) => {
    const before = await checksums(source.db.pool);
    expect(await atSource('tenant', 'import', file)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(sentence),
    });
    expect(await checksums(source.db.pool)).toEqual(before);
  };
  const another = /^\S+ is not the file that S1 was removed with on \d{4}-\d\d-\d\d\. Import that one\.\n$/;

  it('does not come back with an older file, nor with one that was changed', async () => {
    await refused(path('back-again.gz'), another);
    await refused(await forged(path('last.gz'), (script) => script.replace('Karnataka', 'Kerala')), another);
  });

  it('comes back with the file that it left with, into the same installation, with every row', async () => {
    const back = await atSource('tenant', 'import', path('last.gz'));
    expect([back.code, back.err]).toEqual([0, '']);
    expect(back.out).toMatch(/\nThis is the file it was removed with\. .*\nIt is frozen\. /);
    await atSource('tenant', 'export', code(), path('returned.gz'));
    expect(await rowsIn(path('returned.gz'))).toEqual(await rowsIn(path('last.gz')));
    expect(await wrongLedger(atSource)).toEqual(strange);
    await refused(path('last.gz'), /^This installation already has an ISP \d+, S1\.\n$/);
  });

  it('works on, and the next time it leaves with a file of then', async () => {
    await atSource('tenant', 'thaw', code());
    const payment = await source.ok<number>(
      'payment/new',
      { serviceid: subscriber.id, amt: 10, mode: 'Cash' },
      shop.me,
    );
    const { rows } = await source.db.pool.query('SELECT max(id) AS id FROM crm.payment');
    expect([payment % 16, payment]).toEqual([1, rows[0].id]);
    await atSource('tenant', 'freeze', code());
    await atSource('tenant', 'export', code(), path('newer.gz'));
    expect(await remove('newer.gz')).toMatchObject({ code: 0, err: '' });
    await refused(path('last.gz'), another);
  });

  it('comes back into an installation that has no number', async () => {
    await source.db.pool.query(`UPDATE crm.setting SET key = 'kept' WHERE key = 'cell'`);
    await refused(path('last.gz'), /^This installation has no number yet/);
    expect(await atSource('tenant', 'import', path('newer.gz'))).toMatchObject({ code: 0, err: '' });
    await source.db.pool.query(`UPDATE crm.setting SET key = 'cell' WHERE key = 'kept'`);
    expect(await remove('newer.gz')).toMatchObject({ code: 0, err: '' });
  });
});
