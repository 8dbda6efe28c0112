import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { startApi } from '../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../fixtures/ledger.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { counted, emptyIsp, ledgerProblems, MAPPING, movingTo } from './moving.ts';

const api = await startApi();
const moving = await movingTo(api);
verifyLedgerAfterAll(api);

async function folderWith(name: string, files: Record<string, string>): Promise<string> {
  const folder = join(moving.folder, name);
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}

const CUSTOMER = 'key,type,name,mobile,email,zipcode,state,city,street\n';
const contact = 'Individual,Ravi,9800000003,ravi@example.net,560001,Karnataka,Bengaluru,1 Main Road';
const PLAN =
  'name,protocol,connectivity,plan_period,plan_period_unit,bw1_gb,bw_mgmt,bw1_dl,bw1_ul\nFast,PPPoE,Fibre,1,Month,0,Radius,2000,1000\n';

it('customers come with their balances, by the ledger, and go out and in again unchanged', async () => {
  const from = await emptyIsp(api, 'OUT');
  const dir = await folderWith('first', {
    'plans.csv': PLAN,
    'subplans.csv': 'plan,name,units,charge1,amt1\nFast,Monthly,1,Internet,100\n',
    'pools.csv': 'pool_name,range_from,range_upto\nstatic,192.0.2.0,192.0.2.15\n',
    'nases.csv': 'name,ip,secret,vendor\nCore,10.7.0.1,"=secret""x",Cisco\n',
    'customers.csv': `${CUSTOMER}1,${contact}\n2,${contact}\n3,${contact}\n`,
    'services.csv': [
      'key,customer,plan,username,password,prepaid_postpaid,valid_upto,status,staticip,ip_assignment,mac_bind',
      `a,1,Fast,owing,"''=pass, word",Postpaid,2031-01-31,Active,,,Auto`,
      'b,2,Fast,paid,+secret,Prepaid,2031-01-31,Suspend,192.0.2.3,StaticIP,No',
      'c,3,Fast,waiting,pässword,Prepaid,,,,,Auto',
      'd,3,Fast,covered,x,Prepaid,,,,,Auto',
    ].join('\n'),
    'balances.csv': 'service,balance\nowing,250.50\nb,-99\ncovered,-150\nnobody,1\n',
  });
  const words = [
    '--isp',
    'OUT',
    '--format',
    'csv',
    '--dir',
    dir,
    '--mapping',
    await moving.mapping({ defaults: MAPPING.defaults }),
  ];
  const first = await moving.import(...words);
  expect(first).toMatchObject({ code: 0, err: '' });
  expect(first.report.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
    { kind: 'service', reason: 'services.csv has no service nobody' },
  ]);
  expect(await statesOf(from)).toEqual([
    { username: 'covered', status: 'Active', os_amt: '-50.00', invoices: 1 },
    { username: 'owing', status: 'Active', os_amt: '250.50', invoices: 1 },
    { username: 'paid', status: 'Suspend', os_amt: '-99.00', invoices: 0 },
    { username: 'waiting', status: 'NewRequest', os_amt: '0.00', invoices: 0 },
  ]);
  expect(await ledgerProblems(api)).toEqual([]);
  const out = join(moving.folder, 'out');
  expect(
    await moving.cli('export', '--isp', 'OUT', '--dir', out, '--with-passwords', '--sessions', '2031-01'),
  ).toMatchObject({ code: 0, err: '' });
  expect((await readdir(out)).filter((file) => file.endsWith('.part'))).toEqual([]);
  expect(await moving.cli('export', '--isp', 'OUT', '--dir', out)).toMatchObject({
    code: 1,
    err: expect.stringContaining('already exists'),
  });
  const to = await emptyIsp(api, 'BACK');
  // The address of a NAS is unique in the installation.
  await api.db.pool.query('UPDATE radius.nas SET deleted_at = now() WHERE isp_id = $1', [from]);
  const back = await moving.import('--isp', 'BACK', '--format', 'csv', '--dir', out);
  expect(back).toMatchObject({ code: 0, err: '' });
  expect(back.report.filter(({ outcome }) => outcome === 'refused')).toEqual([]);
  expect(await statesOf(to)).toEqual(
    (await statesOf(from)).map((state) => ({ ...state, invoices: expect.any(Number) })),
  );
  const again = join(moving.folder, 'again');
  expect(await moving.cli('export', '--isp', 'BACK', '--dir', again, '--with-passwords')).toMatchObject({ code: 0 });
  for (const file of ['customers.csv', 'services.csv', 'nases.csv', 'pools.csv', 'locations.csv', 'subplans.csv'])
    expect(await withoutKeys(join(again, file)), file).toEqual(await withoutKeys(join(out, file)));
  expect(await readFile(join(out, 'services.csv'), 'utf8')).toContain(`"''=pass, word"`);
});

it('without their passwords services go out for new ones', async () => {
  const { ispid, me } = await makeTenant(api);
  expect(me.userid).toBeGreaterThan(0);
  const out = join(moving.folder, 'bare');
  expect(await moving.cli('export', '--isp', String(ispid), '--dir', out)).toMatchObject({ code: 0 });
  const services = await readFile(join(out, 'services.csv'), 'utf8');
  expect(services).not.toContain('hello');
  expect(services).toMatch(/new_password\r\n.*,Y\r\n/);
  expect(await readFile(join(out, 'nases.csv'), 'utf8')).not.toContain('testing123');
});

it('says what is wrong with files, options and mappings before anything is changed', async () => {
  const isp = await emptyIsp(api, 'WRONG');
  const csv = (dir: string) => ['--isp', 'WRONG', '--format', 'csv', '--dir', dir];
  const unknown = await folderWith('unknown', { 'customers.csv': 'key,nmae\n1,Ravi\n' });
  const quote = await folderWith('quote', { 'customers.csv': `${CUSTOMER}1,"Ravi\n` });
  const bad = await moving.file('bad.json', '{"defaults":{"mobil":"1"}}');
  const broken = await moving.file('broken.json', '{');
  for (const [words, sentence, code = 1] of [
    [csv(unknown), /unknown columns: nmae/],
    [csv(quote), /customers\.csv: /],
    [csv(moving.folder), /has none of the files locations\.csv/],
    [[...csv(unknown), '--mapping', bad], /defaults: Unrecognized key|defaults.*mobil/],
    [[...csv(unknown), '--mapping', broken], /is not JSON/],
    [[...csv(unknown), '--reseller', 'NONE'], /no reseller NONE/],
    [['--isp', 'NOWHERE', '--format', 'csv', '--dir', unknown], /There is no ISP NOWHERE/],
    [['--isp', 'WRONG', '--format', 'xml', '--dir', unknown], /--format must be one of/, 2],
    [['--isp', 'WRONG', '--format', 'csv', '--file', 'x'], /--format csv needs --dir/, 2],
    [['--format', 'csv', '--dir', unknown], /--isp/, 2],
    [['--isp', 'WRONG', '--format', 'splynx', '--dir', unknown], /^Cannot read .*services\.csv/, 2],
  ] as const) {
    const outcome = await moving.import(...words);
    expect(outcome.err, words.join(' ')).toMatch(sentence);
    expect(outcome.code, words.join(' ')).toBe(code);
  }
  expect(await counted(api, isp)).toEqual({ customers: 0, services: 0, plans: 0, nases: 0, sessions: 0, keys: 0 });
});

it('says of each row what is wrong with it, and imports the others', async () => {
  await emptyIsp(api, 'ROWS');
  const dir = await folderWith('rows', {
    'plans.csv': PLAN,
    'subplans.csv': 'plan,name,units,charge1,amt1\nFast,Monthly,1,Internet,100\nSlow,Monthly,1,Internet,1\n',
    'customers.csv': `${CUSTOMER}1,${contact}\n1,${contact}\n2,Person,Ravi,98,x,1,K,B,S\n3,${contact},more\n`,
    'services.csv': [
      'key,customer,plan,username,password,valid_upto,balance,staticip,ip_assignment',
      'a,1,Fast,one,x,2031-01-31,,,',
      'b,1,Fast,ONE,x,2031-01-31,,,',
      'c,9,Fast,two,x,2031-01-31,,,',
      'd,1,None,three,x,2031-01-31,,,',
      'e,1,Fast,four,x,31.1.2031,,,',
      'f,1,Fast,five,x,2031-01-31,1e9,,',
      'g,1,Fast,six,x,2031-01-31,,192.0.2.77,StaticIP',
      `h,1,Fast,${'x'.repeat(80)},x,2031-01-31,,,`,
    ].join('\n'),
  });
  const { report } = await moving.import(
    '--isp',
    'ROWS',
    '--format',
    'csv',
    '--dir',
    dir,
    '--mapping',
    await moving.mapping({ defaults: MAPPING.defaults }),
  );
  const reasons = Object.fromEntries(
    report.map(({ kind, where, reason }) => [`${kind} ${where.split(' ').at(-1)}`, reason]),
  );
  expect(reasons).toMatchObject({
    'subplan 3': 'plan: there is no plan Slow in this import',
    'customer 2': '',
    'customer 3': 'customers.csv line 2 already has this key',
    'customer 4': expect.stringMatching(/^type: must be Individual or Organisation; mobile: .*; email: /),
    'customer 5': 'it has 10 fields for 9 columns',
    'service 2': '',
    'service 3': 'username: is already taken',
    'service 4': 'customer: its customer 9 was not imported',
    'service 5': expect.stringContaining('there is no plan None'),
    'service 6': 'valid_upto: must be a date such as 2027-02-01',
    'service 7': expect.stringContaining('balance: must be an amount'),
    'service 8': expect.stringContaining('192.0.2.77 is in no IP pool'),
    'service 9': expect.stringContaining('username: must be 1 to 64 characters'),
  });
});

async function statesOf(ispId: number) {
  return query(
    api.db.pool,
    sql`SELECT s.username, s.status, s.os_amt::text, (SELECT count(*)::int FROM crm.invoice i WHERE i.service_id = s.id) AS invoices
        FROM crm.service s WHERE s.isp_id = ${ispId} ORDER BY s.username`,
  );
}

/** The lines of a file without the ids of its records, which are others in each ISP. */
async function withoutKeys(file: string): Promise<string[]> {
  const [header = '', ...lines] = (await readFile(file, 'utf8')).split('\r\n');
  const ids = ['key', 'customer', 'plan', 'subplan'].map((name) => header.split(',').indexOf(name));
  return lines.map((line) =>
    line
      .split(',')
      .filter((_, at) => !ids.includes(at))
      .join(','),
  );
}

it('the planner is told of many new rows, also in a dry run', async () => {
  await emptyIsp(api, 'MANY');
  const rows = Array.from({ length: 501 }, (_, at) => `${at},${contact}`);
  const dir = await folderWith('many', { 'customers.csv': `${CUSTOMER}${rows.join('\n')}\n` });
  const analyzed = async () => {
    const [row] = await query<{ count: number }>(
      api.db.pool,
      sql`SELECT (analyze_count + autoanalyze_count)::int AS count FROM pg_stat_user_tables WHERE relid = 'crm.customer'::regclass`,
    );
    return row?.count ?? 0;
  };
  const before = await analyzed();
  const words = ['--isp', 'MANY', '--format', 'csv', '--dir', dir];
  expect(await moving.import(...words, '--dry-run')).toMatchObject({ code: 0, err: '' });
  await expect.poll(analyzed).toBeGreaterThan(before);
  expect(await moving.import(...words)).toMatchObject({ code: 0, err: '' });
  await expect.poll(analyzed).toBeGreaterThan(before + 1);
});
