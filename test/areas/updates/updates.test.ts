import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../../src/app-router.ts';
import { routesOf } from '../../../src/rest/routes.ts';
import { startApi } from '../../fixtures/api.ts';
import { contact, makeTenant, planFields } from '../../fixtures/tenants.ts';
import { atOnce, inTurn, type Way } from './at-once.ts';
import { SAMPLES } from './samples.ts';
import { type Parameters, SUBJECTS, type Subject, type World } from './subjects.ts';

/**
 * Two changes of one record at once, for every procedure whose name ends in `update`, and others with samples: no acknowledged change is lost. Each
 * parameter is paired with the next one of its procedure; `UPDATE_PAIRS=all` pairs it with all others.
 */
const api = await startApi();
const together = await atOnce(api.db.url);
const updates = routesOf(appRouter).filter(
  ({ procedure, type }) => type === 'mutation' && (/update$/.test(procedure) || procedure in SAMPLES),
);
const beside = process.env.UPDATE_PAIRS === 'all' ? Number.POSITIVE_INFINITY : 1;
let world: World;

beforeAll(async () => {
  const tenant = await makeTenant(api);
  const { me, resellerid } = tenant;
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  const ip = (net: string) => `${net}.${next() >> 8}.${last & 255}`;
  const other = { type: 'Reseller', name: 'Other', code: 'OTHER', invoice_by: 'ISP', payment_by: 'ISP', ...contact };
  const otherid = await api.ok<number>('reseller/create', other, me);
  const pool = () => api.ok<number>('radius/nas/ippool_create', { name: `pool-${next()}` }, me);
  const naspools = [await pool(), await pool(), await pool()] as const;
  const first = { pool_name: 'first', range_from: '10.50.0.0', range_upto: '10.50.15.255' };
  await api.ok('radius/ippool/create', first, me);
  await api.ok('radius/ippool/create', { pool_name: 'second', range_from: '10.60.0.0', range_upto: '10.60.0.9' }, me);
  await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, me);
  for (const [lc, slc] of [
    ['BLR', 'BLR-S'],
    ['MAA', 'MAA-1'],
  ] as const)
    await api.ok('location/sublocation_create', { location_code: lc, sub_location_code: slc, sub_location: slc }, me);
  const proxy = { name: 'Proxy', ip: '127.9.0.1', secret: 'x' };
  const proxyid = await api.ok<number>('radius/proxy/create', proxy, me);
  const queueid = await api.ok<number>('ticket/queue_create', { name: 'first' }, me);
  world = {
    api,
    queueid,
    tenant,
    otherid,
    proxyid,
    naspools,
    next,
    ip,
    offer: await makeOffer({ ispid: tenant.ispid, resellerid }),
  };
});

/** What services are put on. */
async function makeOffer(owner: { ispid: number; resellerid: number }) {
  const plan = { ...owner, ...planFields, protocol: 'PPPoE,IPoE', connectivity: 'Fibre,Wireless' };
  const planid = await api.ok<number>('plan/create', plan, api.admin);
  const sub = { planid, name: 'x', units: 1, charge1: 'x', amt1: 1 };
  return { planid, subplanid: await api.ok<number>('plan/subplan_create', sub, api.admin) };
}

type Row = Record<string, unknown>;
type Difference = Record<string, unknown>;

/** What changes say about an update: the sample, and the paths and credentials to call it. */
function tried(procedure: string) {
  const sample = SAMPLES[procedure];
  const route = updates.find((each) => each.procedure === procedure);
  if (!sample || !route) throw new Error(`${procedure} has no samples`);
  const path = route.meta.rest[0].slice(1);
  const volatile = new Set(['id', 'updated_at', 'updated_by', 'mac_generation']);

  async function rowOf({ row, besides }: Subject): Promise<Row> {
    const read = async (text: string) => Object.values((await api.db.pool.query(text)).rows[0] ?? {})[0] as Row;
    return { ...(await read(row)), ...(besides ? await read(besides) : {}) };
  }

  function difference(before: Row, after: Row): Difference {
    const changed = Object.keys(after).filter(
      (column) => !volatile.has(column) && JSON.stringify(before[column]) !== JSON.stringify(after[column]),
    );
    // Sealed secrets and unique values differ each time.
    const isAnother = (column: string) => /_enc$|_hash$/.test(column) || sample?.unique?.includes(column);
    return Object.fromEntries(changed.map((column) => [column, isAnother(column) ? 'another' : after[column]]));
  }

  /** `null`: the call that names the record, and nothing to change. */
  async function changing(parameters: readonly (string | null)[], way: Way = inTurn) {
    const make = SUBJECTS[sample?.subject ?? ''];
    if (!make) throw new Error(`${procedure} is about nothing known`);
    const subject = await make(world);
    const changes = sample?.changes(world, subject.names) ?? {};
    const calls = parameters.map((parameter) => () => {
      const change = parameter === null ? null : (changes[parameter] ?? null);
      const fields =
        parameter !== null && change !== null && typeof change !== 'object' ? { [parameter]: change } : change;
      return api.call(
        path,
        { ...subject.names, ...(fields as Parameters) },
        sample?.admin ? api.admin : world.tenant.me,
      );
    });
    const before = await rowOf(subject);
    const statuses = await way(subject, calls);
    return { statuses, changed: difference(before, await rowOf(subject)) };
  }

  /** The parameters that change something. */
  async function parameters(): Promise<string[]> {
    const { names } = await (SUBJECTS[sample?.subject ?? ''] as (world: World) => Promise<Subject>)(world);
    const changes = sample?.changes(world, names) ?? {};
    const named = Object.keys(route?.parameters ?? {}).filter(
      (name) => name !== 'if_updated_at' && (!(name in names) || name in changes),
    );
    expect(Object.keys(changes).sort(), 'a change for each parameter').toEqual(named.sort());
    return named.filter((name) => changes[name] !== null);
  }

  /** Two equal calls about a fresh record, of which each says when the record was last updated. */
  async function seeing(seen: (at: Date) => string, way: Way) {
    const make = SUBJECTS[sample?.subject ?? ''] as (world: World) => Promise<Subject>;
    const subject = await make(world);
    // The second call names the same record, in the same time zone.
    const [change] = Object.entries(sample?.changes(world, subject.names) ?? {}).filter(
      ([name, value]) => value !== null && !/^new_|^timezone$/.test(name),
    );
    const [name, value] = change ?? ['', ''];
    const fields = typeof value === 'object' ? value : { [name]: value };
    const before = await rowOf(subject);
    const at = new Date(String(before.updated_at));
    const errors: (string | null)[] = [];
    const call = async () => {
      const parameters = { ...subject.names, ...(fields as Parameters), if_updated_at: seen(at) };
      const answer = await api.call(path, parameters, sample?.admin ? api.admin : world.tenant.me);
      errors.push(answer.error);
      return answer;
    };
    const statuses = await way(subject, [call, call]);
    const after = await rowOf(subject);
    return { statuses, errors, changed: difference(before, after), at: new Date(String(after.updated_at)) };
  }

  return { sample, route, changing, parameters, seeing };
}

/** As the documented API shows instants of an ISP without a time zone, with milliseconds. */
const exactly = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '');

it('every update that clears fields compares what was read', () => {
  const comparing = updates.filter(({ parameters }) => 'if_updated_at' in parameters).map(({ procedure }) => procedure);
  expect(comparing).toEqual(updates.filter(({ meta }) => meta.updates).map(({ procedure }) => procedure));
  expect(comparing.length).toBe(28);
});

it('every update is tested', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(updates.map(({ procedure }) => procedure).sort());
});

describe.each(Object.keys(SAMPLES))('%s', { timeout: 240_000 }, (procedure) => {
  const { sample, route, changing, parameters, seeing } = tried(procedure);
  const alone = new Map<string, Difference>();

  it('writes what is given and what rules derive from it', async () => {
    const { changed: always } = await changing([null]);
    for (const name of await parameters()) {
      const { statuses, changed } = await changing([name]);
      expect({ name, statuses }).toEqual({ name, statuses: [200] });
      const columns = Object.keys(changed).filter((column) => changed[column] !== always[column]);
      const own = columns.filter((column) => !sample.follows?.[name]?.includes(column));
      expect({ name, changes: columns.length > 0, own: own.slice(1) }).toEqual({ name, changes: true, own: [] });
      alone.set(name, changed);
    }
  });

  it.runIf(route.meta.updates)(
    'takes what was read last, and refuses what was read before another change',
    async () => {
      const { statuses, errors, at, changed } = await seeing(exactly, inTurn);
      expect(statuses).toEqual([200, 409]);
      const sentence = `if_updated_at: the record has changed since you read it; its updated_at is now ${exactly(at)}`;
      expect(errors).toEqual([null, sentence]);
      expect(changed).not.toEqual({});
      const second = await seeing((read) => exactly(new Date(read.getTime() - 1)), inTurn);
      expect(second).toMatchObject({ statuses: [409, 409], changed: {} });
      const shown = await seeing((read) => exactly(read).slice(0, 19), inTurn);
      expect(shown.statuses[0]).toBe(200);
    },
  );

  it.runIf(route.meta.updates)('lets one of two pass that read the same', async () => {
    const { statuses } = await seeing(exactly, together);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('loses nothing when two run at once', async () => {
    const names = [...alone.keys()];
    for (const [one, other] of pairs(names)) {
      const { statuses, changed } = await changing([one, other], together);
      const both = { ...alone.get(one), ...alone.get(other) };
      if (
        isApart(alone.get(one), alone.get(other)) &&
        same({ statuses, changed }, { statuses: [200, 200], changed: both })
      )
        continue;
      // The rules must judge both as if one came after the other.
      const forth = await changing([one, other]);
      const back = await changing([other, one]);
      const inOrder = [forth, { ...back, statuses: [...back.statuses].reverse() }];
      expect(inOrder, `${one} beside ${other}`).toContainEqual({ statuses, changed });
    }
  });
});

function pairs(names: readonly string[]): [string, string][] {
  return names.flatMap((one, at) =>
    names.slice(at + 1).flatMap((other, apart): [string, string][] => {
      const distance = apart + 1;
      return Math.min(distance, names.length - distance) <= beside ? [[one, other]] : [];
    }),
  );
}

const isApart = (one: Difference = {}, other: Difference = {}) =>
  Object.keys(one).every((column) => !(column in other));
const same = (one: object, other: object) => {
  try {
    expect(one).toEqual(other);
    return true;
  } catch {
    return false;
  }
};
