import pg from 'pg';
import { createLog } from '../../../src/config/log.ts';
import { SecretsKeys } from '../../../src/config/secrets-keys.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { seal } from '../../../src/db/seal.ts';
import { grantOf } from '../../../src/radius/policy/session-access.ts';
import { withoutIndexes } from '../indexes.ts';
import { SECRET } from './tools.ts';

/** The key that the passwords are sealed with. */
export const SECRETS_KEY = Buffer.alloc(32, 9);
export const SECRETS_KEYS = new SecretsKeys(SECRETS_KEY);

/** The same subscribers as the peer's: ten plans, `user000000` with password `pass000000` and so on. */
export interface Subscribers {
  readonly count: number;
  /** Number of further ones, `pool000000` and so on, that each lease an address from the pool. */
  readonly leasing: number;
  /** Number of services with an open session; none by default. */
  readonly online?: number;
}

const LEASE_POOL = 1;
const BATCH = 10_000;
const TABLES = ['crm.isp', 'crm.plan', 'crm.sub_plan', 'crm.customer', 'crm.service', 'radius.nas'];

/** Fills an empty database. Triggers are disabled meanwhile, since the rows are complete. */
export async function provision(url: string, { count, leasing, online = 0 }: Subscribers): Promise<void> {
  await migrate({ url, log: createLog('warn') });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  client.on('error', () => undefined); // the query that fails tells it
  for (const table of TABLES) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  for (const statement of FIXED_ROWS) await client.query(statement);
  await client.query(
    `INSERT INTO radius.nas (id, isp_id, share_all, name, secret_enc, ip) VALUES (1, 1, true, 'Loopback', $1, '127.0.0.1')`,
    [sealedSecret()],
  );
  await withoutIndexes(client, ['crm.service'], async () => {
    for (let from = 0; from < count; from += BATCH) await addServices(client, { from, upto: count, prefix: 'user' });
    for (let from = 0; from < leasing; from += BATCH)
      await addServices(client, { from, upto: leasing, prefix: 'pool' });
  });
  await client.query('INSERT INTO radius.usage (service_id, isp_id) SELECT id, isp_id FROM crm.service');
  await withoutIndexes(client, ['radius.session'], async () => {
    await client.query(OPEN_SESSIONS, [online, grantOf(granted(null)), grantOf(granted('pool 1'))]);
  });
  for (const table of TABLES) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await client.query('SELECT radius.ensure_partitions(current_date, 3)');
  await client.query('VACUUM ANALYZE');
  await client.end();
}

const sealedSecret = () => seal(SECRETS_KEYS, 'nas.secret', SECRET);

/** Adds NASes at addresses that follow each other. */
export async function addNases(url: string, { first, count }: { first: string; count: number }): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO radius.nas (id, isp_id, share_all, name, secret_enc, ip)
     SELECT 100 + n, 1, true, 'NAS ' || n, $1, $2::inet + n FROM generate_series(0, $3::int - 1) n`,
    [sealedSecret(), first, count],
  );
  await client.end();
}

/** Frees every address, as if none had ever been leased. */
export async function emptyPool(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`UPDATE radius.ip_address SET leased_to = NULL, lease_kind = NULL, session_key = NULL, leased_at = NULL,
    last_leased_to = NULL`);
  await client.query('VACUUM FULL ANALYZE radius.ip_address');
  await client.end();
}

const FIXED_ROWS = [
  `INSERT INTO crm.isp (id, name, code, mobile, email, country) VALUES (1, 'Bench', 'B', '9800000001', 'noc@example.net', 'India')`,
  `INSERT INTO crm.isp_setting (isp_id, timezone) VALUES (1, 'Asia/Kolkata') ON CONFLICT DO NOTHING`,
  `INSERT INTO crm.plan (id, isp_id, name, protocol, connectivity, plan_period, plan_period_unit, bw_mgmt, bw1_gb, bw1_dl, bw1_ul)
    SELECT n, 1, 'Plan ' || n, '{PPPoE}', '{Fibre}', 1, 'Month', 'Radius', 100000, 50000, 10000 FROM generate_series(1, 10) n`,
  `INSERT INTO crm.sub_plan (id, isp_id, plan_id, name, units, charge1, amt1, price)
    SELECT n, 1, n, 'Monthly', 1, 'Internet', 499, 499 FROM generate_series(1, 10) n`,
  `INSERT INTO crm.customer (id, isp_id, type, name, mobile, email, zipcode, state, city, street)
    VALUES (1, 1, 'Individual', 'Customer', '9800000002', 'all@example.net', '560001', 'Karnataka', 'Bengaluru', '1 Main Road')`,
  `INSERT INTO radius.ip_pool (id, isp_id, name, range_from, range_upto) VALUES (1, 1, 'main', '100.64.0.0', '100.67.255.255')`,
  `INSERT INTO radius.ip_address (pool_id, ip, isp_id) SELECT 1, '100.64.0.0'::inet + n, 1 FROM generate_series(0, 262143) n`,
];

/** What the plans below grant, so that no session has drifted. */
const granted = (address: string | null) => ({
  ...{ downKbps: 50_000, upKbps: 10_000, pool: null, addressList: null, address },
});

/** As a NAS with long port names reports them, spread over the services. */
const OPEN_SESSIONS = `
  INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, mac, nas_port, class, ip, started_at, updated_at)
  SELECT isp_id, id, 1, '127.0.0.1', username, '8180' || lpad(to_hex(id), 8, '0'),
    regexp_replace(lpad(to_hex(id), 12, '0'), '(..)(?=.)', '\\1:', 'g'), 'ge-0/0/' || id % 48 || '.' || id % 4094,
    'lm:' || id || ':0123456789' || to_hex(id) || ':' || CASE ip_assignment WHEN 'IPpool' THEN $3::text ELSE $2::text END, '100.64.0.0'::inet + id, now(), now()
  FROM (SELECT *, row_number() OVER (ORDER BY id) AS n, count(*) OVER () AS total FROM crm.service) s
  WHERE n % greatest(1, total / greatest(1, $1::bigint)) = 0 AND $1::bigint > 0`;

interface Batch {
  readonly from: number;
  readonly upto: number;
  readonly prefix: 'user' | 'pool';
}

async function addServices(client: pg.Client, { from, upto, prefix }: Batch): Promise<void> {
  const numbers = Array.from({ length: Math.min(BATCH, upto - from) }, (_, at) => String(from + at).padStart(6, '0'));
  await client.query(
    `INSERT INTO crm.service (isp_id, customer_id, plan_id, sub_plan_id, username, password_enc, status, prepaid_postpaid, protocol,
        connectivity, mac_bind, valid_from, valid_upto, location_code, sub_location_code, ip_assignment, ip_pool_id)
      SELECT 1, 1, n % 10 + 1, n % 10 + 1, username, password, 'Active', 'Postpaid', 'PPPoE', 'Fibre', 'No', current_date - 180,
        current_date + 180, 'L', 'S', $3, $4
      FROM unnest($1::text[], $2::bytea[]) WITH ORDINALITY AS t (username, password, n)`,
    [
      numbers.map((number) => `${prefix}${number}`),
      numbers.map((number) => seal(SECRETS_KEYS, 'service.password', `pass${number}`)),
      prefix === 'pool' ? 'IPpool' : 'NAS',
      prefix === 'pool' ? LEASE_POOL : null,
    ],
  );
}
