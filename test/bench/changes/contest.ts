import type pg from 'pg';
import { request } from '../api/ask.ts';
import { type Child, startChild } from '../api/child.ts';
import { readCatalog, type Table } from './catalog.ts';
import type { Change, Target } from './changes.ts';
import type { Databases } from './databases.ts';
import { drive } from './drive.ts';
import type { Side } from './measure.ts';
import { switchTriggers } from './prepared.ts';
import { type Recipe, recipeOf } from './recipe.ts';
import { rowValues } from './row-values.ts';
import { readTargets } from './targets.ts';
import { countRows, readWritten, withBefore } from './written-rows.ts';

export interface Entry {
  readonly databases: Databases;
  /** Name of the prepared database. */
  readonly base: string;
  readonly change: Change;
  /** How many there will be, the recorded one included. */
  readonly calls: number;
  /** Of each server to its database. */
  readonly connections: number;
}

export interface Contest {
  readonly ours: Side;
  readonly rival: Side;
  close(): Promise<void>;
}

/**
 * Our server and its rival, each over a copy of the prepared database. Call 0 of ours is recorded, and the rival repeats it.
 * @throws Error when the rival did not write the same number of rows to each table
 */
export async function openContest(entry: Entry): Promise<Contest> {
  const { databases, base, change, connections } = entry;
  const { tables, targets } = await databases.using(base, (pool) => readSubject(pool, entry));
  const children: Child[] = [];
  const start = async (server: 'our' | 'bare', settings: object): Promise<Child> => {
    const child = await startChild(`../changes/${server}-server.ts`, { ...settings, connections });
    children.push(child);
    return child;
  };
  try {
    const url = await databases.copy(base, 'ours');
    const ours = { child: await start('our', { url }), database: 'ours', requests: ourRequests(change, targets) };
    const recipe = await record({ entry, tables, target: targets[0] ?? {}, ours });
    const bare = await databases.copy(base, 'bare');
    await databases.using('bare', (pool) => switchTriggers(pool, 'DISABLE'));
    const child = await start('bare', { url: bare, recipe, targets });
    const rival = { child, database: 'bare', requests: bareRequests(targets) };
    await drive(rival.child, rival.requests(0, 1), 1);
    await compare(databases, tables);
    return { ours, rival, close: () => stop(children) };
  } catch (error) {
    await stop(children);
    throw error;
  }
}

/** What is changed: the tables, and a target for each call if a target can be called only once. */
async function readSubject(pool: pg.Pool, { change, calls }: Entry) {
  const targets = await readTargets(pool, change, change.once ? calls : Math.min(calls, MANY));
  if (targets.length === 0 || (change.once && targets.length < calls))
    throw new Error(
      `${change.name} has ${targets.length} targets for ${calls} calls; take more services or fewer calls`,
    );
  return { targets, tables: await readCatalog(pool) };
}

/** Targets that can be changed again and again. */
const MANY = 10_000;

const stop = async (children: readonly Child[]) => void (await Promise.all(children.map((child) => child.stop())));

/** Call n is about target n, or begins again with the first. */
function ourRequests(change: Change, targets: readonly Target[]): Side['requests'] {
  return (from, count) =>
    Array.from({ length: count }, (_, at) => {
      const target = targets[(from + at) % targets.length] ?? {};
      return request(change.path, Number(target['auth.login_user']), change.parameters(target, from + at));
    });
}

function bareRequests(targets: readonly Target[]): Side['requests'] {
  return (from, count) =>
    Array.from({ length: count }, (_, at) => ({ path: '/', body: String((from + at) % targets.length) }));
}

interface Sample {
  readonly entry: Entry;
  readonly tables: readonly Table[];
  readonly target: Target;
  readonly ours: Side;
}

async function record({ entry: { databases, base, change }, tables, target, ours }: Sample): Promise<Recipe> {
  // The database keeps milliseconds.
  const startedAt = Date.now() - 1;
  await drive(ours.child, ours.requests(0, 1), 1);
  const written = await databases.using('ours', (pool) => readWritten(pool, tables));
  const rows = await databases.using(base, (pool) => withBefore(pool, written));
  return recipeOf(rowValues({ rows, target, once: change.once, startedAt }));
}

async function compare(databases: Databases, tables: readonly Table[]): Promise<void> {
  const shape = (database: string) =>
    databases.using(database, async (pool) => {
      const written = (await readWritten(pool, tables)).map(({ table }) => table.name);
      return { rows: await countRows(pool, tables), written };
    });
  const [ours, bare] = [await shape('ours'), await shape('bare')];
  const differences = tables.flatMap(({ name }) => {
    const of = ({ rows, written }: typeof ours) =>
      `${rows[name]} rows, ${written.filter((table) => table === name).length} written`;
    return of(ours) === of(bare) ? [] : [`${name} has ${of(ours)}, and the rival’s ${of(bare)}`];
  });
  if (differences.length > 0) throw new Error(differences.join('; '));
}
