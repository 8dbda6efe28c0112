import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ipv6Octets } from '../../../../src/config/ipv6-octets.ts';
import { ipv4Number } from '../../../../src/core/network/ipv4.ts';
import { ipv6Text } from '../../../../src/core/network/ipv6.ts';
import { ipv6PrefixText } from '../../../../src/radius/protocol/packet/address.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import { taggedText, untagInteger, untagText } from '../../../../src/radius/protocol/packet/tagged.ts';
import {
  findVendor,
  vendorInteger,
  vendorOctets,
  vendorText,
} from '../../../../src/radius/protocol/packet/vendor-attribute.ts';
import { frame, hex, parsed } from './requests.ts';

test('a vendor attribute is found by vendor and type', () => {
  const writer = new AttributeWriter();
  writer.vendorText(9, 1, 'ip:addr-pool=a').vendorText(14988, 8, '1k/2k').vendorInteger(311, 7, 1);
  const packet = parsed(frame(2, writer.bytes()));
  expect(vendorText(packet, 14988, 8)).toBe('1k/2k');
  expect(vendorText(packet, 9, 1)).toBe('ip:addr-pool=a');
  expect(vendorInteger(packet, 311, 7)).toBe(1);
  expect(vendorText(packet, 14988, 1)).toBeNull();
  expect(vendorOctets(packet, 10, 1)).toBeNull();
});

test('one Vendor-Specific may hold several attributes of its vendor', () => {
  const packet = parsed(frame(2, hex('1a 11 0000012c 01 04 6161 02 03 62 03 04 6363')));
  expect(vendorText(packet, 300, 1)).toBe('aa');
  expect(vendorText(packet, 300, 2)).toBe('b');
  expect(vendorText(packet, 300, 3)).toBe('cc');
});

test.each([
  ['without room for a vendor', '1a 05 000001'],
  ['without an attribute', '1a 06 00000137'],
  ['with a length of 0', '1a 09 00000137 01 00 41'],
  ['with a length of 1', '1a 09 00000137 01 01 41'],
  ['with a length beyond its end', '1a 09 00000137 01 04 41'],
  ['with half a header', '1a 07 00000137 01'],
])('a Vendor-Specific %s has no attributes and does no harm', (_, attributes) => {
  const packet = parsed(frame(1, Buffer.concat([hex(attributes), hex('1a 09 00000137 02 03 42')])));
  expect(findVendor(packet, 0x137, 1)).toBe(0);
  expect(vendorText(packet, 0x137, 2)).toBe('B');
});

test('values too long for an attribute are errors that name it', () => {
  const writer = new AttributeWriter();
  expect(() => writer.octets(25, Buffer.alloc(254))).toThrow('Attribute 25 takes 253 octets at most, not 254');
  expect(() => writer.vendorOctets(9, 1, Buffer.alloc(248))).toThrow('Attribute 1 of vendor 9 takes 247 octets');
  for (const number of [-1, 2 ** 32, 1.5, Number.NaN]) expect(() => writer.integer(5, number)).toThrow(RangeError);
  for (const address of ['', '1.2.3', '1.2.3.256', '::1', '1.2.3.4 ']) {
    expect(() => writer.ipv4(8, address)).toThrow(RangeError);
  }
});

test('a text that is too long is truncated to whole characters', () => {
  const written = (letter: string, count: number) => {
    const packet = parsed(frame(2, new AttributeWriter().text(18, letter.repeat(count)).bytes()));
    return packet.text(18) ?? '';
  };
  expect(written('a', 254)).toBe('a'.repeat(253));
  expect(written('é', 127)).toBe('é'.repeat(126));
  expect(written('स', 100)).toBe('स'.repeat(84));
  expect(written('😀', 64)).toBe('😀'.repeat(63));
  const packet = parsed(frame(2, new AttributeWriter().vendorText(9, 1, 'é'.repeat(124)).bytes()));
  expect(vendorText(packet, 9, 1)).toBe('é'.repeat(123));
});

test('the longest values fit, and an empty text writes no attribute', () => {
  const writer = new AttributeWriter();
  writer.octets(25, Buffer.alloc(253)).vendorOctets(9, 1, Buffer.alloc(247)).text(18, '').vendorText(9, 1, '');
  const packet = parsed(frame(2, writer.bytes()));
  expect(packet.bytes).toHaveLength(20 + 255 + 255);
  expect(vendorOctets(packet, 9, 1)).toHaveLength(247);
});

test('a tag is distinguished from the first character of a text', () => {
  expect(untagText(Buffer.from(taggedText(1, 'gold')))).toEqual({ tag: 1, value: Buffer.from('gold') });
  expect(untagText(Buffer.from('gold'))).toEqual({ tag: 0, value: Buffer.from('gold') });
  expect(untagText(Buffer.alloc(0))).toEqual({ tag: 0, value: Buffer.alloc(0) });
  expect(untagInteger(hex('02 00000d'))).toEqual({ tag: 2, value: 13 });
  expect(untagInteger(hex('02 0d'))).toBeNull();
});

test('addresses are written in their usual notation', () => {
  expect(ipv4Number('255.255.255.254')).toBe(0xfffffffe);
  expect(ipv6Text(hex('20010db8000000000000000000000001'))).toBe('2001:db8::1');
  expect(ipv6PrefixText(hex('00 38 20010db8010200'))).toBe('2001:db8:102::/56');
  expect(ipv6PrefixText(hex('00 00'))).toBe('::/0');
  for (const malformed of ['', '00', '00 81 20', '00 20 20', `00 80 ${'00'.repeat(17)}`]) {
    expect(ipv6PrefixText(hex(malformed))).toBeNull();
  }
});

test('IPv6 addresses are read back as their octets, in any notation', () => {
  const octets = fc.uint8Array({ minLength: 16, maxLength: 16 });
  const sparse = octets.map((all) => all.map((octet, at) => (octet & (1 << (at % 8)) ? octet : 0)));
  fc.assert(
    fc.property(fc.oneof(octets, sparse), (value) => {
      expect(ipv6Octets(ipv6Text(value)).equals(value)).toBe(true);
    }),
  );
  expect(ipv6Octets('::').equals(Buffer.alloc(16))).toBe(true);
  expect(ipv6Octets('2001:DB8::').toString('hex')).toBe('20010db8000000000000000000000000');
  expect(ipv6Octets('::ffff:192.0.2.1').toString('hex')).toBe('00000000000000000000ffffc0000201');
  for (const wrong of ['', '192.0.2.1', '1::2::3', 'fe80::1%eth0', '12345::'])
    expect(() => ipv6Octets(wrong)).toThrow(RangeError);
});
