import { describe, expect, it } from 'vitest';
import {
  accessGranted,
  grantOf,
  type SessionAccess,
  sameAccess,
  sameIpv6,
  sessionAccess,
} from '../../../src/radius/policy/session-access.ts';
import {
  grantIn,
  newSessionClass,
  prefixesIn,
  withoutPrefixes,
  withPrefixes,
} from '../../../src/radius/policy/session-class.ts';

const PLAIN: SessionAccess = { downKbps: 20_000, upKbps: 10_000, pool: null, addressList: null, address: null };
const OTHERS: readonly Partial<SessionAccess>[] = [
  { downKbps: 20_001 },
  { downKbps: null },
  { upKbps: 9_999 },
  { burst: '30M' },
  { pool: 'slow' },
  { addressList: 'blocked' },
  { address: '100.64.0.1' },
];

describe('the access of a session', () => {
  it('is the same only if rates, burst, pool, address list and address are', () => {
    expect(sameAccess(PLAIN, { ...PLAIN })).toBe(true);
    for (const other of OTHERS) expect(sameAccess(PLAIN, { ...PLAIN, ...other }), JSON.stringify(other)).toBe(false);
  });

  it('is the same while one of the two NASes sends no IPv6', () => {
    const ipv6 = (text: string) => ({ ...PLAIN, ipv6: text });
    expect([sameIpv6(PLAIN, ipv6('-')), sameIpv6(ipv6('-'), PLAIN), sameIpv6(ipv6('a'), ipv6('a'))]).toEqual([
      true,
      true,
      true,
    ]);
    expect(sameIpv6(ipv6('a'), ipv6('b'))).toBe(false);
    expect(sameAccess(ipv6('a'), ipv6('b'))).toBe(false);
  });

  it('has a pool of the NAS only without an address', () => {
    const profile = {
      ...{ downKbps: 20_000, upKbps: 10_000, pool: 'slow', addressList: null, framedIp: null },
      ...{ sessionTimeoutS: null, interimIntervalS: null },
    };
    const access = (more: { framedIp?: string; leaseFrom?: number }) =>
      sessionAccess({
        profile: { ...profile, framedIp: more.framedIp ?? null },
        leaseFrom: more.leaseFrom ?? null,
        ipv6: null,
      });
    expect(access({})).toMatchObject({ pool: 'slow', address: null });
    expect(access({ framedIp: '100.64.0.1' })).toMatchObject({ pool: null, address: '100.64.0.1' });
    expect(access({ leaseFrom: 4 })).toMatchObject({ pool: null, address: 'pool 4' });
    expect(access({})).not.toHaveProperty('ipv6');
    expect(sessionAccess({ profile, leaseFrom: null, ipv6: { framed: null, delegated: null } }).ipv6).toBe('- -');
  });
});

describe('the grant in a Class', () => {
  it('gives back the access that was granted, as far as it is compared', () => {
    for (const given of [PLAIN, ...OTHERS.map((other) => ({ ...PLAIN, ...other })), { ...PLAIN, ipv6: 'a' }])
      expect(accessGranted(grantOf(given), given)).toEqual(given);
    expect(accessGranted(grantOf({ ...PLAIN, downKbps: null, upKbps: 35 }), PLAIN)).toEqual({
      ...PLAIN,
      downKbps: null,
      upKbps: 35,
    });
  });

  it('says that pool, address list or address were others', () => {
    for (const other of OTHERS.slice(4)) expect(accessGranted(grantOf({ ...PLAIN, ...other }), PLAIN)).toBe(null);
  });

  it('differs from the wanted access if burst or IPv6 were others', () => {
    const differs = (granted: Partial<SessionAccess>, wanted: Partial<SessionAccess>) => {
      const want = { ...PLAIN, ...wanted };
      const access = accessGranted(grantOf({ ...PLAIN, ...granted }), want);
      return access === null || !sameAccess(access, want);
    };
    expect(differs({ burst: '30M' }, {})).toBe(true);
    expect(differs({}, { burst: '30M' })).toBe(true);
    expect(differs({ burst: '30M' }, { burst: '40M' })).toBe(true);
    expect(differs({ ipv6: 'a' }, { ipv6: 'b' })).toBe(true);
    expect(differs({ burst: '30M', ipv6: 'a' }, { burst: '30M', ipv6: 'a' })).toBe(false);
    expect(differs({}, { ipv6: 'b' })).toBe(false);
    expect(differs({ ipv6: 'a' }, {})).toBe(false);
  });

  it('is a text that stays the same between versions, since sessions outlive an update', () => {
    expect(grantOf(PLAIN)).toBe('ffk.7ps.1f3jw8m');
    expect(grantOf({ ...PLAIN, burst: '30M', ipv6: 'a' })).toBe('ffk.7ps.1f3jw8m.g6gna9.1r9wi7g');
    expect(grantOf({ ...PLAIN, ipv6: 'a' })).toBe('ffk.7ps.1f3jw8m..1r9wi7g');
  });
});

describe('the Class of a session', () => {
  const own = newSessionClass(7, PLAIN);

  it('has the service, a log-in of its own and the grant', () => {
    expect(own).toMatch(/^lm:7:[0-9a-z]+:/);
    expect(newSessionClass(7, PLAIN)).not.toBe(own);
    expect(grantIn(own)).toBe(grantOf(PLAIN));
    expect([grantIn('lm:7:abc'), grantIn('other'), grantIn(null)]).toEqual([null, null, null]);
  });

  it('keeps the prefixes of the session', () => {
    const prefixes = { framed: '2001:db8::/64', delegated: '2001:db8:ff::/56' };
    const full = withPrefixes(own, prefixes);
    expect(full).toBe(`${own};20010db800000000.64/20010db800ff0000.56`);
    expect(prefixesIn(full)).toEqual(prefixes);
    expect(grantIn(full)).toBe(grantOf(PLAIN));
    expect([withoutPrefixes(full), withoutPrefixes(own)]).toEqual([own, own]);
    expect(prefixesIn(withPrefixes(own, { framed: null, delegated: null }))).toEqual({ framed: null, delegated: null });
    expect([prefixesIn(own), prefixesIn(null)]).toEqual([null, null]);
    expect(prefixesIn(';20010db800000000.64')).toEqual({ framed: '2001:db8::/64', delegated: null });
  });
});
