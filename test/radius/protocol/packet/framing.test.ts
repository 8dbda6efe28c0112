import { expect, test } from 'vitest';
import { Attribute } from '../../../../src/radius/protocol/packet/attribute.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import { Packet } from '../../../../src/radius/protocol/packet/packet.ts';
import { frame, parsed } from './requests.ts';

function withLength(length: number, size: number): Buffer {
  const datagram = Buffer.alloc(size);
  datagram[0] = 1;
  datagram.writeUInt16BE(length, 2);
  return datagram;
}

test('a header without attributes is a packet', () => {
  expect(Packet.parse(withLength(20, 20))).not.toBeNull();
});

test('fewer than 20 octets are not a packet', () => {
  expect(Packet.parse(Buffer.alloc(0))).toBeNull();
  expect(Packet.parse(withLength(20, 19))).toBeNull();
});

test('a Length below 20 is dropped', () => {
  expect(Packet.parse(withLength(19, 20))).toBeNull();
});

test('a Length of 4096 is allowed and one above is dropped', () => {
  const filled = (length: number) => {
    const datagram = withLength(length, length);
    for (let at = 20; at < length; at += 4) datagram.set([25, 4], at);
    return datagram;
  };
  expect(Packet.parse(filled(4096))).not.toBeNull();
  expect(Packet.parse(filled(4100))).toBeNull();
});

test('a datagram shorter than its Length is dropped', () => {
  expect(Packet.parse(withLength(21, 20))).toBeNull();
});

test('octets beyond Length are padding, not part of the packet', () => {
  const packet = parsed(Buffer.concat([frame(1, Buffer.from([1, 3, 65])), Buffer.from([5, 6, 0, 0, 0, 1])]));
  expect(packet.bytes).toHaveLength(23);
  expect(packet.integer(Attribute.NasPort)).toBeNull();
});

test.each([
  ['of length 0', [1, 0]],
  ['of length 1', [1, 1]],
  ['of one octet, without a length', [1]],
  ['that reaches beyond the packet', [1, 4, 65]],
  ['that extends beyond the packet, after one that fits', [1, 3, 65, 2, 255, 1]],
])('an attribute %s drops the packet', (_, attributes) => {
  expect(Packet.parse(frame(1, Buffer.from(attributes)))).toBeNull();
});

test('an attribute that would reach into the padding drops the packet', () => {
  const datagram = Buffer.concat([frame(1, Buffer.from([1, 4, 65])), Buffer.from([66])]);
  expect(Packet.parse(datagram)).toBeNull();
});

test('an attribute of length 2 is empty', () => {
  const packet = parsed(frame(1, Buffer.from([1, 2])));
  expect(packet.text(Attribute.UserName)).toBe('');
  expect(packet.octets(Attribute.UserName)).toEqual(Buffer.alloc(0));
});

test('getters return the first of several attributes, and null when there is none', () => {
  const attributes = new AttributeWriter()
    .text(18, 'one')
    .text(18, 'two')
    .integer(5, 4294967295)
    .ipv4(4, '192.0.2.255');
  const packet = parsed(frame(2, attributes.bytes()));
  expect(packet.code).toBe(2);
  expect(packet.identifier).toBe(7);
  expect(packet.text(18)).toBe('one');
  expect(packet.textAt(packet.find(18, packet.next(packet.find(18))))).toBe('two');
  expect(packet.integer(5)).toBe(4294967295);
  expect(packet.ipv4(4)).toBe('192.0.2.255');
  expect(packet.has(4)).toBe(true);
  expect([packet.text(1), packet.integer(1), packet.ipv4(1), packet.octets(1)]).toEqual([null, null, null, null]);
});

test('a number or an address that has not four octets is null', () => {
  for (const size of [0, 1, 3, 5, 8]) {
    const packet = parsed(frame(1, new AttributeWriter().octets(5, Buffer.alloc(size)).bytes()));
    expect(packet.integer(5)).toBeNull();
    expect(packet.ipv4(5)).toBeNull();
  }
});

test('octets are a view of the datagram, not a copy', () => {
  const datagram = frame(1, new AttributeWriter().octets(25, Buffer.from([1, 2])).bytes());
  expect(parsed(datagram).octets(25)?.buffer).toBe(datagram.buffer);
});

test('text keeps octets that are not UTF-8, and drops trailing NULs', () => {
  const packet = parsed(frame(1, Buffer.from([1, 4, 0xff, 0x41])));
  expect(packet.text(1)).toBe('\uf7ffA');
  expect(parsed(frame(1, Buffer.from([1, 6, 0, 0x41, 0, 0]))).text(1)).toBe('\uf700A');
  expect(parsed(frame(1, Buffer.from([1, 4, 0, 0]))).text(1)).toBe('');
  expect(packet.octets(1)).toEqual(Buffer.from([0xff, 0x41]));
});
