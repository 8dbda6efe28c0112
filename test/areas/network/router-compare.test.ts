import { describe, expect, it } from 'vitest';
import {
  compareSessions,
  type OwnSession,
  type RouterSession,
} from '../../../src/areas/network/routeros/reconcile/compare.ts';

const GRACE_S = 330;
let ids = 0;

const here = (own: Partial<OwnSession> = {}): OwnSession => ({
  ...{ id: ++ids, name: 'ravi', mac: 'aa:bb:cc:00:00:01', address: '100.64.7.7', sessionId: `s${ids}` },
  ...{ isOpen: true, isOverdue: true, isOld: true },
  ...own,
});
const there = (router: Partial<RouterSession> = {}): RouterSession => ({
  ...{ kind: 'ppp', name: 'ravi', mac: 'aa:bb:cc:00:00:01', address: '100.64.7.7', sessionId: null, uptime: 86_400 },
  ...router,
});
const compare = (router: RouterSession[], own: OwnSession[]) => {
  const { pairs, onlyOnNas, onlyHere } = compareSessions(router, own, GRACE_S);
  return { pairs: pairs.map((pair) => [pair.here.id, pair.differs]), onlyOnNas, onlyHere };
};

const NOTHING = { pairs: [], onlyOnNas: [], onlyHere: [] };

describe('sessions of a router and of accounting', () => {
  it('are the same with the same name and device, whatever the case of letters', () => {
    const one = here({ name: 'Ravi' });
    expect(compare([there()], [one])).toEqual({ ...NOTHING, pairs: [[one.id, []]] });
    const dhcp = here({ name: 'AA-BB-CC-00-00-01' });
    expect(compare([there({ kind: 'dhcp', name: 'aa:bb:cc:00:00:01' })], [dhcp]).pairs).toEqual([[dhcp.id, []]]);
  });

  it('are told apart by names that differ in a dot alone', () => {
    const one = here({ name: 'ra.vi', mac: null, address: null });
    expect(compare([there()], [one])).toMatchObject({ pairs: [], onlyHere: [one] });
  });

  it('differ in the address or the device', () => {
    const one = here({ address: '100.64.7.8' });
    expect(compare([there()], [one]).pairs).toEqual([[one.id, ['ip']]]);
    const other = here({ mac: 'aa:bb:cc:00:00:02' });
    expect(compare([there()], [other]).pairs).toEqual([[other.id, ['mac']]]);
    const unknown = here({ mac: null, address: null });
    expect(compare([there()], [unknown]).pairs).toEqual([[unknown.id, []]]);
  });

  it('are found by the session id where names differ', () => {
    const one = here({ name: 'ravi@home', sessionId: '81900046' });
    expect(compare([there({ sessionId: '81900046' })], [one]).pairs).toEqual([[one.id, []]]);
  });

  it('of one user are paired each with its own device, and a stale one stays', () => {
    const [one, other] = [here(), here({ mac: 'aa:bb:cc:00:00:02', address: '100.64.7.8' })];
    const router = [there({ mac: 'aa:bb:cc:00:00:02', address: '100.64.7.8' }), there()];
    expect(compare(router, [one, other]).pairs.map(([id]) => id)).toEqual([other.id, one.id]);
    // The latest comes first, and the router has one.
    const [fresh, stale] = [here({ isOverdue: false }), here()];
    expect(compare([there()], [fresh, stale])).toMatchObject({ pairs: [[fresh.id, []]], onlyHere: [stale] });
  });

  it('are on one side alone', () => {
    const one = here();
    expect(compare([], [one])).toEqual({ ...NOTHING, onlyHere: [one] });
    expect(compare([there()], [])).toEqual({ ...NOTHING, onlyOnNas: [there()] });
  });

  it('that began or ended within the grace period are no difference', () => {
    expect(compare([there({ uptime: GRACE_S })], [])).toEqual(NOTHING);
    expect(compare([there({ uptime: null })], [])).toEqual(NOTHING);
    expect(compare([], [here({ isOverdue: false })])).toEqual(NOTHING);
    expect(compare([there()], [here({ isOpen: false })])).toEqual(NOTHING);
    expect(compare([there({ uptime: 5 })], [here({ address: '100.64.7.8' })]).pairs).toMatchObject([[ids, []]]);
    expect(compare([there()], [here({ address: '100.64.7.8', isOld: false })]).pairs).toMatchObject([[ids, []]]);
  });

  it('are compared in a moment, also if a router lists the same one 40,000 times', () => {
    const began = performance.now();
    const own = Array.from({ length: 10_000 }, () => here());
    expect(
      compare(
        Array.from({ length: 40_000 }, () => there()),
        own,
      ).onlyOnNas,
    ).toHaveLength(30_000);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
