import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseNetworks } from '../../../src/config/networks.ts';
import { OutgoingAddresses } from '../../../src/config/outgoing-addresses.ts';
import { sendRequest, urlRefusal } from '../../../src/core/outgoing/request.ts';
import { startReceiver } from '../../areas/insight/webhooks/receiver.ts';

const none = parseNetworks('192.0.2.1');
const loopback = parseNetworks('127.0.0.0/8');
if (!none || !loopback) throw new Error('not networks');
const strict = new OutgoingAddresses(none);
const local = new OutgoingAddresses(loopback);
const request = { headers: {}, body: '{}', timeoutMs: 2_000 };

describe('a request to an address of a tenant', () => {
  it.each([
    ...[
      'https://127.0.0.1/',
      'https://10.1.2.3/',
      'https://169.254.169.254/latest',
      'https://[::1]/',
      'https://[fd00::1]/',
    ],
    ...['https://[::ffff:10.0.0.1]/', 'https://[64:ff9b::a00:1]/', 'https://0x7f.1/', 'https://2130706433/'],
    ...['https://[2002:7f00:1::]/', 'https://100.64.0.1/', 'https://0.0.0.0/', 'https://[fe80::1]/'],
  ])('is refused at %s', (url) => {
    expect(urlRefusal(url, strict)).toMatch(/^must not lead to .*, which is not a public Internet address$/);
  });

  it.each([
    ['http://example.net/', 'must begin with https://'],
    ['ftp://example.net/', 'must be an address that begins with https://'],
    ['https://user:secret@example.net/', 'must not contain a username or a password'],
    ['https://example.net:22/', 'must use the standard port of its protocol, or a port from 1024 up'],
    ['https://example.net/', null],
    ['https://192.0.2.1:8443/', null],
    ['https://[2606:4700::1]/', null],
  ])('%s: %s', (url, refusal) => {
    expect(urlRefusal(url, strict)).toBe(refusal);
  });

  it('is refused after its name was resolved, if it leads to this machine', async () => {
    await expect(sendRequest({ ...request, url: 'https://localhost:8443/' }, strict)).rejects.toThrow(
      'localhost has no public Internet address',
    );
  });

  it('does not wait for an answer that never comes, and does not read one that never ends', async () => {
    const receiver = await startReceiver();
    receiver.answer = () => undefined;
    await expect(sendRequest({ ...request, timeoutMs: 200, url: receiver.url }, local)).rejects.toThrow(
      'no answer within 0.2 s',
    );
    receiver.answer = () => 200;
    expect(await sendRequest({ ...request, url: receiver.url }, local)).toEqual({ status: 200, body: '' });
  });

  it('ends with status 101 where the address changes to another protocol', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
      });
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await sendRequest({ ...request, url }, local)).toEqual({ status: 101, body: '' });
  });
});
