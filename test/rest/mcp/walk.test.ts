import { describe, expect, it } from 'vitest';
import { appRouter } from '../../../src/app-router.ts';
import { SERVER_ONLY as OF_THE_SERVER, type Permission } from '../../../src/core/access/permission.ts';
import { ROLES, type Role } from '../../../src/core/access/roles.ts';
import { type Tool, toolsOf } from '../../../src/rest/mcp/tools.ts';
import { startApi } from '../../fixtures/api.ts';
import { assistantOf, type ToolAnswer } from '../../fixtures/assistant.ts';
import { simulatedProviders } from '../../fixtures/payment-providers.ts';
import { makeTenant, makeUser } from '../../fixtures/tenants.ts';
import { CALLS, DELETIONS, type Ids, inventedIds, ROUTER_CALLS, SERVER_ONLY, shapeOf } from '../../rpc/walk.ts';
import { wholeTenant } from '../../rpc/whole-tenant.ts';

const api = await startApi(await simulatedProviders());
const tools = [...toolsOf(appRouter).values()];
const byProcedure = new Map(tools.map((tool) => [tool.route.procedure, tool]));
/** The calls of the walk that are tools, without the parameters that assistants do not have. */
const EVERY = Object.entries({ ...CALLS, ...ROUTER_CALLS, ...DELETIONS }).flatMap(
  ([procedure, call]): [string, Tool, typeof call][] => {
    const tool = byProcedure.get(procedure);
    const known = (own: Ids) =>
      Object.fromEntries(Object.entries(call(own)).filter(([name]) => name in (tool?.route.parameters ?? {})));
    return tool ? [[procedure, tool, known]] : [];
  },
);
const lists = tools.filter(
  ({ route, writes }) =>
    !writes &&
    route.meta.access !== 'public' &&
    !SERVER_ONLY.includes(route.procedure) &&
    !(route.procedure in { ...CALLS, ...ROUTER_CALLS }),
);
/** Filters that a list does not do without. */
const NEEDED: Readonly<Record<string, object>> = { 'session.addresses': { username: 'nobody' } };

const theirs = await wholeTenant(api);
const owner = await assistantOf(api.url, theirs.me);
const stranger = await assistantOf(api.url, (await makeTenant(api)).me);

/** Rows written since: a refused call leaves none. */
const changes = () => api.db.prisma.auditEvent.count();

describe('another tenant’s records look to an assistant as if they did not exist', () => {
  it.each(EVERY)('%s', async (_, { name, writes, previews }, parameters) => {
    const before = await changes();
    const given = parameters(theirs);
    const first = await stranger.call(name, given);
    // Without a preview the first call asks nothing of the record, and says only what was sent.
    if (writes && !previews) expect(first).toMatchObject({ failed: false, done: false });
    expect(withoutSent(first, given)).not.toContain(theirs.username);
    const foreign = await stranger.act(name, given);
    const absent = await stranger.act(name, inventedIds(given));
    expect({ name, status: foreign.status }).toEqual({ name, status: 404 });
    expect(shapeOf(foreign.error ?? null)).toBe(shapeOf(absent.error ?? null));
    expect(await changes()).toBe(before);
  });

  it.each(lists.map((tool): [string, Tool] => [tool.name, tool]))('%s finds none of them', async (name, { route }) => {
    const needed = NEEDED[route.procedure] ?? {};
    for (const filter of ['ispid', 'resellerid'] as const) {
      if (!(filter in route.parameters)) continue;
      const { failed, result } = await stranger.call(name, { ...needed, [filter]: theirs[filter] });
      expect({ failed, empty: isEmpty(result) }).toEqual({ failed: false, empty: true });
    }
    expect((await stranger.call(name, { ...needed })).text).not.toContain(theirs.username);
  });
});

describe('a tool that the permissions of a key do not allow', () => {
  it('is not listed, and is refused as in the REST API', async () => {
    for (const role of Object.keys(ROLES) as Role[]) {
      const assistant = await assistantOf(
        api.url,
        await makeUser(api, theirs.me, { ispid: theirs.ispid, roles: role }),
      );
      const held: readonly Permission[] = ROLES[role];
      const allowed = (access: Permission | 'public') =>
        access === 'public' || (held.includes(access) && !OF_THE_SERVER.includes(access));
      const names = await assistant.tools();
      expect(names, role).toEqual(tools.filter(({ route }) => allowed(route.meta.access)).map(({ name }) => name));
      for (const { name, route } of tools.filter((tool) => !names.includes(tool.name)))
        expect(await assistant.call(name), name).toMatchObject({
          failed: true,
          status: 403,
          error: expect.stringContaining(`lacks the permission ${route.meta.access}`),
        });
    }
  });
});

describe('the owner’s own call works', () => {
  it.each(EVERY.filter(([procedure]) => procedure in CALLS))('%s', async (_, { name, writes }, parameters) => {
    const answer = await owner.act(name, parameters(theirs));
    expect(answer, answer.text).toMatchObject({ failed: false, ...(writes ? { done: true } : {}) });
  });
});

const isEmpty = (result: unknown) =>
  Object.values(result ?? {}).every((value) => value === 0) && (!Array.isArray(result) || result.length === 0);

/** What an answer says beyond the caller's own words. */
function withoutSent({ text }: ToolAnswer, given: Record<string, string | number>): string {
  return Object.values(given).reduce((rest: string, value) => rest.replaceAll(String(value), ''), text);
}
