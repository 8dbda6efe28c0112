import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { radiusDump } from '../bench/import-dump.ts';
import { startApi } from '../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../fixtures/ledger.ts';
import { counted, dump, emptyIsp, MAPPING, movingTo } from './moving.ts';

const api = await startApi();
const moving = await movingTo(api);
verifyLedgerAfterAll(api);
const contact = {
  mobile: '9800000000',
  email: 'unknown@example.net',
  zipcode: '1',
  state: 'K',
  city: 'B',
  street: 'S',
};
const mapping = await moving.mapping({
  ...MAPPING,
  hashed_passwords: 'new',
  defaults: { ...MAPPING.defaults, ...contact },
});

const importing = async (isp: string, text: string | Buffer, format = 'freeradius-mysql') => {
  const file = await moving.file(`${isp}-${Math.random()}.sql`, text);
  return moving.import('--isp', isp, '--format', format, '--file', file, '--mapping', mapping);
};
const NOTHING = { customers: 0, services: 0, plans: 0, nases: 0, sessions: 0, keys: 0 };
const RADCHECK =
  'CREATE TABLE `radcheck` (\n  `id` int, `username` text, `attribute` text, `op` text, `value` text,\n  PRIMARY KEY (`id`)\n);\n';
const GOLD =
  "INSERT INTO radgroupreply (groupname, attribute, op, value) VALUES ('gold','Mikrotik-Rate-Limit',':=','10M/20M');\n";
const member = (name: string) =>
  `INSERT INTO radusergroup (username, groupname, priority) VALUES ('${name}','gold',1);\n`;

it('a dump that is cut off anywhere imports nothing and says so', async () => {
  const isp = await emptyIsp(api, 'CUT');
  const whole = await readFile(dump('mariadb.sql'));
  for (const share of [0.35, 0.6, 0.9, 0.995]) {
    const { code, err } = await importing('CUT', whole.subarray(0, Math.floor(whole.length * share)));
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/(not complete|cannot be|ends in the middle).*[Dd]ump again\.\n$/),
    ]);
  }
  expect(await counted(api, isp)).toEqual(NOTHING);
});

it('a file of another kind is named for what it is', async () => {
  const isp = await emptyIsp(api, 'KIND');
  const postgresql = await readFile(dump('postgresql.sql'));
  for (const [text, sentence] of [
    [postgresql, /is a dump of pg_dump: use --format freeradius-postgresql/],
    ['PGDMP\u0001', /pg_dump's own format. Dump with --format=plain/],
    [Buffer.from([0x1f, 0x8b, 8, 0]), /is compressed/],
    ['', /is empty/],
    ["INSERT INTO radcheck VALUES (1,'a','b',':=','c');", /without the names of their columns/],
    ["INSERT INTO radcheck (username, value) VALUES ('a');", /has 1 values for 2 columns/],
    [`INSERT INTO radcheck (username) VALUES ('${'a'.repeat(10_000)}`, /ends in the middle of a statement/],
  ] as const)
    expect((await importing('KIND', text)).err).toMatch(sentence);
  expect(await counted(api, isp)).toEqual(NOTHING);
});

it('PostgreSQL dumps are read by their own rules, as COPY and as INSERT', async () => {
  const isp = await emptyIsp(api, 'PG');
  const copied = await importing('PG', await readFile(dump('postgresql.sql')), 'freeradius-postgresql');
  expect(copied).toMatchObject({ code: 0, err: '' });
  expect(
    copied.report.filter(({ kind, outcome }) => kind === 'service' && outcome === 'imported').map(({ key }) => key),
  ).toEqual([
    ...['anna', 'bob', 'erik', 'fay', 'hana'],
    // A name like any other, and nothing more.
    "x'); drop table crm.service;--",
    ...['jörg', 'kim', 'late', 'mona'],
  ]);
  const hashed = copied.report.find(({ kind, key }) => kind === 'service' && key === 'bob');
  expect(hashed).toMatchObject({
    notes: expect.stringContaining('Crypt-Password, so it gets a new one'),
    new_password: expect.stringMatching(/^\w{4}-/),
  });
  const inserts = await importing('PG', await readFile(dump('pg-inserts.sql')), 'freeradius-postgresql');
  expect(inserts.report.find(({ kind, key }) => kind === 'service' && key === 'anna')).toMatchObject({
    outcome: 'present',
  });
  // Without radreply sam has no static address that could be refused.
  expect((await counted(api, isp)).services).toBe(11);
});

it('rows in another encoding, of absurd days, with texts of megabytes or of SQL spoil only themselves', async () => {
  const isp = await emptyIsp(api, 'ODD');
  const before = await query(api.db.pool, sql`SELECT count(*)::int AS n FROM crm.isp`);
  const rows = [
    "(1,'good','Cleartext-Password',':=','x')",
    `(2,'long','Cleartext-Password',':=','${'y'.repeat(10_000_000)}')`,
    "(3,'latin','Cleartext-Password',':=','gr\u00fc\u00dfe')",
    "(4,'never','Cleartext-Password',':=','x'),(5,'never','Expiration',':=','30 Feb 2031')",
    "(6,'always','Cleartext-Password',':=','x'),(7,'always','Expiration',':=','1 Jan 99999')",
    "(8,'inject','Cleartext-Password',':=','\\'); DELETE FROM crm.isp; --')",
    "(9,'','Cleartext-Password',':=','x')",
  ];
  const names = ['good', 'long', 'latin', 'never', 'always', 'inject'];
  const text = `${RADCHECK}${GOLD}${names.map(member).join('')}INSERT INTO \`radcheck\` VALUES ${rows.join(',')};\n`;
  const { code, report } = await importing('ODD', Buffer.from(text, 'latin1'));
  expect(code).toBe(0);
  const fates = Object.fromEntries(
    report.filter(({ kind }) => kind === 'service').map(({ key, outcome, reason }) => [key, `${outcome} ${reason}`]),
  );
  expect(fates).toMatchObject({
    good: expect.stringMatching(/^imported/),
    inject: expect.stringMatching(/^imported/),
    long: 'refused password: must be a text of 1 to 128 characters',
    latin: expect.stringMatching(/^refused radcheck line \d+: value is not in UTF-8/),
    never: expect.stringMatching(/^refused Expiration is “30 Feb 2031”/),
    always: expect.stringMatching(/^refused Expiration is “1 Jan 99999”/),
  });
  expect(report.some(({ reason }) => reason === 'it names no user')).toBe(true);
  expect(await query(api.db.pool, sql`SELECT count(*)::int AS n FROM crm.isp`)).toEqual(before);
  expect((await counted(api, isp)).services).toBe(2);
});

it('an import that is killed is repeated, and two at once exclude each other', async () => {
  const isp = await emptyIsp(api, 'KILL');
  const file = await moving.file('kill.sql', [...radiusDump(900)].join(''));
  const mapped = await moving.mapping({
    ...MAPPING,
    pools: [{ pool_name: 'ten', range_from: '10.9.0.0', range_upto: '10.9.3.255' }],
  });
  const words = ['--isp', 'KILL', '--format', 'freeradius-mysql', '--file', file, '--mapping', mapped];
  const cli = join(import.meta.dirname, '../../src/cli.ts');
  const env = { ...moving.settings, PATH: process.env.PATH };
  const args = ['--import', 'tsx', cli, 'import', ...words, '--report', join(moving.folder, 'killed.csv')];
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (((await counted(api, isp)).services ?? 0) < 250 && child.exitCode === null) await sleep(20);
  // Held where it is, it cannot end before the other begins.
  child.kill('SIGSTOP');
  expect((await moving.import(...words)).err).toBe('Another import into this ISP is running. Wait until it ends.\n');
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  while ((await moving.import(...words, '--dry-run')).code !== 0) await sleep(100);
  const done = await moving.import(...words);
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.report.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
  expect(await counted(api, isp)).toMatchObject({ customers: 900, services: 900 });
});
