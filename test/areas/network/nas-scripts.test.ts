import { describe, expect, it } from 'vitest';
import type { OnboardingFacts } from '../../../src/areas/network/nas/onboarding/facts.ts';
import { writeScripts } from '../../../src/areas/network/nas/onboarding/scripts.ts';
import { VENDOR_NAMES, type VendorName } from '../../../src/areas/network/nas/vendors.ts';

const FACTS: OnboardingFacts = {
  server: '192.0.2.1',
  authPort: 11812,
  acctPort: 11813,
  coaPort: 3800,
  id: 7,
  nasIp: '198.51.100.1',
  ipoe: false,
  interimS: 300,
  apiUsername: null,
  graphPort: null,
  ipv6Mode: 'off',
  garden: null,
  radSecPort: null,
};

const written = (vendor: VendorName, facts: Partial<OnboardingFacts> = {}, secret: string | null = 'testing123') =>
  writeScripts(vendor, { ...FACTS, ...facts }, secret);
const text = (...given: Parameters<typeof written>) =>
  written(...given)
    .scripts.map((script) => script.text)
    .join('\n');

/** Secrets that would end a quotation, a line or a command, or be taken for another secret. */
const ODD_SECRETS = [
  'a"; /system reset-configuration',
  'a\\',
  'a$[/user print]',
  'a?b',
  'a b',
  'a,auth-port=1',
  'a#b',
  '7 0822455D0A16',
  '$9$abcdef',
  '%^%#abc%^%#',
  'a;b',
  "a'b",
  'a}\nb',
  'hinüber',
];

describe('the configuration of a new NAS', () => {
  it('lets nobody but the nodes see the graphs of a Mikrotik, and has no line for them while they are off', () => {
    const all = text('Mikrotik', { graphPort: 8081 });
    expect(all).toContain('simple-queue=all allow-address=192.0.2.1/32 allow-target=no');
    expect(all).toContain('/ip service set www port=8081 address=192.0.2.1/32 disabled=no');
    expect(text('Mikrotik')).not.toContain('graphing');
    expect(text('Cisco', { graphPort: 8081 })).not.toContain('8081');
  });

  it.each(VENDOR_NAMES)('has server, ports and secret of a %s', (vendor) => {
    const all = text(vendor);
    expect(all).toContain('192.0.2.1');
    expect(all).toContain('testing123');
    expect(all).toContain('11812');
    expect(all).toContain('11813');
    // A WISPr gateway has no pools: it redirects the blocked.
    expect(all.includes('blocked_pool')).toBe(vendor !== 'WISPr');
    expect(all).not.toContain('<secret>');
  });

  it.each(VENDOR_NAMES.filter((vendor) => vendor !== 'Huawei' && vendor !== 'Nokia'))(
    'has the port for CoA of a %s',
    (vendor) => {
      expect(text(vendor)).toContain('3800');
    },
  );

  it.each(VENDOR_NAMES)('has a mark in place of a secret that is not shown, on a %s', (vendor) => {
    expect(text(vendor, {}, null)).toContain('<secret>');
    expect(written(vendor, {}, null).isUnsayable).toBe(false);
  });

  it.each(VENDOR_NAMES)('of a %s is the same but for the secret, whatever that is', (vendor) => {
    for (const secret of ODD_SECRETS) {
      const { scripts, isUnsayable } = written(vendor, {}, secret);
      const all = scripts.map((script) => script.text).join('\n');
      const [before = '', after = ''] = text(vendor, {}, null).split('<secret>');
      const said = all.slice(before.length, all.indexOf(after.split('\n')[0] || '\n', before.length));
      expect(all.split(said).join('<secret>')).toBe(text(vendor, {}, null));
      expect(isUnsayable).toBe(said === '<secret>');
      if (said !== '<secret>') expect(said).toMatch(/^("[^"]*"|[A-Za-z0-9._@:=+/*-]+)$/);
    }
  });

  it('makes a router user that may read and ping only, from the nodes only', () => {
    const script = written('Mikrotik', { apiUsername: 'reader "x"' }).scripts[1]?.text;
    expect(script).toContain('/user group add name=lastmile policy=read,api,test\n');
    expect(script).toContain(
      '/user add name="reader\\20\\22x\\22" group=lastmile password=<api-password> address=192.0.2.1/32\n',
    );
    expect(script).toContain('/ip service set api-ssl certificate=lastmile-api address=192.0.2.1/32 disabled=no');
    const named = text('Mikrotik', { server: 'radius.example.net', interimS: 90 });
    expect(named).toContain('group=lastmile password=<api-password> address=<nodes>');
    expect(named).toContain('interim-update=90s');
  });

  it('says any secret on RouterOS, by octets', () => {
    expect(text('Mikrotik', {}, 'a"; /x $[b] ü?\\')).toContain(
      'secret="a\\22\\3B\\20/x\\20\\24\\5Bb\\5D\\20\\C3\\BC\\3F\\5C"',
    );
  });

  it.each([
    ['Cisco', 'key 0 <secret>', '7 0822455D0A16'],
    ['Juniper', 'secret <secret>', '$9$abcdef'],
    ['Huawei', 'shared-key-cipher <secret>', '%^%#abc%^%#'],
    ['Accel', 'server=192.0.2.1,<secret>,', 'a,auth-port=1'],
    ['Nokia', 'secret <secret> create', 'a"b'],
  ] as const)('has a mark on a %s for a secret that would be another there', (vendor, mark, secret) => {
    expect(text(vendor, {}, secret)).toContain(mark);
    expect(written(vendor, {}, secret).isUnsayable).toBe(true);
  });

  it('takes blocked subscribers to the page that lets them out', () => {
    const page = 'https://isp.example.net/captive/7';
    const garden = { url: 'https://isp.example.net', page, host: '192.0.2.1', port: 8081 };
    expect(text('Mikrotik', { garden })).toContain('action=dst-nat to-addresses=192.0.2.1 to-ports=8081');
    expect(text('Mikrotik', { garden })).not.toContain('code=114');
    expect(text('Mikrotik', { garden, ipoe: true })).toContain(
      `code=114 value="'https://isp.example.net/captive/7/api'"`,
    );
    expect(text('Mikrotik')).not.toContain('walled_garden');
  });

  it('speaks RadSec, or has a radsecproxy that does', () => {
    const radSecPort = 2083;
    expect(text('Mikrotik', { radSecPort })).toContain('protocol=radsec certificate=<certificate> secret=radsec');
    const { scripts } = written('Cisco', { radSecPort });
    expect(scripts.map(({ place }) => place)).toEqual(['IOS configuration mode', 'radsecproxy.conf']);
    expect(scripts[0]?.text).toContain('address ipv4 <radsecproxy> auth-port 1812');
    expect(scripts[1]?.text).toContain('    host 192.0.2.1\n    port 2083\n    type tls');
  });

  it('has what IPoE and IPv6 need', () => {
    expect(text('Mikrotik', { ipoe: true })).toContain('use-radius=accounting');
    expect(written('Accel', { ipoe: true }).scripts[1]?.text).toContain('ATTRIBUTE    Agent-Circuit-Id 1 octets');
    expect(text('Mikrotik', { ipv6Mode: 'pool' })).toContain('/ipv6 pool add name=<pd-pool>');
    expect(text('Cisco', { ipv6Mode: 'prefix' })).toContain(' prefix-delegation aaa');
    expect(text('Cisco', { server: '2001:db8::1' })).toContain('address ipv6 2001:db8::1 ');
  });
});
