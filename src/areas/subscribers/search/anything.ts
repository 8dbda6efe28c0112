import type { Permission } from '../../../core/access/permission.ts';
import { type Filter, filter } from '../../../core/list/index.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { MIN_PART } from './look-up.ts';
import { serviceKeys } from './services.ts';
import { wantedOf } from './wanted.ts';

const anyText = wire.text(100);

/**
 * Services, as `s`, found by anything that identifies them, by the rules of `search/find`: a part of a name counts only if
 * nothing begins with it. Names and numbers of customers need `customer.read`, addresses of sessions `session.read`.
 */
export const byAnything = (permissions: ReadonlySet<Permission> = new Set()): Filter<typeof anyText> =>
  filter(anyText, (text, { scope }) => found(text, scope, permissions), { forCaller: byAnything });

function found(text: string, scope: Scope, permissions: ReadonlySet<Permission>): Sql {
  const search = { wanted: wantedOf(text, scope), scope, permissions, limit: null };
  const begin = serviceKeys({ ...search, inside: false });
  const contain = text.length < MIN_PART ? undefined : serviceKeys({ ...search, inside: true });
  // As an array, so that each way reads an index of its own, however the list is sorted.
  return sql`s.id = ANY(ARRAY(WITH begun AS MATERIALIZED (${idsOf(begin)})
    SELECT id FROM begun UNION ALL SELECT k.id FROM (${idsOf(contain)}) k WHERE NOT EXISTS (SELECT FROM begun)))`;
}

const idsOf = (keys: Sql | undefined): Sql =>
  keys === undefined ? sql`SELECT NULL::int AS id WHERE false` : sql`SELECT k.id FROM ${keys} k`;
