import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lastDayOf } from '../../src/moving/freeradius/expiration.ts';
import { rateOf } from '../../src/moving/freeradius/rates.ts';
import { startApi } from '../fixtures/api.ts';
import { contact } from '../fixtures/tenants.ts';
import { emptyIsp, MAPPING, movingTo } from './moving.ts';

const api = await startApi();
const moving = await movingTo(api);

describe('the last day of a subscriber', () => {
  it.each([
    ['31 Dec 2026 23:59:59', '2026-12-31'],
    ['31 Dec 2026', '2026-12-30'],
    ['December 31, 2026 12:00', '2026-12-31'],
    // RouterOS 6.
    ['dec/31/2026 23:59:59', '2026-12-31'],
    ['jan/01/2027 00:00:00', '2026-12-31'],
    // WISPr-Session-Terminate-Time.
    ['2026-12-31T23:59:59+05:30', '2026-12-31'],
    ['2027-01-01T00:00:00+05:30', '2026-12-31'],
    ['2027-01-01T00:00:00-05:00', '2026-12-31'],
    ['2027-01-01T00:00:00Z', '2026-12-31'],
    ['1798761599', '2026-12-31'],
    ['dec/32/2026', undefined],
    ['31/12/2026', undefined],
    ['soon', undefined],
  ])('by %s is %s', (text, day) => {
    expect(lastDayOf(text)).toBe(day);
  });
});

it('a blank rate is none', () => {
  const blank = { name: 'Mikrotik-Rate-Limit', op: ':=', value: ' ' };
  expect(rateOf([blank])).toBeNull();
  expect(rateOf([blank, { name: 'WISPr-Bandwidth-Max-Up', op: ':=', value: '' }])).toBeNull();
});

/** Rows of a table of FreeRADIUS. */
const rows = (table: string, columns: string, ...values: string[]) =>
  values.map((each) => `INSERT INTO ${table} (${columns}) VALUES (${each});\n`).join('');

it('a dump with ends of groups, a blank rate and sessions without a time of their update is taken over', async () => {
  const ispid = await emptyIsp(api, 'FORMS');
  const password = (name: string) => `'${name}','Cleartext-Password',':=','secret'`;
  const checks = 'username, attribute, op, value';
  const ofGroups = 'groupname, attribute, op, value';
  const started = new Date(Date.now() - 26 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const text = [
    rows('radcheck', checks, ...['ann', 'ben', 'cid', 'dan'].map(password)),
    rows('radcheck', checks, "'ben','Expiration',':=','01 Feb 2031 12:00:00'"),
    rows('radreply', checks, "'cid','WISPr-Session-Terminate-Time',':=','2031-03-01T12:00:00+05:30'"),
    rows('radgroupcheck', ofGroups, "'gold','Expiration',':=','01 May 2031 12:00:00'"),
    rows(
      'radgroupreply',
      ofGroups,
      "'gold','Mikrotik-Rate-Limit',':=','10M/20M'",
      "'plain','Mikrotik-Rate-Limit',':=',''",
    ),
    rows(
      'radusergroup',
      'username, groupname, priority',
      "'ann','gold',1",
      "'ben','gold',1",
      "'cid','gold',1",
      "'dan','plain',1",
    ),
    rows('nas', 'nasname, shortname, secret', "'192.0.2.1','core','testing123'"),
    rows(
      'radacct',
      'acctuniqueid, acctsessionid, username, nasipaddress, acctstarttime, acctsessiontime, acctinputoctets, acctoutputoctets, acctstoptime',
      `'u1','s1','ann','192.0.2.1','${started}',90000,1000,2000,NULL`,
    ),
    '-- Dump completed\n',
  ].join('');
  const file = await moving.file('forms.sql', `-- MySQL dump\n${text}`);
  const address = { zipcode: '560001', state: 'Karnataka', city: 'Bengaluru', street: '1 Main Road' };
  const defaults = { ...MAPPING.defaults, ...address, mobile: contact.mobile, email: contact.email };
  const mapping = await moving.mapping({ ...MAPPING, pools: [], defaults });
  const words = ['--isp', 'FORMS', '--format', 'freeradius-mysql', '--file', file, '--mapping', mapping];
  const done = await moving.import(...words);
  expect(done).toMatchObject({ code: 0, err: '' });
  expect(done.report.filter(({ outcome }) => outcome !== 'imported')).toEqual([]);
  const services = await api.db.prisma.service.findMany({ where: { ispId: ispid }, orderBy: { username: 'asc' } });
  expect(services.map(({ username, validUpto }) => [username, validUpto?.toISOString().slice(0, 10)])).toEqual([
    ['ann', '2031-05-01'],
    ['ben', '2031-02-01'],
    ['cid', '2031-03-01'],
    ['dan', undefined],
  ]);
  const [session] = await api.db.prisma.session.findMany({ where: { ispId: ispid } });
  expect(session).toMatchObject({ acctSessionId: 's1', inBytes: 1000n, outBytes: 2000n, sessionTime: 90_000 });
  expect((session?.updatedAt.getTime() ?? 0) - (session?.startedAt.getTime() ?? 0)).toBe(90_000_000);
});

describe('our own files as a spreadsheet leaves them', () => {
  const address = `560001,Karnataka,Bengaluru,1 Main Road`;
  let isps = 0;

  async function imported(customer: string, mapping: object) {
    isps += 1;
    const code = `SHEET${isps}`;
    const ispid = await emptyIsp(api, code);
    const dir = join(moving.folder, code);
    await mkdir(dir);
    await writeFile(
      join(dir, 'plans.csv'),
      'name,protocol,connectivity,plan_period,plan_period_unit,bw1_gb,bw_mgmt,bw1_dl,bw1_ul\nFast,PPPoE,Fibre,1.0,Month,0,Radius,2000.0,1000.0\n',
    );
    await writeFile(
      join(dir, 'customers.csv'),
      `key,type,name,mobile,email,zipcode,state,city,street,dob\n1,Individual,Ravi,${customer}\n`,
    );
    const mapped = await moving.mapping({ defaults: MAPPING.defaults, ...mapping });
    const { report } = await moving.import('--isp', code, '--format', 'csv', '--dir', dir, '--mapping', mapped);
    const [plan] = await api.db.prisma.plan.findMany({ where: { ispId: ispid } });
    const [found] = await api.db.prisma.customer.findMany({ where: { ispId: ispid } });
    const refused = report.filter(({ outcome }) => outcome === 'refused').map(({ reason }) => reason);
    return { rate: plan && [plan.bw1Dl, plan.bw1Ul], dob: found?.dob?.toISOString().slice(0, 10), refused };
  }

  it.each([
    ['dd/mm/yyyy', '05/03/1990', '1990-03-05'],
    ['mm/dd/yyyy', '05/03/1990', '1990-05-03'],
    ['dd/mm/yyyy', '5.3.1990', '1990-03-05'],
    ['dd/mm/yyyy', '1990-03-05', '1990-03-05'],
  ])('with days as %s: %s is %s, and whole numbers may be written 1.0', async (dates, text, dob) => {
    const ravi = `9800000013,${contact.email},${address},${text}`;
    expect(await imported(ravi, { dates })).toEqual({ rate: [2000, 1000], dob, refused: [] });
  });

  it('do not have days in an order that nobody named', async () => {
    const { refused } = await imported(`9800000013,${contact.email},${address},05/03/1990`, {});
    expect(refused).toEqual([expect.stringMatching(/^dob: must be/)]);
  });

  it('do not have a telephone number that a spreadsheet made a number of', async () => {
    const { refused } = await imported(`9800000013.0,${contact.email},${address},1990-03-05`, {});
    expect(refused).toEqual(['mobile is “9800000013.0”, a number: format the column as text before you export it']);
  });
});
