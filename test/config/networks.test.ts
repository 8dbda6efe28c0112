import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';
import { parseNetworks } from '../../src/config/networks.ts';
import { addressOf } from '../../src/rest/address.ts';

const has = (networks: string, address: string): boolean => parseNetworks(networks)?.check(address) ?? false;

describe('an IPv6 network', () => {
  it.each(['::/0', '::/64', '::/80', '::/95'])('%s has no IPv4 address, however it is written', (network) => {
    for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::ffff:cb00:7107'])
      expect([address, has(network, address)]).toEqual([address, false]);
    expect(has(network, '::1:2')).toBe(true);
  });

  it('is found in a list beside an IPv4 one, each by its own family', () => {
    const both = '10.0.0.0/8, 2001:db8::/32';
    const found = ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7'];
    const others = ['192.0.2.1', '::ffff:192.0.2.1', '2001:db9::7', '::a01:203'];
    expect([found, others].map((each) => each.map((address) => has(both, address)))).toEqual([
      [true, true, true],
      [false, false, false, false],
    ]);
  });
});

describe('an IPv4-mapped network', () => {
  it.each([
    ['::ffff:10.0.0.0/104', '10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '::ffff:10.1.2.3', true],
    ['::ffff:10.0.0.0/104', '11.1.2.3', false],
    ['::ffff:a01:203', '10.1.2.3', true],
    ['::ffff:0:0/96', '203.0.113.7', true],
    ['::ffff:0:0/96', '2001:db8::7', false],
  ])('%s is the IPv4 network: it has %s: %s', (network, address, expected) => {
    expect(has(network, address)).toBe(expected);
  });
});

describe('each setting with networks', () => {
  const config = (settings: Record<string, string>) => readConfig(settings);
  const seen = (TRUSTED_PROXIES: string, remoteAddress: string) => {
    const incoming = { socket: { remoteAddress }, headers: { 'x-forwarded-for': '198.51.100.1' } };
    const log = createLog('error', { write: () => undefined });
    return addressOf(incoming as unknown as IncomingMessage, { config: config({ TRUSTED_PROXIES }), log });
  };

  it('TRUSTED_PROXIES: an IPv6 prefix trusts no IPv4 peer, and one that is mapped is as wide as the IPv4 one', () => {
    expect(seen('::/64', '203.0.113.7')).toBe('203.0.113.7');
    expect(seen('::/64', '::ffff:203.0.113.7')).toBe('203.0.113.7');
    expect(seen('::/64', '::1')).toBe('198.51.100.1');
    expect(seen('::ffff:192.0.2.0/120', '192.0.2.7')).toBe('198.51.100.1');
    for (const TRUSTED_PROXIES of ['::ffff:0:0/96', '::ffff:203.0.0.0/104'])
      expect(() => config({ TRUSTED_PROXIES })).toThrow(/strangers in it could call/);
  });

  it('NAS_ALLOWED_NETWORKS and NAS_FORBIDDEN_NETWORKS: an IPv6 prefix is about no IPv4 address', () => {
    const { nasAddresses: allowing } = config({ NAS_ALLOWED_NETWORKS: '::/0' });
    expect(allowing.refusal('169.254.1.1')).not.toBeNull();
    expect(allowing.refusal('fe80::1')).toBeNull();
    const { nasAddresses: forbidding } = config({ NAS_FORBIDDEN_NETWORKS: '::/0' });
    expect(forbidding.refusal('192.168.1.1')).toBeNull();
    expect(forbidding.refusal('fd00::1')).not.toBeNull();
  });

  it('OUTGOING_ALLOWED_NETWORKS: an IPv6 prefix opens no private IPv4 address', () => {
    const { outgoing } = config({ OUTGOING_ALLOWED_NETWORKS: '::/0' });
    for (const address of ['10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1'])
      expect([address, outgoing.isReachable(address)]).toEqual([address, false]);
    expect(outgoing.isReachable('fd00::1')).toBe(true);
  });

  it('CAPTIVE_NETWORKS: an IPv6 prefix gives no IPv4 subscriber to its ISP', () => {
    const { addressOwners } = config({ CAPTIVE_NETWORKS: '::/0=7, 10.0.0.0/8=8, ::ffff:10.9.0.0/112=9' });
    const owners = ['192.0.2.1', '10.1.1.1', '10.9.1.1', '2001:db8::1'].map((address) => addressOwners.of(address));
    expect(owners).toEqual([null, 8, 9, 7]);
  });
});
