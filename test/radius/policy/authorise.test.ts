import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorise, BLOCKED_POOL, type Decision } from '../../../src/radius/policy/authorise.ts';
import type { NasFacts } from '../../../src/radius/state/directory/nas.ts';
import { Nas } from '../../../src/radius/state/directory/nas.ts';
import type { ServiceFacts } from '../../../src/radius/state/directory/service.ts';
import { ispWith, planWith, serviceWith } from '../fixtures/facts.ts';

const ANY_NAS = { serves: () => true, ipv6Mode: 'off', interimIntervalS: 300 } as const;
/** In the middle of the validity. */
const NOON = Date.parse('2026-05-15T12:00:00+05:30');

function decide(overrides: Partial<ServiceFacts> = {}, { mac = null as string | null, now = NOON } = {}) {
  return authorise({ service: serviceWith(overrides), nas: ANY_NAS, mac, now });
}

function profile(overrides: Partial<ServiceFacts> = {}, more: { mac?: string | null; now?: number } = {}) {
  const decision = decide(overrides, more);
  if (!decision.ok) throw new Error(decision.reason);
  return decision.profile;
}

describe('interim updates', () => {
  const intervals = (interimIntervalS: number, ids: readonly number[]) =>
    ids.map((id) => {
      const decision = authorise({
        service: serviceWith({ id }),
        nas: { ...ANY_NAS, interimIntervalS },
        mac: null,
        now: NOON,
      });
      return decision.ok ? decision.profile.interimIntervalS : null;
    });

  it('come as often as the NAS says, and up to a tenth later, so that not all come at once', () => {
    const all = intervals(
      900,
      Array.from({ length: 1_000 }, (_, id) => id + 1),
    );
    expect(new Set(all)).toEqual(new Set(Array.from({ length: 91 }, (_, more) => 900 + more)));
    expect(intervals(900, [5])).toEqual(intervals(900, [5]));
  });

  it('are asked for of a blocked subscriber too', () => {
    expect(profile({ status: 'Suspend' }).interimIntervalS).toBeGreaterThanOrEqual(300);
  });
});

describe('an active service', () => {
  it('gets the rates of its level if RADIUS manages the bandwidth', () => {
    expect(profile()).toMatchObject({ downKbps: 20_000, upKbps: 10_000, pool: null, addressList: null });
    expect(profile({ level: 2 })).toMatchObject({ downKbps: 4_000, upKbps: 2_000 });
    expect(profile({ level: 3 })).toMatchObject({ downKbps: 1_000, upKbps: 500 });
  });

  it('gets the pool of its level, and no rate, if pools of the NAS manage the bandwidth', () => {
    const plan = planWith({ bwMgmt: 'NAS IP Pool' });
    expect(profile({ plan, level: 2 })).toMatchObject({ downKbps: null, upKbps: null, pool: 'slow' });
  });

  it('gets neither if nothing manages the bandwidth', () => {
    expect(profile({ plan: planWith({ bwMgmt: null }) })).toMatchObject({ downKbps: null, upKbps: null, pool: null });
  });

  it('falls to the level below if the plan no longer has its own', () => {
    const [first] = planWith().levels;
    const nothing = { downKbps: null, upKbps: null, pool: null, quotaBytes: null };
    const plan = planWith({ levels: [first ?? nothing, nothing, nothing] });
    expect(profile({ plan, level: 3 })).toMatchObject({ downKbps: 20_000 });
  });

  it('gets its static address', () => {
    expect(profile({ ipAssignment: 'StaticIP', staticIp: '100.64.0.1' })).toMatchObject({ framedIp: '100.64.0.1' });
  });

  it('gets an address leased from its pool', () => {
    expect(decide({ ipAssignment: 'IPpool', poolId: 4 })).toMatchObject({ leaseFrom: 4 });
  });
});

describe('validity', () => {
  const lastSecond = Date.parse('2026-05-31T23:59:59+05:30');

  it('lasts until the last second of its day in the time zone of the ISP', () => {
    expect(profile({ prepaid: true }, { now: lastSecond })).toMatchObject({ downKbps: 20_000, sessionTimeoutS: 1 });
    expect(profile({ prepaid: true }, { now: lastSecond + 1000 })).toMatchObject({
      pool: BLOCKED_POOL,
      sessionTimeoutS: null,
    });
  });

  it('limits the session to its own end', () => {
    expect(profile({ prepaid: true }, { now: lastSecond - 3_599_000 })).toMatchObject({ sessionTimeoutS: 3_600 });
  });

  it('of years gives the longest session that RouterOS accepts, and the next log-in gets the rest', () => {
    const years = { prepaid: true, validUpto: '2028-05-31' };
    expect(profile(years)).toMatchObject({ downKbps: 20_000, sessionTimeoutS: 21_474_720 });
    const now = NOON + 21_474_720_000;
    const rest = (Date.parse('2028-06-01T00:00:00+05:30') - now) / 1000 - 2 * 21_474_720;
    expect(rest).toBeGreaterThan(0);
    expect(profile(years, { now })).toMatchObject({ downKbps: 20_000, sessionTimeoutS: 21_474_720 });
    expect(profile(years, { now: now + 2 * 21_474_720_000 })).toMatchObject({ sessionTimeoutS: rest });
  });

  it('of a postpaid service may end, since the next period opens by itself', () => {
    expect(profile({}, { now: lastSecond + 86_400_000 })).toMatchObject({ downKbps: 20_000, sessionTimeoutS: null });
  });

  it('is extended by a promise to pay until its last second', () => {
    const promised = { prepaid: true, promiseUpto: '2026-06-03' };
    const last = Date.parse('2026-06-03T23:59:59+05:30');
    expect(profile(promised, { now: last })).toMatchObject({ downKbps: 20_000, sessionTimeoutS: 1 });
    expect(profile(promised, { now: last + 1000 })).toMatchObject({ pool: BLOCKED_POOL });
  });

  it('at the reduced rate ends with the grace period', () => {
    const now = Date.parse('2026-05-20T23:59:50+05:30');
    expect(profile({ status: 'NP', graceUpto: '2026-05-20' }, { now })).toMatchObject({ sessionTimeoutS: 10 });
  });

  it('at the reduced rate is over after the grace period, even before the status has changed', () => {
    const facts = { status: 'NP' as const, graceUpto: '2026-05-20' };
    const decision = decide(facts, { now: Date.parse('2026-05-21T00:00:00+05:30') });
    expect(decision).toMatchObject({
      reason: 'the days of grace ended with 2026-05-20',
      profile: { pool: BLOCKED_POOL },
    });
  });

  it('of a service that cannot be billed ends with the day that the problem allows', () => {
    const facts = { validUpto: '2026-05-10', problemUpto: '2026-05-15' };
    expect(profile(facts)).toMatchObject({ downKbps: 20_000, sessionTimeoutS: 12 * 3600 });
    expect(profile(facts, { now: Date.parse('2026-05-16T00:00:00+05:30') })).toMatchObject({ pool: BLOCKED_POOL });
    const late = Date.parse('2026-05-16T00:00:00+05:30');
    expect(profile({ ...facts, status: 'NP', graceUpto: '2026-05-20' }, { now: late })).toMatchObject({
      pool: BLOCKED_POOL,
    });
  });

  it('follows a clock that is set forward within the last day', () => {
    const isp = ispWith({ zone: 'Europe/Berlin' });
    const now = Date.parse('2026-03-29T00:00:00+01:00');
    expect(profile({ isp, prepaid: true, validUpto: '2026-03-29' }, { now })).toMatchObject({
      sessionTimeoutS: 23 * 3600,
    });
  });
});

describe('less than the plan', () => {
  it('NP keeps the address and the pool at the reduced rate', () => {
    const plan = planWith({ bwMgmt: 'NAS IP Pool' });
    expect(profile({ status: 'NP', plan, ipAssignment: 'StaticIP', staticIp: '100.64.0.1' })).toMatchObject({
      downKbps: 256,
      upKbps: 128,
      pool: 'fast',
      framedIp: '100.64.0.1',
    });
  });

  const blocked: Partial<ServiceFacts>[] = [{ status: 'NPD' }, { status: 'Suspend' }, { exhausted: true }];
  for (const facts of blocked) {
    it(`${JSON.stringify(facts)} gets the blocked pool and list at the reduced rate, and no address of its own`, () => {
      const decision = decide({ ...facts, ipAssignment: 'StaticIP', staticIp: '100.64.0.1' });
      expect(decision).toMatchObject({
        profile: { downKbps: 256, upKbps: 128, pool: BLOCKED_POOL, addressList: BLOCKED_POOL, framedIp: null },
      });
      expect(decide({ ...facts, ipAssignment: 'IPpool', poolId: 4 })).toMatchObject({ leaseFrom: null });
      expect(decide({ ...facts, isp: ispWith({ blockedMode: 'reject' }) })).toMatchObject({ ok: false });
    });
  }
});

describe('the MAC address', () => {
  const [own, other] = ['02:00:00:00:00:01', '02:00:00:00:00:02'];
  const table: [string, Partial<ServiceFacts>, string | null, boolean, string | null][] = [
    ['No ignores it', { macBind: 'No', mac: own }, other, true, null],
    ['Auto binds the first', { macBind: 'Auto' }, own, true, own],
    ['Auto takes a log-in without one and binds nothing', { macBind: 'Auto' }, null, true, null],
    ['Auto keeps to the one that is bound', { macBind: 'Auto', mac: own }, own, true, null],
    ['Auto refuses another', { macBind: 'Auto', mac: own }, other, false, null],
    ['Manual keeps to the one that is set', { macBind: 'Manual', mac: own }, own, true, null],
    ['Manual refuses another', { macBind: 'Manual', mac: own }, other, false, null],
    ['Manual refuses a log-in without one', { macBind: 'Manual', mac: own }, null, false, null],
  ];
  for (const [name, facts, mac, ok, bind] of table) {
    it(name, () => expect(decide(facts, { mac })).toMatchObject(ok ? { ok, bind } : { ok }));
  }
});

describe('the NAS', () => {
  const UNNAMED = { saysIp: null, saysIp6: null, saysIdentifier: null };
  const nas = (facts: Partial<NasFacts>) =>
    new Nas({ ...UNNAMED, resellerId: null, shareAll: false, sharedWith: new Set<number>(), ...facts } as NasFacts);

  it('of a reseller serves that reseller only', () => {
    expect([1, 2, null].map((id) => nas({ resellerId: 1 }).serves(id))).toEqual([true, false, false]);
  });

  it('of the ISP serves the ISP, and those it is shared with', () => {
    expect([1, 2, null].map((id) => nas({ sharedWith: new Set([2]) }).serves(id))).toEqual([false, true, true]);
    expect([1, 2, null].map((id) => nas({ shareAll: true }).serves(id))).toEqual([true, true, true]);
  });
});

it('whatever the facts, only entitled services get the plan, and no session outlives its access', () => {
  const day = fc.constantFrom(null, '2026-05-14', '2026-05-15', '2026-05-16');
  const facts = fc.record({
    status: fc.constantFrom(
      'Active' as const,
      'NP' as const,
      'NPD' as const,
      'Suspend' as const,
      'NewRequest' as const,
    ),
    prepaid: fc.boolean(),
    exhausted: fc.boolean(),
    level: fc.constantFrom(1, 2, 3),
    validUpto: day,
    graceUpto: day,
    promiseUpto: day,
    problemUpto: day,
  });
  const paidUp = { prepaid: false, exhausted: false, level: 1 as const, promiseUpto: null, problemUpto: null };
  fc.assert(
    fc.property(facts, fc.integer({ min: 0, max: 3 * 86_400 }), (overrides, seconds) => {
      const now = Date.parse('2026-05-14T00:00:00+05:30') + seconds * 1000;
      const decision = decide(overrides, { now });
      expect(decision.ok).toBe(overrides.status !== 'NewRequest');
      if (!decision.ok) return;
      const { downKbps, sessionTimeoutS, pool } = decision.profile;
      if (downKbps !== 256) expect([overrides.status, overrides.exhausted, pool]).toEqual(['Active', false, null]);
      if (sessionTimeoutS === null) return;
      // One second after the timeout the decision has changed, or ends at another moment. The timeouts of two whole days
      // may be equally long.
      const after = now + (sessionTimeoutS + 1) * 1000;
      const endOf = (at: number, made: Decision) =>
        made.ok && made.profile.sessionTimeoutS !== null ? at + made.profile.sessionTimeoutS * 1000 : null;
      const later = decide(overrides, { now: after });
      expect({ ...later, endsAt: endOf(after, later) }).not.toEqual({ ...decision, endsAt: endOf(now, decision) });
    }),
    { examples: [[{ ...paidUp, status: 'NP', validUpto: '2026-05-15', graceUpto: '2026-05-14' }, 1]] },
  );
});
