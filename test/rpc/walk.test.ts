import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import type { Permission } from '../../src/core/access/permission.ts';
import { ROLES, type Role } from '../../src/core/access/roles.ts';
import { type Route, routesOf } from '../../src/rest/routes.ts';
import { type Credentials, startApi } from '../fixtures/api.ts';
import { simulatedProviders } from '../fixtures/payment-providers.ts';
import { makeUser } from '../fixtures/tenants.ts';
import {
  CALLS,
  CARE_LINE,
  DELETIONS,
  EXPORTS,
  type Ids,
  inventedIds,
  ROUTER_CALLS,
  SERVER_ONLY,
  STREAMS,
  shapeOf,
} from './walk.ts';
import { wholeTenant } from './whole-tenant.ts';

const api = await startApi(await simulatedProviders());
const routes = routesOf(appRouter);
const EVERY = { ...CALLS, ...ROUTER_CALLS, ...DELETIONS };
const closed = routes.filter((route) => route.meta.access !== 'public');
const lists = closed.filter(
  (route) =>
    route.type === 'query' &&
    ![...SERVER_ONLY, ...STREAMS, ...CARE_LINE].includes(route.procedure) &&
    !(route.procedure in { ...CALLS, ...ROUTER_CALLS }),
);
/** Filters that a list does not do without. */
const NEEDED: Readonly<Record<string, object>> = { 'session.addresses': { username: 'nobody' } };
const pathOf = (procedure: string) => {
  const path = routes.find((route) => route.procedure === procedure)?.meta.rest[0];
  if (!path) throw new Error(`there is no procedure ${procedure}`);
  return path.slice(1);
};

let mine: Ids;
let theirs: Ids;
beforeAll(async () => {
  mine = await wholeTenant(api);
  theirs = await wholeTenant(api);
});

describe('every procedure', () => {
  it('has a documented path or is a listed extension, and no path is declared twice', () => {
    const paths = routes.flatMap((route) => route.meta.rest);
    expect(new Set(paths).size).toBe(paths.length);
    for (const route of routes) expect(route.meta.rest.length).toBeGreaterThan(0);
  });

  it('is in the walk', () => {
    const walked = [
      ...Object.keys(EVERY),
      ...SERVER_ONLY,
      ...EXPORTS,
      ...STREAMS,
      ...CARE_LINE,
      ...lists.map((route) => route.procedure),
    ];
    expect(walked.sort()).toEqual(closed.map((route) => route.procedure).sort());
  });

  it.each(closed.map((route) => route.meta.rest[0]))('%s rejects a caller without credentials', async (path) => {
    expect(await api.call(path.slice(1))).toMatchObject({ status: 401, result: null });
  });
});

describe('another tenant’s records look as if they did not exist', () => {
  it.each(Object.entries(EVERY))('%s', async (procedure, parameters) => {
    const before = await changes();
    const foreign = await api.call(pathOf(procedure), parameters(theirs), mine.me);
    const absent = await api.call(pathOf(procedure), inventedIds(parameters(theirs)), mine.me);
    expect({ procedure, status: foreign.status }).toEqual({ procedure, status: 404 });
    expect(shapeOf(foreign.error)).toBe(shapeOf(absent.error));
    expect(await changes()).toBe(before);
  });

  it.each(lists.map((route): [string, Route] => [route.procedure, route]))(
    '%s finds none of them',
    async (procedure, route) => {
      const filters = Object.keys(route.parameters).filter((name) => ['ispid', 'resellerid'].includes(name));
      for (const name of filters) {
        const value = name === 'ispid' ? theirs.ispid : theirs.resellerid;
        const { status, result } = await api.call(pathOf(procedure), { ...NEEDED[procedure], [name]: value }, mine.me);
        expect({ status, empty: isEmpty(result) }).toEqual({ status: 200, empty: true });
      }
      const all = await api.call(pathOf(procedure), {}, mine.me);
      expect(JSON.stringify(all.result)).not.toContain(theirs.username);
    },
  );
});

describe('a file of all records has none of another tenant', () => {
  it.each(EXPORTS)('%s', async (procedure) => {
    const own = String((await api.call(pathOf(procedure), {}, mine.me)).result);
    expect(own.split('\r\n').length).toBeGreaterThan(2);
    expect(own).not.toContain(theirs.username);
    const foreign = String((await api.call(pathOf(procedure), { ispid: theirs.ispid }, mine.me)).result);
    expect(foreign.split('\r\n')).toEqual([own.split('\r\n')[0], '']);
  });
});

describe('a caller without the permission is rejected', () => {
  it.each(closed.map((route): [string, Route] => [route.procedure, route]))('%s', async (procedure, route) => {
    const role = (Object.keys(ROLES) as Role[]).find(
      (name) => !(ROLES[name] as readonly string[]).includes(route.meta.access),
    );
    const isServerOnly = SERVER_ONLY.includes(procedure);
    if (!role && !isServerOnly) return expect(everyRoleHas(route.meta.access as Permission)).toBe(true);
    const caller = isServerOnly ? mine.me : await userOf(role ?? 'ReadOnly');
    const parameters = (EVERY[procedure] ?? (() => ({})))(mine);
    const before = await changes();
    expect(await api.call(pathOf(procedure), parameters, caller)).toMatchObject({ status: 403, result: null });
    expect(await changes()).toBe(before);
  });
});

describe('the owner’s own call works', () => {
  it.each(Object.entries(CALLS))('%s', async (procedure, parameters) => {
    const { status, error } = await api.call(pathOf(procedure), parameters(mine), mine.me);
    expect({ procedure, status, error }).toEqual({ procedure, status: 200, error: null });
  });

  it.each(Object.entries(ROUTER_CALLS))('%s says why it cannot', async (procedure, parameters) => {
    expect((await api.call(pathOf(procedure), parameters(mine), mine.me)).status).toBe(409);
  });

  it.each(Object.entries(DELETIONS))('%s', async (procedure, parameters) => {
    const { status, error } = await api.call(pathOf(procedure), parameters(mine), mine.me);
    expect([200, 409], error ?? '').toContain(status);
  });
});

const users = new Map<Role, Promise<Credentials>>();

/** A login user of the role alone. */
async function userOf(role: Role): Promise<Credentials> {
  const user = users.get(role) ?? makeUser(api, mine.me, { ispid: mine.ispid, roles: role });
  users.set(role, user);
  return user;
}

/** Rows written since: a refused call leaves none. */
async function changes(): Promise<number> {
  return api.db.prisma.auditEvent.count();
}

const everyRoleHas = (permission: Permission) =>
  Object.values(ROLES).every((held) => (held as readonly string[]).includes(permission));
const isEmpty = (result: unknown) =>
  Object.values(result ?? {}).every((value) => value === 0) && (!Array.isArray(result) || result.length === 0);
