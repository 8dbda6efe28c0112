import { expect, test } from 'vitest';
import { describe as describePacket } from '../../../../src/radius/protocol/dictionary/describe.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import { taggedText } from '../../../../src/radius/protocol/packet/tagged.ts';
import { frame, hex, parsed } from '../packet/requests.ts';

function lines(attributes: Buffer): [string, string][] {
  return describePacket(parsed(frame(4, attributes)));
}

test('an accounting record reads as a NAS administrator would write it', () => {
  const writer = new AttributeWriter();
  writer.text(1, 'eve').ipv4(4, '192.0.2.1').integer(40, 3).integer(61, 33).integer(49, 1).integer(42, 4000000000);
  writer.integer(55, 1767323045).vendorText(14988, 8, '1000k/5000k').vendorText(9, 1, 'ip:addr-pool=main');
  expect(lines(writer.bytes())).toEqual([
    ['User-Name', 'eve'],
    ['NAS-IP-Address', '192.0.2.1'],
    ['Acct-Status-Type', 'Interim-Update'],
    ['NAS-Port-Type', 'PPPoEoVLAN'],
    ['Acct-Terminate-Cause', 'User-Request'],
    ['Acct-Input-Octets', '4000000000'],
    ['Event-Timestamp', '2026-01-02T03:04:05.000Z'],
    ['Mikrotik-Rate-Limit', '1000k/5000k'],
    ['Cisco-AVPair', 'ip:addr-pool=main'],
  ]);
});

test('passwords, keys and authenticators are masked', () => {
  const secrets: [number, string][] = [
    [2, 'User-Password'],
    [3, 'CHAP-Password'],
    [69, 'Tunnel-Password'],
    [79, 'EAP-Message'],
    [80, 'Message-Authenticator'],
  ];
  for (const [type, name] of secrets) {
    expect(lines(new AttributeWriter().octets(type, Buffer.from('secret')).bytes())).toEqual([[name, '***']]);
  }
  for (const type of [1, 3, 4, 5, 6, 11, 12, 16, 17, 25, 26, 27]) {
    const [line] = lines(new AttributeWriter().vendorText(311, type, 'secret').bytes());
    expect(line).toEqual([expect.stringMatching(/^MS-/), '***']);
  }
});

test('IPv6, interface ids and tags have their usual notation', () => {
  const writer = new AttributeWriter();
  writer.octets(95, hex('20010db8000000000000000000000001')).octets(97, hex('0040 20010db800010002'));
  writer.octets(96, hex('0200000000000001')).octets(64, hex('0100000d')).text(81, taggedText(1, '42'));
  writer.octets(65, hex('06')).octets(82, Buffer.from('untagged'));
  writer.vendorText(4874, 65, taggedText(1, 'rate-5000-1000'));
  expect(lines(writer.bytes())).toEqual([
    ['NAS-IPv6-Address', '2001:db8::1'],
    ['Framed-IPv6-Prefix', '2001:db8:1:2::/64'],
    ['Framed-Interface-Id', '0200:0000:0000:0001'],
    ['Tunnel-Type:1', 'VLAN'],
    ['Tunnel-Private-Group-Id:1', '42'],
    ['Tunnel-Medium-Type', '0x06'],
    ['Tunnel-Assignment-Id', 'untagged'],
    ['ERX-Service-Activate:1', 'rate-5000-1000'],
  ]);
});

test('unknown attributes and malformed values are shown as octets', () => {
  const writer = new AttributeWriter();
  writer.octets(250, hex('0102')).octets(5, hex('01')).octets(8, hex('0a00')).vendorOctets(14988, 99, hex('ff'));
  writer.vendorOctets(424242, 1, hex('ff')).integer(40, 99).octets(26, hex('0000000901')).octets(26, hex('00000009'));
  writer.octets(97, hex('00ff')).octets(55, hex(''));
  expect(lines(writer.bytes())).toEqual([
    ['Attr-250', '0x0102'],
    ['NAS-Port', '0x01'],
    ['Framed-IP-Address', '0x0a00'],
    ['Attr-26.14988.99', '0xff'],
    ['Attr-26.424242.1', '0xff'],
    ['Acct-Status-Type', '99'],
    ['Vendor-Specific', '0x0000000901'],
    ['Vendor-Specific', '0x00000009'],
    ['Framed-IPv6-Prefix', '0x00ff'],
    ['Event-Timestamp', '0x'],
  ]);
});

test('a text cannot forge a log line or control a terminal', () => {
  const writer = new AttributeWriter().octets(1, Buffer.from('a\r\nb\u001b[31m\u2028\u202eé\\ 🙂\0'));
  const [line] = lines(writer.bytes());
  expect(line?.[1]).toBe('a\\u{d}\\u{a}b\\u{1b}[31m\\u{2028}\\u{202e}é\\\\ 🙂\\u{0}');
});
