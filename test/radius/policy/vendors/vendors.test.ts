import { expect, test } from 'vitest';
import { writePools, writePrefixes } from '../../../../src/radius/policy/vendors/ipv6.ts';
import type { AccessProfile } from '../../../../src/radius/policy/vendors/profile.ts';
import { writeRoute } from '../../../../src/radius/policy/vendors/route.ts';
import { expand } from '../../../../src/radius/policy/vendors/template.ts';
import { vendors } from '../../../../src/radius/policy/vendors/vendors.ts';
import { describe as describePacket } from '../../../../src/radius/protocol/dictionary/describe.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import { frame, parsed } from '../../protocol/packet/requests.ts';

const { Mikrotik, Cisco, Juniper, Huawei, Nokia, Accel, WISPr } = vendors;
const all = Object.entries(vendors);

const nothing: AccessProfile = {
  downKbps: null,
  upKbps: null,
  pool: null,
  framedIp: null,
  addressList: null,
  sessionTimeoutS: null,
  interimIntervalS: null,
};

const plan: AccessProfile = { ...nothing, downKbps: 20000, upKbps: 5000, pool: 'main' };

function lines(attributes: Buffer | null): [string, string][] {
  return describePacket(parsed(frame(2, attributes ?? Buffer.alloc(0))));
}

test.each(all)('%s: an empty profile grants nothing', (_, vendor) => {
  expect(vendor.acceptAttributes(nothing)).toHaveLength(0);
});

test.each(all)('%s: rates of 0 are no limit', (_, vendor) => {
  expect(vendor.acceptAttributes({ ...nothing, downKbps: 0, upKbps: 0 })).toHaveLength(0);
});

test.each(all)('%s: address, times and class are standard attributes', (_, vendor) => {
  const profile = { ...nothing, framedIp: '10.1.2.3', pool: 'main', sessionTimeoutS: 3600, interimIntervalS: 300 };
  expect(lines(vendor.acceptAttributes({ ...profile, class: Buffer.from([1, 2]) }))).toEqual([
    ['Framed-IP-Address', '10.1.2.3'],
    ['Session-Timeout', '3600'],
    ['Acct-Interim-Interval', '300'],
    ['Class', '0x0102'],
  ]);
});

test('Mikrotik: the rate is upload/download, with the pool and the address list', () => {
  expect(lines(Mikrotik.acceptAttributes({ ...plan, addressList: 'paid' }))).toEqual([
    ['Framed-Pool', 'main'],
    ['Mikrotik-Rate-Limit', '5000k/20000k'],
    ['Mikrotik-Address-List', 'paid'],
  ]);
  expect(lines(Mikrotik.acceptAttributes({ ...nothing, downKbps: 512 }))).toEqual([['Mikrotik-Rate-Limit', '0k/512k']]);
});

test('Mikrotik: the volume of a session has its low 32 bits and the rest in two attributes', () => {
  const volume = (bytes: bigint) => {
    const writer = new AttributeWriter();
    Mikrotik.writeVolume?.(writer, bytes);
    return lines(writer.bytes());
  };
  expect(volume(1n)).toEqual([['Mikrotik-Total-Limit', '1']]);
  expect(volume(2n ** 32n - 1n)).toEqual([['Mikrotik-Total-Limit', '4294967295']]);
  expect(volume(5n * 2n ** 30n)).toEqual([
    ['Mikrotik-Total-Limit', '1073741824'],
    ['Mikrotik-Total-Limit-Gigawords', '1'],
  ]);
});

test('Mikrotik: a template may add bursts', () => {
  const rateTemplate = '{up_kbps}k/{down_kbps}k 10M/40M 4M/15M 8/8';
  expect(lines(Mikrotik.acceptAttributes({ ...plan, pool: null, rateTemplate }))).toEqual([
    ['Mikrotik-Rate-Limit', '5000k/20000k 10M/40M 4M/15M 8/8'],
  ]);
  expect(lines(Mikrotik.acceptAttributes({ ...plan, pool: null, upKbps: null, rateTemplate }))).toEqual([
    ['Mikrotik-Rate-Limit', '0k/20000k'],
  ]);
});

test('Mikrotik: the burst of the plan follows the rate, or is where a template has it', () => {
  const bursting = { ...plan, pool: null, burst: '10M/40M 4M/15M 8/8' };
  const rateLimits = (profile: AccessProfile) => lines(Mikrotik.acceptAttributes(profile)).map(([, value]) => value);
  expect(rateLimits(bursting)).toEqual(['5000k/20000k 10M/40M 4M/15M 8/8']);
  const rateTemplate = '{up_bps}/{down_bps} {burst}';
  expect(rateLimits({ ...bursting, rateTemplate })).toEqual(['5000000/20000000 10M/40M 4M/15M 8/8']);
  expect(rateLimits({ ...bursting, burst: undefined, rateTemplate })).toEqual(['5000000/20000000']);
  expect(rateLimits({ ...bursting, rateTemplate: '{up_kbps}k/{down_kbps}k' })).toEqual(['5000k/20000k']);
});

test.each(all.filter(([name]) => name !== 'Mikrotik'))('%s: a burst is not sent', (_, vendor) => {
  expect(vendor.acceptAttributes({ ...plan, burst: '10M/40M' })).toEqual(vendor.acceptAttributes(plan));
});

test('Cisco: policies named after the rates, and the pool in both forms', () => {
  expect(lines(Cisco.acceptAttributes(plan))).toEqual([
    ['Framed-Pool', 'main'],
    ['Cisco-AVPair', 'ip:addr-pool=main'],
    ['Cisco-AVPair', 'ip:sub-qos-policy-in=up-5000k'],
    ['Cisco-AVPair', 'ip:sub-qos-policy-out=down-20000k'],
  ]);
  expect(lines(Cisco.acceptAttributes({ ...plan, pool: null, upKbps: 0 }))).toEqual([
    ['Cisco-AVPair', 'ip:sub-qos-policy-out=down-20000k'],
  ]);
});

const interfaceConfig = [
  'lcp:interface-config#1=rate-limit input {up_bps} 80000 80000 conform-action transmit exceed-action drop',
  'lcp:interface-config#2=rate-limit output {down_bps} 80000 80000 conform-action transmit exceed-action drop',
].join('\n');

test('Cisco: a template may limit the interface instead, in bit/s', () => {
  const rateTemplate = interfaceConfig;
  expect(lines(Cisco.acceptAttributes({ ...plan, pool: null, rateTemplate })).map(([, value]) => value)).toEqual([
    'lcp:interface-config#1=rate-limit input 5000000 80000 80000 conform-action transmit exceed-action drop',
    'lcp:interface-config#2=rate-limit output 20000000 80000 80000 conform-action transmit exceed-action drop',
  ]);
});

test('Juniper: a tagged service named after the rates, and its own pool attribute', () => {
  expect(lines(Juniper.acceptAttributes(plan))).toEqual([
    ['ERX-Address-Pool-Name', 'main'],
    ['ERX-Service-Activate:1', 'rate-20000-5000'],
  ]);
  const rateTemplate = 'internet({down_bps},{up_bps})';
  expect(lines(Juniper.acceptAttributes({ ...plan, pool: null, rateTemplate }))).toEqual([
    ['ERX-Service-Activate:1', 'internet(20000000,5000000)'],
  ]);
});

test('Cisco: a line of the template may be a service of ISG', () => {
  const rateTemplate = 'service=NET-{down_kbps}-{up_kbps}\nip:sub-qos-policy-in=up-{up_kbps}';
  expect(lines(Cisco.acceptAttributes({ ...plan, pool: null, rateTemplate }))).toEqual([
    ['Cisco-AVPair', 'ip:sub-qos-policy-in=up-5000'],
    ['Cisco-Account-Info', 'ANET-20000-5000'],
  ]);
});

test('Huawei: average and peak rates in bit/s, input from the subscriber, with the pool', () => {
  expect(lines(Huawei.acceptAttributes(plan))).toEqual([
    ['Framed-Pool', 'main'],
    ['Huawei-Input-Average-Rate', '5000000'],
    ['Huawei-Input-Peak-Rate', '5000000'],
    ['Huawei-Output-Average-Rate', '20000000'],
    ['Huawei-Output-Peak-Rate', '20000000'],
  ]);
  expect(lines(Huawei.acceptAttributes({ ...nothing, downKbps: 1000 }))).toEqual([
    ['Huawei-Output-Average-Rate', '1000000'],
    ['Huawei-Output-Peak-Rate', '1000000'],
  ]);
});

test('Huawei: rates above 4.29 Gbit/s do not fit into 32 bits, so they are a QoS profile', () => {
  const rates = (downKbps: number) => lines(Huawei.acceptAttributes({ ...nothing, downKbps, upKbps: 1000 }));
  expect(rates(4_294_967)).toContainEqual(['Huawei-Output-Peak-Rate', '4294967000']);
  expect(rates(4_294_968)).toEqual([['Huawei-Qos-Profile-Name', 'rate-4294968-1000']]);
  expect(rates(10_000_000)).toEqual([['Huawei-Qos-Profile-Name', 'rate-10000000-1000']]);
  expect(lines(Huawei.acceptAttributes({ ...nothing, downKbps: 10_000_000 }))).toEqual([
    ['Huawei-Output-Average-Rate', '4294967000'],
    ['Huawei-Output-Peak-Rate', '4294967000'],
  ]);
});

test('Huawei: a template is the name of a QoS profile', () => {
  const rateTemplate = 'home-{down_kbps}';
  expect(lines(Huawei.acceptAttributes({ ...plan, pool: null, rateTemplate }))).toEqual([
    ['Huawei-Qos-Profile-Name', 'home-20000'],
  ]);
});

test('Nokia: an SLA profile named after the rates, or what the lines of a template say', () => {
  expect(lines(Nokia.acceptAttributes(plan))).toEqual([
    ['Framed-Pool', 'main'],
    ['Alc-SLA-Prof-Str', 'rate-20000-5000'],
  ]);
  const of = (rateTemplate: string) => lines(Nokia.acceptAttributes({ ...plan, pool: null, rateTemplate }));
  expect(of('home')).toEqual([['Alc-SLA-Prof-Str', 'home']]);
  expect(of('sub-profile=sub\nsla-profile=sla\nqos-override=e:r:rate={down_kbps}')).toEqual([
    ['Alc-Subsc-Prof-Str', 'sub'],
    ['Alc-SLA-Prof-Str', 'sla'],
    ['Alc-Subscriber-QoS-Override', 'e:r:rate=20000'],
  ]);
  expect(of('service=rate-limit;{up_kbps};{down_kbps}')).toEqual([
    ['Alc-Sub-Serv-Activate:1', 'rate-limit;5000;20000'],
  ]);
});

test('Accel: Filter-Id is download/upload, with the pool', () => {
  expect(lines(Accel.acceptAttributes(plan))).toEqual([
    ['Framed-Pool', 'main'],
    ['Filter-Id', '20000/5000'],
  ]);
  expect(lines(Accel.acceptAttributes({ ...nothing, upKbps: 512 }))).toEqual([['Filter-Id', '0/512']]);
  expect(lines(Accel.acceptAttributes({ ...plan, pool: null, rateTemplate: '{down_bps}/{up_bps}' }))).toEqual([
    ['Filter-Id', '20000000/5000000'],
  ]);
});

test('a template that needs a missing rate gives nothing', () => {
  expect(expand('{up_kbps}', { ...nothing, downKbps: 1 })).toBeNull();
  expect(expand('gold', nothing)).toBe('gold');
});

// Rates of WISPr are numbers.
test.each(all.filter(([name]) => name !== 'WISPr'))(
  '%s: a name that is too long for an attribute is cut',
  (_, vendor) => {
    const rateTemplate = 'rate'.repeat(300);
    const attributes = vendor.acceptAttributes({ ...plan, pool: 'x'.repeat(300), rateTemplate });
    for (const [, value] of lines(attributes)) expect(value.length).toBeGreaterThan(245);
    expect(attributes.length).toBeGreaterThan(500);
  },
);

test.each(all)('%s: an invalid address is an error', (_, vendor) => {
  expect(() => vendor.acceptAttributes({ ...nothing, framedIp: '10.1.2' })).toThrow(RangeError);
});

const names = {
  framedPrefix: null,
  delegatedPrefix: null,
  framedPool: 'links',
  delegatedPool: 'homes',
  routesDelegated: false,
};

test.each([
  ['Mikrotik', ['Framed-IPv6-Pool', 'Delegated-IPv6-Prefix-Pool', 'Mikrotik-Delegated-IPv6-Pool']],
  ['Cisco', ['Framed-IPv6-Pool', 'Delegated-IPv6-Prefix-Pool']],
  ['Huawei', ['Framed-IPv6-Pool', 'Delegated-IPv6-Prefix-Pool', 'Huawei-Delegated-IPv6-Prefix-Pool']],
  ['Nokia', ['Framed-IPv6-Pool', 'Alc-SLAAC-IPv6-Pool', 'Delegated-IPv6-Prefix-Pool', 'Alc-Delegated-IPv6-Pool']],
  [
    'Juniper',
    ['Framed-IPv6-Pool', 'ERX-IPv6-NdRa-Pool-Name', 'Delegated-IPv6-Prefix-Pool', 'ERX-IPv6-Delegated-Pool-Name'],
  ],
] as const)('%s: IPv6 pools on the NAS are named by %j', (vendor, expected) => {
  const writer = new AttributeWriter();
  writePools(writer, names, vendors[vendor].ipv6Pools);
  expect(lines(writer.bytes()).map(([name]) => name)).toEqual(expected);
});

test('prefixes are standard attributes, and a delegated one is a route where the NAS must route it', () => {
  const writer = new AttributeWriter();
  const prefixes = { framedPrefix: '2001:db8:1::/64', delegatedPrefix: '2001:db8:100::/56' };
  writePrefixes(writer, { ...names, ...prefixes, routesDelegated: true });
  expect(lines(writer.bytes())).toEqual([
    ['Framed-IPv6-Prefix', '2001:db8:1::/64'],
    ['Delegated-IPv6-Prefix', '2001:db8:100::/56'],
    ['Framed-IPv6-Route', '2001:db8:100::/56 :: 1'],
  ]);
});

test.each([
  ['Mikrotik', ['Framed-IP-Netmask', '255.255.255.248']],
  ['Cisco', ['Framed-Route', '10.1.2.8/29 0.0.0.0 1']],
  ['Juniper', ['Framed-Route', '10.1.2.8/29 0.0.0.0 1']],
] as const)('%s: the network of a Subnet service is routed by %j', (vendor, expected) => {
  const writer = new AttributeWriter();
  writeRoute(writer, { ...nothing, framedIp: '10.1.2.10', framedBits: 29 }, vendors[vendor]);
  expect(lines(writer.bytes())).toEqual([expected]);
});

test('WISPr: rates in bit/s, and the page of a blocked subscriber', () => {
  expect(lines(WISPr.acceptAttributes(plan))).toEqual([
    ['Framed-Pool', 'main'],
    ['WISPr-Bandwidth-Max-Up', '5000000'],
    ['WISPr-Bandwidth-Max-Down', '20000000'],
  ]);
  expect(lines(WISPr.acceptAttributes({ ...nothing, downKbps: 5_000_000 }))).toEqual([
    ['WISPr-Bandwidth-Max-Down', '4294967000'],
  ]);
  expect(lines(WISPr.acceptAttributes({ ...nothing, redirect: { url: 'https://pay.example.net' } }))).toEqual([
    ['WISPr-Redirection-URL', 'https://pay.example.net'],
  ]);
});

test('WISPr: a CoA changes rates, but removes none', () => {
  expect(lines(WISPr.changeAttributes({ ...plan, downKbps: 4000 }, plan))).toEqual([
    ['WISPr-Bandwidth-Max-Up', '5000000'],
    ['WISPr-Bandwidth-Max-Down', '4000000'],
  ]);
  expect(WISPr.changeAttributes({ ...plan, upKbps: 0 }, plan)).toBeNull();
  expect(WISPr.changeAttributes({ ...nothing }, plan)).toBeNull();
});

test.each([
  ['Asia/Kolkata', '2026-11-30T18:30:00+05:30'],
  ['UTC', '2026-11-30T13:00:00+00:00'],
  ['America/St_Johns', '2026-11-30T09:30:00-03:30'],
])('WISPr: the end of a session is on the clock of %s', (zone, text) => {
  const writer = new AttributeWriter();
  WISPr.writeEnd?.(writer, Date.parse('2026-11-30T13:00:00Z'), zone);
  expect(lines(writer.bytes())).toEqual([['WISPr-Session-Terminate-Time', text]]);
});

const redirected = (template: string | null, url = 'https://pay.example.net/?isp=1') => ({
  ...nothing,
  redirect: { url, template },
});

test('a blocked subscriber is led to the page in the way of the vendor', () => {
  expect(lines(Huawei.acceptAttributes(redirected(null)))).toEqual([
    ['Huawei-HTTP-Redirect-URL', 'https://pay.example.net/?isp=1'],
  ]);
  expect(lines(Nokia.acceptAttributes(redirected('Ingr-v4:100\nIngr-v6:101')))).toEqual([
    ['Alc-Onetime-Http-Redirection-Filter-Id', 'Ingr-v4:100'],
    ['Alc-Onetime-Http-Redirection-Filter-Id', 'Ingr-v6:101'],
  ]);
  expect(lines(Juniper.acceptAttributes(redirected('redirect({portal_url})')))).toEqual([
    ['ERX-Service-Activate:1', 'redirect(https://pay.example.net/?isp=1)'],
  ]);
  const cisco = 'service=L4REDIRECT\nip:l4redirect=redirect list 180 to group PORTAL\nurl-redirect={portal_url}';
  expect(lines(Cisco.acceptAttributes(redirected(cisco)))).toEqual([
    ['Cisco-Account-Info', 'AL4REDIRECT'],
    ['Cisco-AVPair', 'ip:l4redirect=redirect list 180 to group PORTAL'],
    ['Cisco-AVPair', 'url-redirect=https://pay.example.net/?isp=1'],
  ]);
  for (const vendor of [Mikrotik, Accel]) expect(vendor.acceptAttributes(redirected(null))).toHaveLength(0);
});

test('without an address, or with one that is too long for an attribute, only what needs none is sent', () => {
  for (const url of ['', `https://pay.example.net/${'x'.repeat(300)}`]) {
    for (const vendor of [Huawei, WISPr]) expect(vendor.acceptAttributes(redirected(null, url))).toHaveLength(0);
    expect(lines(Cisco.acceptAttributes(redirected('service=L4REDIRECT\nurl-redirect={portal_url}', url)))).toEqual([
      ['Cisco-Account-Info', 'AL4REDIRECT'],
    ]);
  }
});
