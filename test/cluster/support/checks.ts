import { resolve } from 'node:path';
import { run } from '../../peers/support/process.ts';
import type { Session } from './accounting-load.ts';
import type { Load } from './load.ts';
import type { TestCluster } from './test-cluster.ts';

const CLI = resolve(import.meta.dirname, '../../../dist/cli.js');

/** Octets by username, of all periods. */
export type Usage = ReadonlyMap<string, { readonly up: number; readonly down: number }>;

export async function usageOf(cluster: TestCluster): Promise<Usage> {
  const rows = await cluster.query<{ username: string; up: string; down: string }>(
    `SELECT s.username, sum(u.in_bytes)::text AS up, sum(u.out_bytes)::text AS down
     FROM radius.usage u JOIN crm.service s ON s.id = u.service_id GROUP BY s.username`,
  );
  return new Map(rows.map(({ username, up, down }) => [username, { up: Number(up), down: Number(down) }]));
}

/** Sessions whose row is missing, twice there, or has other octets than were sent; and users whose usage differs. */
export async function wrongAccounting(cluster: TestCluster, load: Load, before: Usage): Promise<string[]> {
  const { sessions } = load.accounting;
  return [...(await wrongSessions(cluster, sessions)), ...(await wrongUsage(cluster, sessions, before))];
}

async function wrongSessions(cluster: TestCluster, sessions: readonly Session[]): Promise<string[]> {
  const rows = await cluster.query<{ id: string; up: string; down: string; ended: boolean }>(
    `SELECT acct_session_id AS id, in_bytes::text AS up, out_bytes::text AS down, ended_at IS NOT NULL AS ended
     FROM radius.session_all WHERE acct_session_id = ANY($1)`,
    [sessions.map(({ id }) => id)],
  );
  const stored = grouped(rows, ({ id }) => id);
  return sent(sessions).flatMap(({ id, octets, stopped }) => {
    const [row, ...more] = stored.get(id) ?? [];
    if (!row) return [`session ${id} is lost`];
    if (more.length > 0) return [`session ${id} is there ${more.length + 1} times`];
    const isRight = Number(row.up) === octets && Number(row.down) === 3 * octets && row.ended === stopped;
    return isRight ? [] : [`session ${id}: sent ${octets}, stopped ${stopped}, stored ${JSON.stringify(row)}`];
  });
}

async function wrongUsage(cluster: TestCluster, sessions: readonly Session[], before: Usage): Promise<string[]> {
  const after = await usageOf(cluster);
  return [...grouped(sent(sessions), ({ username }) => username)].flatMap(([username, own]) => {
    const octets = own.reduce((sum, session) => sum + session.octets, 0);
    const up = (after.get(username)?.up ?? 0) - (before.get(username)?.up ?? 0);
    const down = (after.get(username)?.down ?? 0) - (before.get(username)?.down ?? 0);
    return up === octets && down === 3 * octets
      ? []
      : [`usage of ${username}: sent ${octets}, counted ${up} and ${down}`];
  });
}

/** A line of the load may have begun a session of which nothing was sent yet. */
const sent = (sessions: readonly Session[]) => sessions.filter(({ octets }) => octets >= 0);

/** Payments that were acknowledged and are missing, there with another id, or twice there; and others that nobody knows. */
export async function wrongPayments(cluster: TestCluster, { payments }: Load, name: string): Promise<string[]> {
  const rows = await cluster.query<{ id: number; ref: string }>(
    'SELECT id::int AS id, ref_no AS ref FROM crm.payment WHERE ref_no LIKE $1',
    [`${name}-%`],
  );
  const stored = grouped(rows, ({ ref }) => ref);
  const lost = [...payments.acknowledged].flatMap(([ref, id]) => {
    const found = stored.get(ref) ?? [];
    return found.length === 1 && found[0]?.id === id
      ? []
      : [`payment ${ref} has ids ${found.map((row) => row.id)}, not ${id}`];
  });
  const unknown = [...stored.keys()].filter((ref) => !payments.acknowledged.has(ref));
  return [...lost, ...unknown.map((ref) => `payment ${ref} was never acknowledged`), ...payments.refused];
}

/** What `ledger verify` complains of. */
export async function wrongLedger(cluster: TestCluster): Promise<string[]> {
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: cluster.site.dir,
    DATABASE_URL: cluster.databaseUrl,
    SECRETS_KEY: cluster.site.settings.secretsKey,
  };
  const { code, stdout, stderr } = await run(process.execPath, [CLI, 'ledger', 'verify'], { env, timeoutMs: 60_000 });
  return code === 0 && /The ledger is correct/.test(stdout) ? [] : [`ledger verify: ${stdout}${stderr}`];
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
