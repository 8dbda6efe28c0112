import { expect, test } from 'vitest';
import { VENDOR_NAMES, type VendorName } from '../../../src/areas/network/nas/vendors.ts';
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

test('Cisco: a service of ISG is ended and the next one begun in one CoA', () => {
  const rateTemplate = 'service=NET-{down_kbps}';
  expect(change('Cisco', { downKbps: 1024 }, { rateTemplate })).toEqual([
    'Cisco-Command-Code \\u{c}NET-20000',
    'Cisco-Command-Code \\u{b}NET-1024',
  ]);
  expect(change('Cisco', { downKbps: 0, upKbps: 0 }, { rateTemplate })).toEqual(['Cisco-Command-Code \\u{c}NET-20000']);
});

test('Huawei: rates change by CoA; the end of one, and another kind of limit, disconnect', () => {
  expect(change('Huawei', { downKbps: 1000 })).toEqual([
    ...['Huawei-Input-Average-Rate 5000000', 'Huawei-Input-Peak-Rate 5000000'],
    ...['Huawei-Output-Average-Rate 1000000', 'Huawei-Output-Peak-Rate 1000000'],
  ]);
  expect(change('Huawei', { upKbps: 0 })).toBe('disconnect');
  expect(change('Huawei', { downKbps: 0, upKbps: 0 })).toBe('disconnect');
  expect(change('Huawei', { downKbps: 10_000_000 })).toBe('disconnect');
  expect(change('Huawei', { downKbps: 10_000_000 }, { downKbps: 5_000_000 })).toEqual([
    'Huawei-Qos-Profile-Name rate-10000000-5000',
  ]);
  expect(change('Huawei', {}, { downKbps: 0, upKbps: 0 })).toBe('nothing');
  expect(change('Huawei', { downKbps: 1000 }, { downKbps: 0, upKbps: 0 })).toHaveLength(2);
});

test('Nokia: profiles are replaced, services ended and begun; the end of a profile disconnects', () => {
  expect(change('Nokia', { downKbps: 1024 })).toEqual(['Alc-SLA-Prof-Str rate-1024-5000']);
  expect(change('Nokia', { downKbps: 0, upKbps: 0 })).toBe('disconnect');
  const rateTemplate = 'sla-profile=home\nservice=rate-limit;{up_kbps};{down_kbps}';
  expect(change('Nokia', { downKbps: 1024 }, { rateTemplate })).toEqual([
    'Alc-Sub-Serv-Deactivate:1 rate-limit;5000;20000',
    'Alc-SLA-Prof-Str home',
    'Alc-Sub-Serv-Activate:1 rate-limit;5000;1024',
  ]);
});

test('Accel: the rate changes by CoA; its end disconnects', () => {
  expect(change('Accel', { downKbps: 1024 })).toEqual(['Filter-Id 1024/5000']);
  expect(change('Accel', { downKbps: 0, upKbps: 0 })).toBe('disconnect');
  expect(change('Accel', { downKbps: 1024, upKbps: 1 }, { downKbps: 0, upKbps: 0 })).toEqual(['Filter-Id 1024/1']);
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
