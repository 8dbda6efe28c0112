import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { GST_SELLER, MAHARASHTRA } from '../fixtures/tax.ts';
import { emptyIsp, MAPPING, movingTo } from './moving.ts';

const api = await startApi();
const moving = await movingTo(api);
const HEADER = 'key,type,name,mobile,email,zipcode,state,city,street,surname,dob,uniqueid,notes,tax_id,sez,language';
const CONTACT = '9800000003,ravi@example.net,560001,Karnataka,Bengaluru,1 Main Road';
const NUMBER = MAHARASHTRA;

async function imported(code: string, rows: readonly string[], others: Readonly<Record<string, string>> = {}) {
  const dir = join(moving.folder, code);
  await mkdir(dir);
  for (const [file, text] of Object.entries(others)) await writeFile(join(dir, file), text);
  await writeFile(join(dir, 'customers.csv'), [HEADER, ...rows].join('\n'));
  const mapping = await moving.mapping({ defaults: MAPPING.defaults });
  return moving.import('--isp', code, '--format', 'csv', '--dir', dir, '--mapping', mapping);
}

it('a tax number is judged as the API judges it', async () => {
  const ispid = await emptyIsp(api, 'TAXED');
  await api.ok('tax/seller_set', { ispid, ...GST_SELLER }, api.admin);
  const customers = [`1,Individual,Asha,${CONTACT},,,,,29WRONG,,`, `2,Individual,Ravi,${CONTACT},,,,,${NUMBER},,`];
  const service = 'customer,plan,username,password,prepaid_postpaid,tax_id\n2,Fast,';
  const { report } = await imported('TAXED', customers, {
    'plans.csv':
      'name,protocol,connectivity,plan_period,plan_period_unit,bw1_gb,bw_mgmt,bw1_dl,bw1_ul\nFast,PPPoE,Fibre,1,Month,0,Radius,2000,1000\n',
    'subplans.csv': 'plan,name,units,charge1,amt1\nFast,Monthly,1,Internet,100\n',
    'services.csv': `${service}taxed1,secret,Prepaid,29WRONG\n2,Fast,taxed2,secret,Prepaid,${NUMBER}\n`,
  });
  expect(report.filter(({ kind }) => kind === 'customer')).toMatchObject([
    { outcome: 'refused', reason: expect.stringContaining('tax_id') },
    { outcome: 'imported' },
  ]);
  expect(report.filter(({ kind }) => kind === 'service')).toMatchObject([
    { outcome: 'refused', reason: expect.stringContaining('tax_id') },
    { outcome: 'imported' },
  ]);
});
