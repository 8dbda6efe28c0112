import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { migrate } from '../../src/db/migrate.ts';
import { emptyDatabaseUrl } from '../fixtures/database.ts';

const FOLDER = 'prisma/migrations';
const url = await emptyDatabaseUrl();
const before = await mkdtemp(join(tmpdir(), 'lastmile-migrations-'));
afterAll(() => rm(before, { recursive: true }));

/** A database as it was before that migration, in which Employees were restricted to codes. */
async function databaseOf(codes: string): Promise<pg.Client> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d/.test(name)).sort();
  const earlier = names.slice(
    0,
    names.findIndex((name) => name.endsWith('_employee_places')),
  );
  for (const name of earlier) await cp(join(FOLDER, name), join(before, name), { recursive: true });
  await migrate({ url, log: createLog('silent'), folder: before });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(codes);
  for (const name of names) await cp(join(FOLDER, name), join(before, name), { recursive: true });
  await migrate({ url, log: createLog('silent'), folder: before });
  return client;
}

it('an Employee restricted to codes becomes restricted to the locations that they meant, or to none', async () => {
  const client = await databaseOf(`
    INSERT INTO crm.isp (id, name, code, mobile, email, country) VALUES (1, 'x', 'X', '1', 'x', 'x');
    INSERT INTO crm.reseller (id, isp_id, type, name, code, mobile, email, invoice_by, payment_by)
      VALUES (1, 1, 'Reseller', 'x', 'A', '1', 'x', 'ISP', 'ISP'), (2, 1, 'Reseller', 'x', 'B', '1', 'x', 'ISP', 'ISP');
    INSERT INTO crm.location (id, isp_id, reseller_id, code, name)
      VALUES (10, 1, NULL, 'BLR', 'x'), (11, 1, NULL, 'MAA', 'x'), (12, 1, 1, 'OWN', 'x');
    INSERT INTO crm.sub_location (id, location_id, code, name)
      VALUES (20, 10, 'N', 'x'), (21, 11, 'N', 'x'), (22, 12, 'N', 'x'), (23, 10, 'S', 'x');
    INSERT INTO auth.login_user (id, username, password_hash, groupname, roles, isp_id, reseller_id, lc, slc) VALUES
      (1, 'all', 'x', 'Employee', '{Admin}', 1, NULL, '{}', '{}'),
      (2, 'whole', 'x', 'Employee', '{Admin}', 1, NULL, '{MAA,BLR}', '{}'),
      (3, 'foreign', 'x', 'Employee', '{Admin}', 1, NULL, '{OWN}', '{}'),
      (4, 'own', 'x', 'Employee', '{Admin}', 1, 1, '{OWN,GONE}', '{}'),
      (5, 'subs', 'x', 'Employee', '{Admin}', 1, NULL, '{}', '{N}'),
      (6, 'both', 'x', 'Employee', '{Admin}', 1, NULL, '{BLR}', '{S,N}'),
      (7, 'apart', 'x', 'Employee', '{Admin}', 1, NULL, '{MAA}', '{S}'),
      (8, 'other', 'x', 'Employee', '{Admin}', 1, 2, '{OWN}', '{N}')`);
  const { rows } = await client.query(`SELECT username, location_ids AS lc, sub_location_ids AS slc,
    jsonb_path_query_array(auth.places_of(u), '$[*].id') AS seen FROM auth.login_user u ORDER BY id`);
  expect(rows).toEqual([
    { username: 'all', lc: [], slc: [], seen: null },
    { username: 'whole', lc: [11, 10], slc: [], seen: [10, 11] },
    { username: 'foreign', lc: [0], slc: [], seen: [] },
    { username: 'own', lc: [12, 0], slc: [], seen: [12] },
    { username: 'subs', lc: [], slc: [20, 21], seen: [10, 11] },
    { username: 'both', lc: [10], slc: [23, 20], seen: [10] },
    { username: 'apart', lc: [11], slc: [0], seen: [] },
    { username: 'other', lc: [0], slc: [0], seen: [] },
  ]);
  await client.end();
});
