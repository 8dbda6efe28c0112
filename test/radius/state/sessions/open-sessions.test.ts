import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OpenSessions } from '../../../../src/radius/state/sessions/open-sessions.ts';
import type { OpenSession } from '../../../../src/radius/state/sessions/session.ts';
import { SessionStore } from '../../../../src/radius/state/sessions/session-store.ts';
import '../../../fixtures/properties.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

function sessionWith(overrides: Partial<OpenSession> = {}): OpenSession {
  return {
    serviceId: 1,
    nasId: 1,
    acctSessionId: 'a1',
    username: 'asha',
    mac: null,
    nasPort: 'ether1',
    sessionClass: null,
    startedAt: NOW,
    seenAt: NOW,
    replaces: null,
    ...overrides,
  };
}

const text = fc.option(fc.string({ maxLength: 90, unit: 'grapheme' }));
const plain: fc.Arbitrary<OpenSession> = fc.record({
  serviceId: fc.integer({ min: 1, max: 12 }),
  nasId: fc.integer({ min: 1, max: 3 }),
  acctSessionId: fc.option(fc.constantFrom('a1', 'a2', '\uf7ff\uf700', '')),
  username: fc.string({ maxLength: 300, unit: 'grapheme' }),
  mac: text,
  nasPort: text,
  sessionClass: text,
  // Packed in whole seconds.
  startedAt: fc.integer({ min: 0, max: NOW / 1000 }).map((seconds) => seconds * 1000),
  seenAt: fc.integer({ min: 0, max: NOW * 2 }),
  replaces: fc.constant(null),
});
const session = fc
  .tuple(plain, fc.option(plain))
  .map(([open, other]) => ({ ...open, replaces: other && { ...other, serviceId: open.serviceId } }));

const step = fc.tuple(fc.constantFrom('put', 'touch', 'removeEnded', 'removeOfNas', 'remove'), session);
type Model = Map<number, OpenSession>;

/** What the store does, done to objects in a Map. */
function applyTo(model: Model, [what, given]: [string, OpenSession]): void {
  const open = model.get(given.serviceId);
  const isSame = open?.nasId === given.nasId && open.acctSessionId === given.acctSessionId;
  if (what === 'put') model.set(given.serviceId, given);
  if (what === 'touch' && open && isSame && given.seenAt > open.seenAt)
    model.set(given.serviceId, { ...open, seenAt: given.seenAt });
  if (what === 'remove' || (what === 'removeEnded' && isSame)) model.delete(given.serviceId);
  if (what === 'removeOfNas')
    for (const { serviceId, nasId, startedAt } of [...model.values()])
      if (nasId === given.nasId && startedAt <= given.startedAt) model.delete(serviceId);
}

it('sessions are read as they were put, touched and removed, octet by octet, packed or not', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 5 }), (steps, objects) => {
      const store = new SessionStore({ objects });
      const model: Model = new Map();
      for (const [what, given] of steps) {
        applyTo(model, [what, given]);
        if (what === 'put') store.put(given);
        if (what === 'touch') store.touch(given);
        if (what === 'remove') store.remove(given.serviceId);
        if (what === 'removeEnded') store.removeEnded({ ...given, acctSessionId: given.acctSessionId as string });
        if (what === 'removeOfNas') store.removeOfNas(given.nasId, given.startedAt);
        expect(store.size).toBe(model.size);
        for (let serviceId = 1; serviceId <= 12; serviceId++) {
          const { revision, ...found } = store.get(serviceId) ?? { revision: 0 };
          expect(found).toEqual(model.get(serviceId) ?? {});
          expect(store.revisionOf(serviceId)).toBe(revision);
        }
      }
    }),
  );
});

it('most of many sessions are packed, and each is found by its service and by its NAS', () => {
  const store = new SessionStore({ objects: 100 });
  for (let serviceId = 1; serviceId <= 50_000; serviceId++)
    store.put(
      sessionWith({ serviceId, nasId: serviceId % 7, startedAt: NOW + serviceId, acctSessionId: `a${serviceId}` }),
    );
  expect(store.octets).toBeGreaterThan(49_000 * 80);
  expect(store.get(1)?.acctSessionId).toBe('a1');
  expect(store.get(50_000)?.acctSessionId).toBe('a50000');
  const removed = store.removeOfNas(3, NOW + 50_000);
  expect(new Set(removed).size).toBe(removed.length);
  expect(removed.every((serviceId) => serviceId % 7 === 3)).toBe(true);
  expect(store.size).toBe(50_000 - removed.length);
  expect(store.removeOfNas(3, NOW + 50_000)).toEqual([]);
});

it('of the sessions of a NAS those that began by a time are removed, and none that began within the second after it', () => {
  const store = new SessionStore({ objects: 100 });
  for (let serviceId = 1; serviceId <= 3_000; serviceId++)
    store.put(sessionWith({ serviceId, startedAt: NOW + serviceId, acctSessionId: `a${serviceId}` }));
  // Before 1970: a session that says it has lasted for sixty years.
  store.put(sessionWith({ serviceId: 4_000, startedAt: -NOW }));
  expect(store.removeOfNas(1, NOW + 1_500)).toHaveLength(1_001);
  for (const [serviceId, left] of [
    [1_000, false],
    [1_001, true],
    [1_501, true],
    [3_000, true],
    [4_000, false],
  ] as const)
    expect([serviceId, store.get(serviceId) !== undefined]).toEqual([serviceId, left]);
});

const one = (open: OpenSessions, serviceId = 1) => open.held.of(serviceId)[0];

it('a touched session keeps its revision, and another one has another', () => {
  const open = new OpenSessions();
  const first = open.held.put(sessionWith());
  open.seen(sessionWith({ seenAt: NOW + 1000 }), false);
  expect(open.held.revisionOf(1)).toBe(first);
  expect(one(open)?.seenAt).toBe(NOW + 1000);
  expect(open.held.put(sessionWith(), one(open))).not.toBe(first);
});

it('a grant that is taken back returns its session, unless a packet has brought another one', () => {
  const open = new OpenSessions();
  open.held.put(sessionWith());
  const { acctSessionId: _, replaces: __, ...login } = sessionWith();
  open.grants.revoke(open.grants.add(login, null));
  expect(one(open)?.acctSessionId).toBe('a1');
  const again = open.grants.add(login, null);
  open.seen(sessionWith({ acctSessionId: 'a2' }), true);
  open.grants.revoke(again);
  expect(one(open)?.acctSessionId).toBe('a2');
});

it('until all sessions have been read, a service without one in memory is uncertain', async () => {
  const open = new OpenSessions();
  const line = { nasId: 1, mac: null, nasPort: 'ether9' };
  expect(open.availability(1, line, NOW).status).toBe('uncertain');
  await open.putPage(async () => [sessionWith()]);
  expect(open.availability(1, line, NOW).status).toBe('taken');
  expect(open.availability(2, line, NOW).status).toBe('uncertain');
  open.complete();
  expect(open.availability(2, line, NOW).status).toBe('free');
});

it('a session that ends while a page with it is being read stays ended', async () => {
  const open = new OpenSessions();
  const page = [1, 2, 3, 4].map((serviceId) => sessionWith({ serviceId, nasId: serviceId === 4 ? 2 : 1 }));
  for (const at of [1, 3]) open.held.put(page[at] as OpenSession);
  await open.putPage(async () => {
    open.close({ serviceId: 1, nasId: 1, acctSessionId: 'a1' });
    open.close({ serviceId: 2, nasId: 1, acctSessionId: 'a1' });
    open.closeNas(2, NOW);
    return page;
  });
  expect([1, 2, 3, 4].map((serviceId) => one(open, serviceId)?.serviceId)).toEqual([
    undefined,
    undefined,
    3,
    undefined,
  ]);
});
