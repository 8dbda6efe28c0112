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

it('an answer to a forged source port 0 is lost, and the others leave', async () => {
  const departures = new SendQueue(sender);
  const received = once(receiver, 'message');
  departures.add({ bytes: Buffer.from('nobody'), port: 0, address: '127.0.0.1' });
  departures.add({ bytes: Buffer.from('somebody'), port: receiver.address().port, address: '127.0.0.1' });
  expect(String((await received)[0])).toBe('somebody');
});

it('an answer behind the end of the socket ends nothing', async () => {
  const departures = new SendQueue(sender);
  await new Promise<void>((resolve) => sender.close(resolve));
  departures.add({ bytes: Buffer.from('late'), port: 9, address: '127.0.0.1' });
  expect(() => departures.sendAll()).not.toThrow();
});
