import { BlockList, isIPv4 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { ipv6Octets } from '../../src/config/ipv6-octets.ts';
import { OutgoingAddresses } from '../../src/config/outgoing-addresses.ts';
import { SPECIAL_BLOCKS } from '../../src/config/special-purpose.ts';
import { urlRefusal } from '../../src/core/outgoing/request.ts';
import '../fixtures/properties.ts';
import { IANA_REGISTRIES, OF_OTHER_REGISTRIES } from './iana-registries.ts';

const outgoing = new OutgoingAddresses(new BlockList());
const { nasAddresses } = readConfig({ DATABASE_URL: 'postgresql://db/isp' });

const hex = (octets: Uint8Array) =>
  Array.from({ length: 8 }, (_, i) => ((octets[2 * i] ?? 0) << 8) | (octets[2 * i + 1] ?? 0));
const dotted = (octets: Uint8Array) => octets.join('.');
const textOf = (octets: Uint8Array) =>
  octets.length === 4
    ? dotted(octets)
    : hex(octets)
        .map((each) => each.toString(16))
        .join(':');
const octetsOf = (address: string) =>
  isIPv4(address) ? Uint8Array.from(address.split('.'), Number) : ipv6Octets(address);

/** The first and the last address of a block. */
function endsOf(block: string): [string, string] {
  const [address = '', bits] = block.split('/');
  const last = Uint8Array.from(
    octetsOf(address),
    (octet, at) => octet | (0xff >> Math.min(Math.max(Number(bits) - 8 * at, 0), 8)),
  );
  return [textOf(octetsOf(address)), textOf(last)];
}

describe('the table of special-purpose addresses', () => {
  const { reachable, notReachable, notSaid } = IANA_REGISTRIES;
  it.each([
    ...reachable.map((block) => [block, true] as const),
    ...notReachable.map((block) => [block, false] as const),
    ...notSaid.map((block) => [block, null] as const),
  ])('has %s, whose column “Globally Reachable” is %s', (block, expected) => {
    const rows = SPECIAL_BLOCKS.filter((row) => row.block === block);
    expect(rows.map(({ globallyReachable }) => globallyReachable)).toEqual([expected]);
  });

  it('has no block that is in none of IANA’s registries', () => {
    const known: readonly string[] = [...reachable, ...notReachable, ...notSaid, ...OF_OTHER_REGISTRIES];
    expect(SPECIAL_BLOCKS.map(({ block }) => block).sort()).toEqual([...known].sort());
  });
});

describe('each block of the registries of special-purpose addresses', () => {
  const plain = SPECIAL_BLOCKS.filter(
    ({ embedsIpv4At, block }) => embedsIpv4At === undefined && block !== '::/0' && block !== '2000::/3',
  );

  it.each(plain)('$block ($name, $rfc) is called for a tenant only if it leads to a host of the Internet', (row) => {
    const isCalled = row.globallyReachable === true && row.anycast === undefined;
    // The ends of some blocks belong to narrower ones, which have rows of their own.
    const [first, last] = endsOf(row.block);
    expect([...new Set([first, last].map((address) => outgoing.isReachable(address)))]).toEqual([isCalled]);
  });

  it.each(SPECIAL_BLOCKS.filter(({ embedsIpv4At }) => embedsIpv4At !== undefined))(
    '$block ($name, $rfc) is judged by the IPv4 address within',
    ({ block, embedsIpv4At: at = 0 }) => {
      const within = (ipv4: string) => {
        const octets = Uint8Array.from(octetsOf(block.split('/')[0] ?? ''));
        octets.set(octetsOf(ipv4), at);
        return textOf(octets);
      };
      for (const ipv4 of ['8.8.8.8', '127.0.0.1', '10.1.2.3', '192.175.48.1', '169.254.169.254', '255.255.255.255'])
        expect([ipv4, outgoing.isReachable(within(ipv4))]).toEqual([ipv4, ipv4 === '8.8.8.8']);
    },
  );

  it.each(SPECIAL_BLOCKS.filter(({ notNas }) => notNas !== undefined))('$block is no address of a NAS', ({ block }) => {
    for (const address of endsOf(block)) expect(nasAddresses.refusal(address)).toMatch(/, which no NAS may have$/);
  });

  it.each(['169.254.169.254', '100.100.100.200', 'fd00:ec2::254', 'FD00:EC2:0:0:0:0:0:254', 'fd20:ce::254'])(
    '%s, where a cloud tells secrets, is no address of a NAS',
    (address) => {
      expect(nasAddresses.refusal(address)).toMatch(/, which no NAS may have$/);
    },
  );

  it('has the usual addresses of NASes among those that a NAS may have', () => {
    for (const address of [
      '10.0.0.1',
      '100.64.0.1',
      '192.0.2.1',
      '198.18.0.1',
      'fd00::1',
      '2001:db8::1',
      '2606:4700::1',
    ])
      expect(nasAddresses.refusal(address)).toBeNull();
  });
});

it.each([
  '[::ffff:0:7f00:1]',
  '[5f00::1]',
  '[3fff::1]',
  '[2001:2::1]',
  '[2001:10::1]',
  '[4000::1]',
  '[::7f00:1]',
  '[2001:1::1]',
])('a webhook to https://%s/ is refused', (host) => {
  expect(urlRefusal(`https://${host}/`, outgoing)).toMatch(/which is not a public Internet address$/);
});

/** Addresses near the ends of blocks, and any others. */
const address6 = fc.oneof(
  fc.uint8Array({ minLength: 16, maxLength: 16 }),
  fc
    .constantFrom(...SPECIAL_BLOCKS.map(({ block }) => block).filter((block) => block.includes(':')))
    .map((block) => octetsOf(endsOf(block)[1])),
);
const groupsOf = (octets: Uint8Array, pad: number, upper: boolean) =>
  hex(octets).map((group) => (upper ? group.toString(16).toUpperCase() : group.toString(16)).padStart(pad, '0'));

describe('every spelling of an address is judged alike', () => {
  it('of IPv6', () => {
    fc.assert(
      fc.property(address6, fc.integer({ min: 1, max: 4 }), fc.boolean(), fc.nat(7), (octets, pad, upper, at) => {
        const groups = groupsOf(octets, pad, upper);
        const spellings = [groups.join(':'), [...groups.slice(0, 6), dotted(octets.slice(12))].join(':')];
        const end = groups.findIndex((group, index) => index >= at && Number.parseInt(group, 16) !== 0);
        const zeros = (end < 0 ? 8 : end) - at;
        if (zeros > 0) spellings.push(`${groups.slice(0, at).join(':')}::${groups.slice(at + zeros).join(':')}`);
        const canonical = new URL(`http://[${spellings[0]}]/`).hostname.slice(1, -1);
        const expected = outgoing.isReachable(canonical);
        for (const spelling of spellings) {
          expect([spelling, outgoing.isReachable(spelling)]).toEqual([spelling, expected]);
          expect(urlRefusal(`https://[${spelling}]/`, outgoing) === null).toBe(expected);
          expect(nasAddresses.refusal(spelling) === null).toBe(nasAddresses.refusal(canonical) === null);
        }
      }),
    );
  });

  it('of IPv4, also within IPv6', () => {
    const [allowed] = [readConfig({ OUTGOING_ALLOWED_NETWORKS: '10.0.0.0/8' }).outgoing];
    const near = SPECIAL_BLOCKS.flatMap(({ block }) => (block.includes(':') ? [] : endsOf(block)));
    const address4 = fc.oneof(fc.ipV4(), fc.constantFrom(...near));
    fc.assert(
      fc.property(address4, (ipv4) => {
        const octets = octetsOf(ipv4);
        const number = [...octets].reduce((sum, octet) => sum * 256 + octet, 0);
        const [high, low] = [number >>> 16, number & 0xffff].map((half) => half.toString(16));
        const hosts = [
          ipv4,
          String(number),
          `0x${number.toString(16)}`,
          [...octets].map((octet) => `0${octet.toString(8)}`).join('.'),
        ];
        const mapped = [`::ffff:${ipv4}`, `0:0:0:0:0:FFFF:${ipv4}`, `::ffff:${high}:${low}`];
        for (const rules of [outgoing, allowed]) {
          const expected = urlRefusal(`https://${ipv4}/`, rules) === null;
          expect(rules.isReachable(ipv4)).toBe(expected);
          for (const host of [...hosts, ...mapped.map((each) => `[${each}]`)])
            expect([host, urlRefusal(`https://${host}/`, rules) === null]).toEqual([host, expected]);
          for (const each of mapped) expect(rules.isAllowed(each)).toBe(rules.isAllowed(ipv4));
        }
      }),
    );
  });
});
