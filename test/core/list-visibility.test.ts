import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { PERMISSIONS, type Permission } from '../../src/core/access/permission.ts';
import { Fault } from '../../src/core/fault.ts';
import { type ListDefinition, type Needs, readableBy } from '../../src/core/list/index.ts';
import { type Scope, wholeInstallation } from '../../src/core/tenancy/scope.ts';
import { formOf } from '../../src/core/wire/index.ts';
import { routesOf } from '../../src/rest/routes.ts';

/** A filter or a sort by what a caller is not shown would tell him what it is: he tries values until rows come. */

interface Listed {
  readonly name: string;
  readonly list: ListDefinition;
  readonly needs: Needs;
}

const areas = new URL('../../src/areas/', import.meta.url).pathname;
const files = (await readdir(areas, { recursive: true })).filter((name) => name.endsWith('.ts'));
const modules = await Promise.all(files.map((name) => import(join(areas, name)) as Promise<Record<string, unknown>>));
const lists = modules.flatMap((module): Listed[] => {
  const needs = Object.entries(module).find(([name]) => name.endsWith('_NEEDS'))?.[1] as Needs | undefined;
  return Object.entries(module).flatMap(([name, list]) => (isList(list) ? [{ name, list, needs: needs ?? {} }] : []));
});
const byName = new Map(lists.map(({ name, list }) => [name, list]));

function isList(value: unknown): value is ListDefinition {
  return (
    typeof value === 'object' && value !== null && ['key', 'columns', 'filters', 'input'].every((of) => of in value)
  );
}

const CALLERS = {
  ISP: { ispId: 1 },
  reseller: { ispId: 1, resellerId: 2 },
  employee: { ispId: 1, resellerId: 2, locations: [{ id: 3, code: 'A', subs: null }] },
};
const callers = Object.entries(CALLERS).flatMap(([who, part]) =>
  [new Set<Permission>(PERMISSIONS), new Set<Permission>()].map((permissions) => ({
    who: `${who}${permissions.size === 0 ? ' without further permissions' : ''}`,
    scope: { ...wholeInstallation, ...part } as Scope,
    permissions,
  })),
);

/** Lists that show a part of their rows, next to one that shows the rest to anyone who may read them. */
const SHOWN_BY: Readonly<Record<string, string>> = {
  onlineSessions: 'liveSessions',
  sessionStatus: 'liveSessions',
  lastSession: 'sessionLog',
  lastSessionNamedOtherwise: 'sessionLog',
};

/** What is read beyond the columns, and why that tells nobody more than he is shown. */
const MORE: Readonly<Record<string, { readonly reads: RegExp; readonly since: string }>> = {
  'services used_gb': { reads: /^u\.(listed_bytes|isp_id)$/, since: 'it is the sum that the column shows' },
  'subscribers used_gb': { reads: /^u\.(listed_bytes|isp_id)$/, since: 'it is the sum that the column shows' },
  'subscribers incidentid': {
    reads: /^[hi]\.\w+$/,
    since: 'who sees an incident sees it in the verdict of the service too',
  },
  'subscribers mobile': {
    reads: /^(c\.(id|e164|deleted_at)|o\..*)$/,
    since: 'they are the numbers in the mobile that is shown, and the customer of a service is never deleted',
  },
  // What it looks into for callers with further permissions, the list test of its area checks.
  'subscribers search': { reads: /^[kf]\.(id|rank)$/, since: 'they are ids of services that were found' },
  'customers mobile': { reads: /^(c\.e164|o\..*)$/, since: 'they are the numbers in the mobile that is shown' },
  'pendingLeads mobile': { reads: /^(l\.e164|o\..*)$/, since: 'they are the numbers in the mobile that is shown' },
  'closedLeads mobile': { reads: /^(l\.e164|o\..*)$/, since: 'they are the numbers in the mobile that is shown' },
  'subscribers customername': { reads: /^c\.(isp_id|deleted_at)$/, since: 'both are those of the service' },
  'liveSessions location_code': { reads: /^s\./, since: 'the service is the caller’s, as its session is' },
  'liveSessions sub_location_code': { reads: /^s\./, since: 'the service is the caller’s, as its session is' },
  'liveSessions username': { reads: /^[irs]\./, since: 'it is the name of a service in the caller’s scope' },
  'sessionStatus username': { reads: /^[irs]\./, since: 'it is the name of a service in the caller’s scope' },
  'sessionParts username': { reads: /^[irs]\./, since: 'it is the name of a service in the caller’s scope' },
  'sessionAddresses username': { reads: /^[irs]\./, since: 'it is the name of a service in the caller’s scope' },
  'lastSessionNamedOtherwise username': {
    reads: /^([irs]\.|x\.service_id$)/,
    since: 'it is the name of a service in the caller’s scope',
  },
  'rejects planid': { reads: /^s\./, since: 'the service is the caller’s, as its log-in is' },
  'rejects location_code': { reads: /^s\./, since: 'the service is the caller’s, as its log-in is' },
  'onlineSessions session_endtime': { reads: /^x\.ended_at$/, since: 'no open session has one' },
  'liveSessions nasip': { reads: /^o\./, since: 'the NAS is that of a session that the caller sees' },
  'customers serviceid': { reads: /^s\./, since: 'the service is in the caller’s scope, and he may read services' },
  'customers username': { reads: /^s\./, since: 'the service is in the caller’s scope, and he may read services' },
  'ipPools vendor': { reads: /^[nh]\./, since: 'the NAS is one that the caller sees' },
  'poolAddresses type': { reads: /^a\.(service_id|leased_to)$/, since: 'how many are free is shown of each pool' },
  ...Object.fromEntries(
    ['auditEvents', 'archivedAuditEvents', 'auditFile'].map((list) => [
      `${list} serviceid`,
      { reads: /^c\./, since: 'they are changes of records of the caller, which the event shows' },
    ]),
  ),
  'isps usage_credits': { reads: /^i\.usage_credits$/, since: 'a reseller sees one ISP only' },
  ...Object.fromEntries(
    ['name', 'code', 'state', 'usage_credits'].map((sort) => [
      `creditUsage ${sort}`,
      { reads: /^i\./, since: 'who sees the credits of several ISPs sees the ISPs' },
    ]),
  ),
};

const SCHEMAS = new Set(['crm', 'radius', 'auth', 'crm_archive']);

/** `alias.column` of a text. */
const columnsIn = (text: string): string[] =>
  [...text.matchAll(/\b([a-z]\w*)\.[a-z]\w*\b(?!\()/g)].filter(([, of]) => !SCHEMAS.has(of ?? '')).map(([all]) => all);

/** What a text reads that the list does not show: a column that depends on the caller is shown as its whole expression. */
function unshown(text: string, lists: readonly ListDefinition[], scope: Scope): string[] {
  const shown = new Set<string>();
  let rest = text;
  for (const { columns, scope: tenancy } of lists) {
    for (const of of [tenancy.isp, tenancy.reseller, tenancy.deleted]) if (of) shown.add(of);
    for (const { from } of Object.values(columns)) {
      if (typeof from === 'function') rest = rest.replaceAll(from(scope).text, '');
      else for (const name of columnsIn(from.text)) shown.add(name);
    }
  }
  return columnsIn(rest).filter((name) => !shown.has(name));
}

/** Each filter and sort of a list: the parameters that ask for it, and the SQL that it becomes. */
function* asked({ filters, sort = {} }: ListDefinition, scope: Scope) {
  for (const [name, { schema, condition }] of Object.entries(filters)) {
    const form = formOf(schema);
    const { example, enum: words } = (form?.document ?? {}) as { example?: unknown; enum?: unknown[] };
    const value = schema.parse(form?.parse(String(example ?? words?.[0] ?? 1), 'UTC'));
    yield { name, input: { [name]: value }, text: condition(value as never, { zone: 'UTC', scope }).text };
  }
  for (const [name, by] of Object.entries(sort)) {
    const text = typeof by === 'string' ? by : 'joined' in by ? `${by.by.text} ${by.joined.text}` : by.text;
    yield { name, input: { sort_field: name }, text };
  }
}

/** The list as the caller may read it; undefined if this is refused. */
function readable(
  { list, needs }: Listed,
  permissions: ReadonlySet<Permission>,
  input: object,
): ListDefinition | undefined {
  try {
    return readableBy(list, needs, { permissions, input });
  } catch (error) {
    if (error instanceof Fault && error.kind === 'forbidden') return undefined;
    throw error;
  }
}

/** Parameters that are no filters, and why they tell nobody more. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  // Which table is read.
  'audit.list': ['source'],
  'session.session_log': ['source'],
  // Which record of the caller it is about, and a filter of the list that has a form of its own.
  'ippool.iplist': ['pool_name', 'ispid', 'type'],
  // A filter that is required.
  'session.addresses': ['username'],
};
/** Answers that are made of several statements, for a record of the caller. */
const NO_LIST = ['customer.statement', 'service.statement', 'trace.find'];

const used = new Set<string>();

describe.each(callers)('filters and sorts, for a user of $who,', ({ scope, permissions }) => {
  it.each(lists)('of $name read what the list shows', (listed) => {
    const others = [byName.get(SHOWN_BY[listed.name] ?? '') ?? []].flat();
    const found = [...asked(listed.list, scope)].flatMap(({ name, input, text }) => {
      const list = readable(listed, permissions, input);
      if (!list) return [];
      const key = `${listed.name} ${name}`;
      const hidden = unshown(text, [list, ...others], scope);
      if (hidden.length > 0) used.add(key);
      return hidden.filter((each) => !MORE[key]?.reads.test(each)).map((each) => `${name} reads ${each}`);
    });
    expect(found).toEqual([]);
  });
});

it('every exception is one', () => {
  expect(Object.keys(MORE).filter((key) => !used.has(key))).toEqual([]);
});

/** A list that no module exports is not walked above. */
describe('every endpoint with pages answers with a list that is walked:', () => {
  const walked = lists.map(
    ({ list }) =>
      new Set(Object.values((list as unknown as { readonly input: { readonly shape: object } }).input.shape)),
  );
  const paged = routesOf(appRouter).filter(({ parameters }) => 'rows_limit' in parameters);
  it.each(paged.filter(({ procedure }) => !NO_LIST.includes(procedure)))('$procedure', ({ procedure, parameters }) => {
    const own = Object.entries(parameters).filter(([name]) => !BESIDE[procedure]?.includes(name));
    const left = walked.map((shape) => own.filter(([, schema]) => !shape.has(schema)).map(([name]) => name));
    expect(left.sort((one, other) => one.length - other.length)[0]).toEqual([]);
  });
});
