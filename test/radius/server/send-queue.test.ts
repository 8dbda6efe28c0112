import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SendQueue } from '../../../src/radius/server/send-queue.ts';

let sender: Socket;
let receiver: Socket;

beforeAll(async () => {
  sender = createSocket('udp4');
  receiver = createSocket('udp4');
  receiver.bind(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(() => receiver.close());

it('an answer to a forged source port 0 is lost, and the others are sent', async () => {
  const queue = new SendQueue(sender);
  const received = once(receiver, 'message');
  queue.add({ bytes: Buffer.from('lost'), port: 0, address: '127.0.0.1' });
  queue.add({ bytes: Buffer.from('sent'), port: receiver.address().port, address: '127.0.0.1' });
  expect(String((await received)[0])).toBe('sent');
});

it('an answer after the socket was closed does not throw', async () => {
  const queue = new SendQueue(sender);
  await new Promise<void>((resolve) => sender.close(resolve));
  queue.add({ bytes: Buffer.from('late'), port: 9, address: '127.0.0.1' });
  expect(() => queue.sendAll()).not.toThrow();
});
