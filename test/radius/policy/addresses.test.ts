import { describe, expect, it } from 'vitest';
import { authorise } from '../../../src/radius/policy/authorise.ts';
import { entitlementOf } from '../../../src/radius/policy/entitlement.ts';
import { ipv6GrantOf, ipv6GrantText, ipv6ProfileOf, missingPools } from '../../../src/radius/policy/ipv6.ts';
import type { ServiceFacts } from '../../../src/radius/state/directory/service.ts';
import { planWith, serviceWith } from '../fixtures/facts.ts';

/** In the middle of the validity. */
const NOON = Date.parse('2026-05-15T12:00:00+05:30');
const MAC = 'aa:bb:cc:dd:ee:ff';

function accepted(overrides: Partial<ServiceFacts>, { mac = null as string | null, now = NOON } = {}) {
  const nas = { serves: () => true, ipv6Mode: 'prefix', interimIntervalS: 300 } as const;
  const decision = authorise({ service: serviceWith(overrides), nas, mac, now });
  if (!decision.ok) throw new Error(decision.reason);
  return decision;
}

describe('the address of a log-in', () => {
  const address = (overrides: Partial<ServiceFacts>) => {
    const { framedIp, framedBits } = accepted(overrides).profile;
    return [framedIp, framedBits];
  };

  it('is the first one of a subnet, whose size is sent unless it is one address', () => {
    expect(address({ ipAssignment: 'Subnet', staticIp: '100.64.0.8/29' })).toEqual(['100.64.0.8', 29]);
    expect(address({ ipAssignment: 'Subnet', staticIp: '100.64.0.8/32' })).toEqual(['100.64.0.8', undefined]);
    expect(address({ ipAssignment: 'Subnet', staticIp: '100.64.0.8' })).toEqual(['100.64.0.8', undefined]);
    expect(address({ ipAssignment: 'StaticIP', staticIp: '100.64.0.8' })).toEqual(['100.64.0.8', undefined]);
  });

  it('is none of its own if it comes from a pool', () => {
    expect(address({ ipAssignment: 'IPpool', staticIp: '100.64.0.8' })).toEqual([null, undefined]);
    expect(address({ ipAssignment: 'Subnet', staticIp: null })).toEqual([null, undefined]);
  });
});

describe('IPv6', () => {
  const pool = (id: number | null, name: string) => ({ id, name });
  const plan = planWith({ ip6Pool: pool(4, 'link'), pdPool: pool(null, 'home') });

  it('is given while there is access, also at the reduced rate, and to nobody who is blocked', () => {
    const fixed = { ip6Prefix: '2001:db8::/64' };
    expect(accepted(fixed).ipv6?.framed).toEqual({ from: 'static', prefix: '2001:db8::/64' });
    expect(accepted({ ...fixed, status: 'NP' }).ipv6).not.toBe(null);
    expect(accepted({ ...fixed, status: 'NPD' }).ipv6).toBe(null);
    expect(accepted({ ...fixed, status: 'NPD' }).profile.ipv6).toBe(undefined);
  });

  it('routes the delegated prefix to a subscriber with a subnet', () => {
    const routes = (overrides: Partial<ServiceFacts>) => accepted(overrides).profile.ipv6?.routesDelegated;
    expect(routes({ ipAssignment: 'Subnet', staticIp: '100.64.0.8/29' })).toBe(true);
    expect(routes({ ipAssignment: 'StaticIP', staticIp: '100.64.0.8' })).toBe(false);
  });

  it('is left to a NAS without it, or one that assigns it itself', () => {
    const facts = { ip6Prefix: null, pdPrefix: null, plan };
    expect(ipv6GrantOf('off', facts)).toBe(null);
    expect(ipv6GrantOf('learn', facts)).toBe(null);
  });

  it('comes from a static prefix before any pool, from our pools, or from those of the NAS', () => {
    const grant = (mode: 'prefix' | 'pool', ip6Prefix: string | null = null) => {
      const given = ipv6GrantOf(mode, { ip6Prefix, pdPrefix: null, plan });
      return given && [ipv6GrantText(given), ipv6ProfileOf(given, false)];
    };
    const none = { framedPrefix: null, delegatedPrefix: null, framedPool: null, delegatedPool: null };
    const routed = { routesDelegated: false };
    expect(grant('prefix')).toEqual(['pool:4 -', { ...none, ...routed }]);
    expect(grant('pool')).toEqual([
      'nas:link nas:home',
      { ...none, framedPool: 'link', delegatedPool: 'home', ...routed },
    ]);
    expect(grant('prefix', '2001:db8::/64')).toEqual([
      '2001:db8::/64 -',
      { ...none, framedPrefix: '2001:db8::/64', ...routed },
    ]);
    const delegated = { framed: null, delegated: { from: 'static', prefix: '2001:db8::/56' } } as const;
    expect(ipv6ProfileOf(delegated, true)).toEqual({
      ...none,
      delegatedPrefix: '2001:db8::/56',
      routesDelegated: true,
    });
    expect(ipv6GrantText(delegated)).toBe('- 2001:db8::/56');
  });

  it('says which pools of the plan are missing where prefixes are sent', () => {
    const facts = { ip6Prefix: null, pdPrefix: null, plan };
    const both = { ...facts, plan: planWith({ ip6Pool: pool(null, 'link'), pdPool: pool(null, 'home') }) };
    expect(missingPools('prefix', facts)).toBe('there is no IPv6 pool home');
    expect(missingPools('prefix', both)).toBe('there is no IPv6 pool link; there is no IPv6 pool home');
    expect(missingPools('prefix', { ...both, ip6Prefix: '2001:db8::/64', pdPrefix: '2001:db8::/56' })).toBe(null);
    expect(missingPools('prefix', { ...facts, plan: planWith({ ip6Pool: null, pdPool: null }) })).toBe(null);
    expect(missingPools('pool', both)).toBe(null);
  });
});

describe('a MAC address', () => {
  it('is not asked for if the plan lets two devices in at once', () => {
    const two = { macBind: 'Auto', mac: 'aa:bb:cc:dd:ee:00', sessionLimit: 2 } as const;
    expect(accepted(two, { mac: MAC }).bind).toBe(null);
    expect(() => accepted({ ...two, sessionLimit: 1 }, { mac: MAC })).toThrow('bound to another MAC address');
  });
});

describe('a session ends', () => {
  const end = Date.parse('2026-06-01T00:00:00+05:30');

  it('with the second in which access ends, never at once', () => {
    expect(accepted({ prepaid: true }, { now: end - 1 }).profile.sessionTimeoutS).toBe(1);
    expect(accepted({ prepaid: true }, { now: end - 2_999 }).profile.sessionTimeoutS).toBe(2);
  });

  it('when the first of its days ends that are not over', () => {
    const until = (fields: Partial<ServiceFacts>, now: number) => {
      const entitlement = entitlementOf(serviceWith({ prepaid: true, ...fields }), now);
      return 'until' in entitlement ? entitlement.until : entitlement.why;
    };
    const promiseUpto = '2026-06-03';
    const promised = Date.parse('2026-06-04T00:00:00+05:30');
    expect(until({ promiseUpto }, end - 1)).toBe(end);
    expect(until({ promiseUpto }, end)).toBe(promised);
    expect(until({ promiseUpto }, promised)).toBe('the validity ended with 2026-05-31');
    expect(until({ status: 'NP', graceUpto: '2026-05-20' }, NOON)).toBe(Date.parse('2026-05-21T00:00:00+05:30'));
    expect(until({ problemUpto: '2026-05-20' }, Date.parse('2026-05-21T00:00:00+05:30'))).toBe(
      'the service could not be billed, and its access ended with 2026-05-20',
    );
  });
});
