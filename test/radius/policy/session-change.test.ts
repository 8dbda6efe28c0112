import { expect, test } from 'vitest';
import { VENDOR_NAMES, type VendorName } from '../../../src/areas/nas/vendors.ts';
import { decideChange } from '../../../src/radius/policy/session-change.ts';
import type { AccessProfile } from '../../../src/radius/policy/vendors/profile.ts';
import { vendors } from '../../../src/radius/policy/vendors/vendors.ts';
import { describe as describePacket } from '../../../src/radius/protocol/dictionary/describe.ts';
import { frame, parsed } from '../protocol/packet/requests.ts';

const granted: AccessProfile = {
  downKbps: 20000,
  upKbps: 5000,
  pool: 'main',
  framedIp: null,
  addressList: null,
  sessionTimeoutS: 86400,
  interimIntervalS: 300,
};

/** The change as text: `nothing`, `disconnect`, or the attributes of the CoA. */
function change(vendor: VendorName, to: Partial<AccessProfile>, from: Partial<AccessProfile> = {}): string | string[] {
  const before = { ...granted, ...from };
  const plan = decideChange(vendors[vendor], { ...before, ...to }, before);
  if (plan.by !== 'coa') return plan.by;
  return describePacket(parsed(frame(43, plan.attributes))).map(([name, value]) => `${name} ${value}`);
}

test.each(VENDOR_NAMES)('%s: nothing changes if a log-in would get the same answer', (vendor) => {
  expect(change(vendor, {})).toBe('nothing');
  expect(change(vendor, { sessionTimeoutS: 60, interimIntervalS: 60, class: Buffer.from('x') })).toBe('nothing');
  expect(change(vendor, { downKbps: null, upKbps: 0 }, { downKbps: 0, upKbps: null })).toBe('nothing');
  expect(change(vendor, { pool: 'other' }, { framedIp: '10.0.0.7' })).toBe('nothing');
});

test.each(VENDOR_NAMES)('%s: another pool or address disconnects, whatever else changes', (vendor) => {
  expect(change(vendor, { pool: 'other' })).toBe('disconnect');
  expect(change(vendor, { framedIp: '10.0.0.8' })).toBe('disconnect');
  expect(change(vendor, { framedIp: '10.0.0.8', downKbps: 1 })).toBe('disconnect');
});

test('Mikrotik: rate and address list change by CoA', () => {
  expect(change('Mikrotik', { downKbps: 1024, upKbps: 256 })).toEqual(['Mikrotik-Rate-Limit 256k/1024k']);
  expect(change('Mikrotik', { addressList: 'unpaid' })).toEqual([
    'Mikrotik-Rate-Limit 5000k/20000k',
    'Mikrotik-Address-List unpaid',
  ]);
});

test('Mikrotik: the end of a limit or an address list disconnects, since no CoA removes one', () => {
  expect(change('Mikrotik', { downKbps: null, upKbps: null })).toBe('disconnect');
  expect(change('Mikrotik', { addressList: null }, { addressList: 'unpaid' })).toBe('disconnect');
});

test('Mikrotik: a burst starts, changes and ends by CoA; other vendors do not send it', () => {
  expect(change('Mikrotik', { burst: '10M/40M' })).toEqual(['Mikrotik-Rate-Limit 5000k/20000k 10M/40M']);
  expect(change('Mikrotik', { burst: '9M/30M' }, { burst: '10M/40M' })).toEqual([
    'Mikrotik-Rate-Limit 5000k/20000k 9M/30M',
  ]);
  expect(change('Mikrotik', { burst: undefined }, { burst: '10M/40M' })).toEqual(['Mikrotik-Rate-Limit 5000k/20000k']);
  expect(change('Cisco', { burst: '10M/40M' })).toBe('nothing');
});

test('Cisco: policies change by CoA; the end of one disconnects', () => {
  expect(change('Cisco', { downKbps: 1024 })).toEqual([
    'Cisco-AVPair ip:sub-qos-policy-in=up-5000k',
    'Cisco-AVPair ip:sub-qos-policy-out=down-1024k',
  ]);
  expect(change('Cisco', { upKbps: null })).toBe('disconnect');
});

test('Cisco: interface commands cannot change in an open session', () => {
  const rateTemplate = 'lcp:interface-config#1=rate-limit output {down_bps} 80000 80000';
  expect(change('Cisco', { downKbps: 1024 }, { rateTemplate })).toBe('disconnect');
  expect(change('Cisco', { rateTemplate })).toBe('disconnect');
});

test('Cisco and Juniper have no address lists, so one makes no difference', () => {
  expect(change('Cisco', { addressList: 'unpaid' })).toBe('nothing');
  expect(change('Juniper', { addressList: 'unpaid', downKbps: 20000 })).toBe('nothing');
});

test('Juniper: the new service replaces the old one, also from and to none', () => {
  expect(change('Juniper', { downKbps: 1024 })).toEqual([
    'ERX-Service-Deactivate rate-20000-5000',
    'ERX-Service-Activate:1 rate-1024-5000',
  ]);
  expect(change('Juniper', { downKbps: 0, upKbps: 0 })).toEqual(['ERX-Service-Deactivate rate-20000-5000']);
  expect(change('Juniper', { downKbps: 1, upKbps: 1 }, { downKbps: null })).toEqual([
    'ERX-Service-Activate:1 rate-1-1',
  ]);
});
