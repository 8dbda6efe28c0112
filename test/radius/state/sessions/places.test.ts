import { expect, it } from 'vitest';
import { OpenSessions } from '../../../../src/radius/state/sessions/open-sessions.ts';
import type { OpenSession } from '../../../../src/radius/state/sessions/session.ts';

const NOW = Date.parse('2026-05-01T12:00:00Z');

/** The session `id` of a device, of a log-in of its own. */
function session(id: string, overrides: Partial<OpenSession> = {}): OpenSession {
  return {
    ...{ serviceId: 1, nasId: 1, acctSessionId: id, username: 'asha', mac: `mac ${id}`, nasPort: null },
    ...{ sessionClass: `class ${id}`, startedAt: NOW, seenAt: NOW, replaces: null },
    ...overrides,
  };
}

function memory(limit = 3): OpenSessions {
  const open = new OpenSessions({ limitOf: () => limit });
  open.complete();
  return open;
}

const idsOf = (open: OpenSessions) => open.held.of(1).map(({ acctSessionId }) => acctSessionId);
const lineOf = ({ nasId, mac, nasPort }: OpenSession) => ({ nasId, mac, nasPort });
const status = (open: OpenSessions, id: string, at = NOW) => open.availability(1, lineOf(session(id)), at).status;
const unknown = { mac: null };

it('as many lines as the limit have a place, each its own, and a session that ends leaves one', () => {
  const open = memory();
  for (const id of ['a', 'b', 'c']) {
    expect(status(open, id)).toBe('free');
    open.seen(session(id), true);
  }
  expect([status(open, 'd'), status(open, 'b')]).toEqual(['taken', 'own']);
  open.close({ serviceId: 1, nasId: 1, acctSessionId: 'a' });
  expect([idsOf(open), status(open, 'd')]).toEqual([['b', 'c'], 'free']);
});

it('a Start takes the place of its log-in, of its device, or a new one, and an update of an older session none', () => {
  const open = memory();
  const { acctSessionId: _, replaces: __, ...login } = session('a');
  open.grants.add(login, null);
  open.seen(session('b'), true);
  expect(idsOf(open)).toEqual([null, 'b']);
  open.seen(session('a'), true);
  expect(idsOf(open)).toEqual(['a', 'b']);
  open.seen(session('b2', { mac: 'mac b' }), true);
  open.seen(session('b', { seenAt: NOW + 1_000 }), false);
  expect(idsOf(open)).toEqual(['a', 'b2']);
});

it('two sessions of one log-in have one place', () => {
  const open = memory();
  open.seen(session('a'), true);
  open.seen(session('a6', { sessionClass: 'class a', mac: null }), true);
  expect(idsOf(open)).toEqual(['a']);
});

it('where nothing tells lines apart, one log-in more takes the place of the longest silent, and gives it back', () => {
  const open = memory();
  for (const [at, id] of ['a', 'b', 'c'].entries()) open.seen(session(id, { ...unknown, seenAt: NOW - at }), true);
  const { acctSessionId: _, replaces: __, ...login } = session('d', unknown);
  expect(open.availability(1, lineOf(session('d', unknown)), NOW).status).toBe('own');
  const granted = open.grants.add(login, null);
  expect(granted.replacedClass).toBe('class c');
  expect(idsOf(open)).toEqual(['a', 'b', null]);
  open.grants.revoke(granted);
  expect(idsOf(open)).toEqual(['a', 'b', 'c']);
});

it('a log-in on the line of a session keeps its lease, and one in the place of a lost session does not', () => {
  const open = memory(2);
  open.seen(session('a'), true);
  open.seen(session('b', { seenAt: NOW - 3_600_000 }), true);
  const grant = (id: string) => {
    const { acctSessionId: _, replaces: __, ...login } = session(id);
    return open.grants.add(login, null).replacedClass;
  };
  expect([grant('a'), grant('c')]).toEqual(['class a', null]);
});

it('what the database says of several sessions is what memory has then, with the log-ins that have not begun', () => {
  const open = memory();
  for (const id of ['a', 'b']) open.seen(session(id), true);
  open.grants.addElsewhere({ serviceId: 1, ...lineOf(session('c')) }, NOW);
  open.openedElsewhere(1);
  expect(status(open, 'd')).toBe('taken');
  open.markVerified(1);
  open.verified(1, [session('b'), session('c')]);
  expect(idsOf(open).sort()).toEqual(['b', 'c']);
  expect(status(open, 'd')).toBe('free');
});

it('sessions that are read while one of theirs ends leave the next log-in to the database', async () => {
  const open = new OpenSessions({ limitOf: () => 3 });
  open.seen(session('a'), true);
  await open.putPage(async () => {
    open.close({ serviceId: 1, nasId: 1, acctSessionId: 'a' });
    return [session('a'), session('b')];
  });
  open.complete();
  expect(status(open, 'c')).toBe('uncertain');
});

it('the further sessions of a NAS that restarts are gone, but those that began later', () => {
  const open = memory();
  for (const id of ['a', 'b', 'c']) open.seen(session(id, { startedAt: id === 'c' ? NOW + 1_000 : NOW }), true);
  open.seen(session('d', { nasId: 2 }), true);
  open.closeNas(1, NOW);
  expect(idsOf(open)).toEqual(['c', 'd']);
  expect(open.held.size).toBe(2);
  open.closeNas(1, NOW + 1_000);
  open.closeNas(2, NOW);
  expect([idsOf(open), open.held.size]).toEqual([[], 0]);
});

it('a limit that falls to 1 leaves the lines that are open, and then counts', () => {
  let limit = 3;
  const open = new OpenSessions({ limitOf: () => limit });
  open.complete();
  for (const id of ['a', 'b']) open.seen(session(id), true);
  limit = 1;
  expect(status(open, 'c')).toBe('taken');
  open.close({ serviceId: 1, nasId: 1, acctSessionId: 'a' });
  expect(status(open, 'c')).toBe('taken');
  open.close({ serviceId: 1, nasId: 1, acctSessionId: 'b' });
  expect(status(open, 'c')).toBe('free');
});

it('no more than 64 sessions of a service are kept', () => {
  const open = memory(64);
  for (let id = 0; id < 200; id++) open.seen(session(String(id), { seenAt: NOW + id }), true);
  expect(idsOf(open)).toHaveLength(64);
  expect(idsOf(open)).toContain('199');
});
