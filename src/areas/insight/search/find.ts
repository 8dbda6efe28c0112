import { z } from 'zod';
import type { Permission } from '../../../core/access/permission.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, type Sql } from '../../../db/sql.ts';
import { MIN_PART, type Search } from '../../subscribers/search/look-up.ts';
import { wantedOf } from '../../subscribers/search/wanted.ts';
import { customersFound } from './customers.ts';
import { invoicesFound, leadsFound, nasesFound } from './others.ts';
import { servicesFound } from './services.ts';

/** In the order in which equally good records are shown. */
const KINDS = ['service', 'customer', 'lead', 'invoice', 'nas'] as const;
const MAX_FOUND = 20;

export const searchInput = z.strictObject({
  text: wire.text(100),
  limit: wire.wholeNumber(1, MAX_FOUND).default(MAX_FOUND),
});

export const foundRecord = z.object({
  kind: wire.oneOf(KINDS),
  id: wire.id(),
  title: wire.shown(),
  detail: wire.shown().nullable(),
  status: wire.shown().nullable(),
});

type Found = z.output<typeof foundRecord> & { readonly rank: number };

interface Caller {
  readonly scope: Scope;
  readonly permissions: ReadonlySet<Permission>;
}

/**
 * Records of any kind that the caller may see, by the form of the text: the best first, and of each kind some. Beginnings of
 * names are tried first; a part of a name only if there is nothing else.
 */
export async function find(
  db: Pick<Database, 'pool'>,
  { scope, permissions }: Caller,
  { text, limit }: z.output<typeof searchInput>,
): Promise<z.output<typeof foundRecord>[]> {
  const search = { wanted: wantedOf(text, scope), scope, permissions, limit };
  const found = await run(db, { ...search, inside: false });
  if (found.length > 0 || text.length < MIN_PART) return bestOf(found, limit);
  return bestOf(await run(db, { ...search, inside: true }), limit);
}

/** One statement, planned for its values: a frequent and a rare beginning need different plans. */
async function run({ pool }: Pick<Database, 'pool'>, search: Search): Promise<Found[]> {
  const statement = searchStatement(search);
  return statement ? query<Found>(pool, statement) : [];
}

/** Undefined if the caller's permissions and the form of the text leave nothing to look for. */
export function searchStatement(search: Search): Sql | undefined {
  const kinds = [servicesFound, customersFound, leadsFound, invoicesFound, nasesFound];
  const statements = kinds.flatMap((found) => found(search) ?? []);
  return statements.length === 0 ? undefined : join(statements, ' UNION ALL ');
}

/** The best of each kind in turn, so that a hundred services leave room for the one customer. */
function bestOf(found: readonly Found[], limit: number): z.output<typeof foundRecord>[] {
  const order = (one: Found, other: Found) =>
    one.rank - other.rank || KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) || (one.title < other.title ? -1 : 1);
  const sorted = [...found].sort(order);
  const turns = KINDS.flatMap((kind) => sorted.filter((one) => one.kind === kind).map((one, turn) => ({ one, turn })));
  const chosen = turns.sort((a, b) => a.one.rank - b.one.rank || a.turn - b.turn).slice(0, limit);
  return chosen
    .map(({ one }) => one)
    .sort(order)
    .map(({ rank: _, ...shown }) => shown);
}
