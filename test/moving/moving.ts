import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { verifyLedger } from '../../src/areas/money/billing/verify/verify.ts';
import { query, sql } from '../../src/db/sql.ts';
import { scratchFolder } from '../areas/installation/backup/files.ts';
import { command, type Outcome } from '../cli/terminal.ts';
import { SECRETS_KEY } from '../factories/services.ts';
import type { Api } from '../fixtures/api.ts';
import { contact } from '../fixtures/tenants.ts';

export const dump = (name: string): string => join(import.meta.dirname, 'dumps', name);

/** What an ISP that moves in says about what its old system does not know. */
export const MAPPING = {
  hashed_passwords: 'refuse',
  pools: [{ pool_name: 'static', range_from: '203.0.113.0', range_upto: '203.0.113.255' }],
  plans: { silver: { amt: '29.90' } },
  defaults: {
    ...{ location_code: 'BLR', sub_location_code: 'BLR-N', protocol: 'PPPoE', connectivity: 'Fibre' },
    ...{ prepaid_postpaid: 'Prepaid', amt: '39.90' },
  },
};

export interface Line {
  readonly outcome: string;
  readonly kind: string;
  readonly key: string;
  readonly where: string;
  readonly reason: string;
  readonly notes: string;
  readonly new_password: string;
}

let imports = 0;

/** The command line over the database of an API, and the files that it reads and writes. */
export async function movingTo(api: Api) {
  const folder = await scratchFolder();
  const settings = { DATABASE_URL: api.db.url, DATA_DIR: folder, SECRETS_KEY: SECRETS_KEY.toString('hex') };
  const cli = (...words: string[]) => command(settings, ...words);
  const file = async (name: string, text: string | Buffer) => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  return {
    ...{ folder, cli, file, settings },
    async import(...words: string[]): Promise<Outcome & { readonly report: Line[]; readonly path: string }> {
      imports += 1;
      const path = join(folder, `report${imports}.csv`);
      const outcome = await cli('import', '--report', path, ...words);
      const text = await readFile(path, 'utf8').catch(() => '');
      return { ...outcome, path, report: parse(text, { columns: true }) as Line[] };
    },
    mapping: (mapping: object = MAPPING) => file(`mapping${Math.random()}.json`, JSON.stringify(mapping)),
  };
}

/** An ISP with a location and no more. */
export async function emptyIsp(api: Api, code: string): Promise<number> {
  const isp = { name: code, code, country: 'India', timezone: 'UTC', currency: 'USD', ...contact };
  const ispid = await api.ok<number>('isp/create', isp, api.admin);
  await api.ok('location/create', { ispid, location_code: 'BLR', location: 'Bengaluru' }, api.admin);
  const sub = { ispid, location_code: 'BLR', sub_location_code: 'BLR-N', sub_location: 'North' };
  await api.ok('location/sublocation_create', sub, api.admin);
  return ispid;
}

/** What is in an ISP, counted. */
export async function counted({ db }: Api, ispid: number): Promise<Record<string, number>> {
  const [row] = await query<Record<string, number>>(
    db.pool,
    sql`SELECT (SELECT count(*)::int FROM crm.customer WHERE isp_id = ${ispid}) AS customers,
          (SELECT count(*)::int FROM crm.service WHERE isp_id = ${ispid}) AS services,
          (SELECT count(*)::int FROM crm.plan WHERE isp_id = ${ispid}) AS plans,
          (SELECT count(*)::int FROM radius.nas WHERE isp_id = ${ispid}) AS nases,
          (SELECT count(*)::int FROM radius.session WHERE isp_id = ${ispid}) AS sessions,
          (SELECT count(*)::int FROM crm.import_source WHERE isp_id = ${ispid}) AS keys`,
  );
  return row ?? {};
}

export async function ledgerProblems({ db }: Api): Promise<string[]> {
  return (await verifyLedger(db)).flatMap(({ problems }) => [...problems]);
}
