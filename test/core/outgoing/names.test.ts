import { createHook } from 'node:async_hooks';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { parseNetworks } from '../../../src/config/networks.ts';
import { OutgoingAddresses } from '../../../src/config/outgoing-addresses.ts';
import { addressesOf } from '../../../src/core/outgoing/names.ts';
import { sendRequest } from '../../../src/core/outgoing/request.ts';

/** An answer to a DNS query (RFC 1035 section 4.1): one address of the type that is asked for, or none. */
function answerTo(query: Buffer, addresses: Readonly<Record<number, Buffer>>): Buffer {
  const end = query.indexOf(0, 12) + 5;
  const address = addresses[query.readUInt16BE(end - 4)];
  const header = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, address ? 1 : 0, 0, 0, 0, 0]);
  const record = address && [
    Buffer.of(0xc0, 12),
    query.subarray(end - 4, end),
    Buffer.of(0, 0, 0, 60, 0, address.length),
    address,
  ];
  return Buffer.concat([header, query.subarray(12, end), ...(record ?? [])]);
}

async function dnsServer(addresses: Readonly<Record<number, Buffer>>): Promise<string> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  socket.on('message', (query, { port, address }) => socket.send(answerTo(query, addresses), port, address));
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`;
}

const A = 1;
const AAAA = 28;
const four = Buffer.of(192, 0, 2, 7);
const six = Buffer.from('20010db8000000000000000000000007', 'hex');

it('a name has the addresses that DNS says', async () => {
  const both = await dnsServer({ [A]: four, [AAAA]: six });
  const found = await addressesOf('hooks.example.net', [both]);
  expect(found.map(({ address, family }) => `${family} ${address}`).sort()).toEqual(['4 192.0.2.7', '6 2001:db8::7']);
  const one = await dnsServer({ [AAAA]: six });
  expect(await addressesOf('hooks.example.net', [one])).toEqual([{ address: '2001:db8::7', family: 6 }]);
  const none = await dnsServer({});
  await expect(addressesOf('hooks.example.net', [none])).rejects.toThrow('ENODATA');
});

it('an address is its own, and the names of this machine are those of its hosts file', async () => {
  expect(await addressesOf('2001:db8::1', [])).toEqual([{ address: '2001:db8::1', family: 6 }]);
  expect(await addressesOf('LocalHost', [])).toContainEqual({ address: '127.0.0.1', family: 4 });
});

it('the name of an address that a tenant has chosen is not looked up in the threads of the node', async () => {
  const begun: { hostname?: string }[] = [];
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type.startsWith('GETADDRINFO')) begun.push(resource);
    },
  }).enable();
  onTestFinished(() => void hook.disable());
  const none = parseNetworks('192.0.2.1');
  if (!none) throw new Error('not a network');
  const request = { url: 'https://hooks.invalid/', headers: {}, body: '', timeoutMs: 200 };
  await expect(sendRequest(request, new OutgoingAddresses(none))).rejects.toThrow();
  expect(begun.map(({ hostname }) => hostname)).not.toContain('hooks.invalid');
});
