import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unseal } from '../../src/db/seal.ts';
import { SECRETS_KEYS } from '../factories/services.ts';
import { startApi } from '../fixtures/api.ts';
import { dump, emptyIsp, MAPPING, movingTo } from './moving.ts';

const api = await startApi();
const moving = await movingTo(api);

const NAME = 'Michał Żółć, „pałac” 李';
const PASSWORD = 'pałac77 € 李';
const NAME_OF_WINDOWS = 'Éloïse Müller';
const plan =
  'name,protocol,connectivity,plan_period,plan_period_unit,bw1_gb,bw_mgmt,bw1_dl,bw1_ul\r\nFast,PPPoE,Fibre,1,Month,0,Radius,2000,1000\r\n';
const contact = '9800000003,ravi@example.net,560001,Karnataka,Bengaluru,1 Main Road';
const customers = (name: string) =>
  `key,type,name,mobile,email,zipcode,state,city,street\r\n1,Individual,"${name}",${contact}\r\n`;
const services = (password: string) =>
  `key,customer,plan,username,password,prepaid_postpaid\r\na,1,Fast,line,"${password}",Prepaid\r\n`;

const utf8 = (text: string) => Buffer.from(text);
const marked = (text: string) => Buffer.from(`\uFEFF${text}`);
const utf16le = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
const tabs = (text: string) => Buffer.from(text.replaceAll(',', '\t'));

let isps = 0;
/** Imports a customer with a service whose files are written by `write`. What is then stored. */
async function imported(write: (text: string) => Buffer, { name = NAME, password = PASSWORD, mapping = {} } = {}) {
  isps += 1;
  const code = `ENC${isps}`;
  const ispid = await emptyIsp(api, code);
  const dir = join(moving.folder, code);
  await mkdir(dir);
  const files = {
    'plans.csv': plan,
    'subplans.csv': 'plan,name,units,charge1,amt1\r\nFast,Monthly,1,Internet,100\r\n',
    'customers.csv': customers(name),
    'services.csv': services(password).replaceAll('line', `line${isps}`),
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(dir, file), write(text));
  const mapped = await moving.mapping({ defaults: MAPPING.defaults, ...mapping });
  const done = await moving.import('--isp', code, '--format', 'csv', '--dir', dir, '--mapping', mapped);
  expect(done).toMatchObject({ code: 0, err: '' });
  const refused = done.report
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ kind, reason }) => `${kind}: ${reason}`);
  const [customer] = await api.db.prisma.customer.findMany({ where: { ispId: ispid } });
  const [service] = await api.db.prisma.service.findMany({ where: { ispId: ispid } });
  return {
    name: customer?.name,
    password: service && unseal(SECRETS_KEYS, 'service.password', service.passwordEnc),
    refused,
  };
}

describe('the names and passwords of a file', () => {
  it.each([
    ['UTF-8', utf8],
    // “CSV UTF-8” of Excel, and our own export.
    ['UTF-8 with a byte order mark', marked],
    // “Unicode Text” of Excel, and “>” of PowerShell 5.
    ['UTF-16 with a byte order mark', utf16le],
    ['UTF-16 with its octets the other way round', utf16be],
  ])('in %s are what they were', async (_, write) => {
    expect(await imported(write)).toEqual({ name: NAME, password: PASSWORD, refused: [] });
  });

  it('with tabs between its fields are what they were', async () => {
    const name = NAME.replaceAll(',', '');
    expect(await imported(tabs, { name })).toEqual({ name, password: PASSWORD, refused: [] });
  });

  it('in the code page of Windows need its name, and are refused without it', async () => {
    const latin = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');
    const found = { name: NAME_OF_WINDOWS, password: '5 € é' };
    expect(await imported(latin, { ...found, mapping: { encoding: 'windows-1252' } })).toEqual({
      ...found,
      refused: [],
    });
    const { refused } = await imported(latin, found);
    expect(refused).toContain('customer: name is not in UTF-8; "encoding" in the mapping file names another');
  });

  it('in an encoding that nobody knows are not read', async () => {
    const mapped = await moving.mapping({ encoding: 'klingon' });
    const done = await moving.import('--isp', 'ENC1', '--format', 'csv', '--dir', moving.folder, '--mapping', mapped);
    expect(done).toMatchObject({ code: 1, err: expect.stringContaining('must be the name of an encoding') });
  });
});

it('a file that breaks off in the middle of a letter is refused in one sentence', async () => {
  const dir = join(moving.folder, 'broken');
  await mkdir(dir);
  const whole = utf16le(customers(NAME));
  await writeFile(join(dir, 'customers.csv'), whole.subarray(0, whole.length - 1));
  const done = await moving.import('--isp', 'ENC1', '--format', 'csv', '--dir', dir);
  expect(done).toMatchObject({ code: 1, err: 'customers.csv is not in utf-16le, or damaged.\n' });
});

describe('a dump', () => {
  it.each([
    ['UTF-8 with a byte order mark', marked],
    // mysqldump > dump.sql, in PowerShell 5.
    ['UTF-16', utf16le],
  ])('in %s is read as the same in UTF-8', async (_, write) => {
    isps += 1;
    const code = `ENC${isps}`;
    await emptyIsp(api, code);
    const text = await readFile(dump('mariadb.sql'), 'utf8');
    const other = await moving.file(`${code}.sql`, write(text));
    const words = ['--isp', code, '--format', 'freeradius-mysql', '--mapping', await moving.mapping(), '--dry-run'];
    const [plain, same] = [
      await moving.import(...words, '--file', dump('mariadb.sql')),
      await moving.import(...words, '--file', other),
    ];
    expect(plain).toMatchObject({ code: 0, err: '' });
    expect(plain.report.length).toBeGreaterThan(10);
    expect(same).toMatchObject({ code: 0, err: '', report: plain.report });
  });
});
