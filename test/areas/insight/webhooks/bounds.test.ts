import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { Connections } from '../../../../src/areas/insight/webhooks/connections.ts';
import { Pace } from '../../../../src/areas/insight/webhooks/shares.ts';
import { parseNetworks } from '../../../../src/config/networks.ts';
import { OutgoingAddresses } from '../../../../src/config/outgoing-addresses.ts';
import type { OutgoingConnection } from '../../../../src/core/outgoing/request.ts';

const allowed = parseNetworks('127.0.0.0/8');
if (!allowed) throw new Error('not a network');
const addresses = new OutgoingAddresses(allowed);
let opened = 0;
const server = createServer((_, response) => response.writeHead(204).end());
server.keepAliveTimeout = 0;
server.on('connection', () => {
  opened += 1;
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** How many connections there are now. */
const open = () => new Promise((done) => server.getConnections((_, count) => done(count)));
const endpoint = (id: number, ispId: number) => ({ id, ispId, url: `${origin}/${id}` });
const use = (connection: OutgoingConnection, { url }: { url: string }) =>
  connection.send({ url, headers: {}, body: '', timeoutMs: 30_000 }, addresses);

describe('the connections that a node keeps for webhooks', () => {
  it('are bounded for each ISP and in all; those that were kept longest are closed', async () => {
    const connections = new Connections({ ofIsp: 2, inAll: 3 });
    const webhooks = [endpoint(1, 1), endpoint(2, 1), endpoint(3, 1), endpoint(4, 2), endpoint(5, 3)];
    for (const webhook of webhooks) {
      const connection = connections.take(webhook);
      await use(connection, webhook);
      connections.giveBack(webhook, connection);
    }
    await expect.poll(open).toBe(3);
    const before = opened;
    for (const [index, webhook] of webhooks.entries()) {
      const connection = connections.take(webhook);
      await use(connection, webhook);
      connection.close();
      expect(opened - before, `webhook ${webhook.id}`).toBe(Math.min(index + 1, 2));
    }
    await expect.poll(open).toBe(0);
  });

  it('are none for another address, and none after the node has stopped', async () => {
    const connections = new Connections({ ofIsp: 2, inAll: 3 });
    const [before, after] = [endpoint(1, 1), { ...endpoint(1, 1), url: `${origin}/other` }];
    const first = connections.take(before);
    await use(first, before);
    connections.giveBack(before, first);
    expect(connections.take(after)).not.toBe(first);
    await expect.poll(open).toBe(0);
    const second = connections.take(after);
    await use(second, after);
    connections.close();
    connections.giveBack(after, second);
    await expect.poll(open).toBe(0);
  });
});

describe('the pace of messages', () => {
  it('is so many a second for all callers together, and a short pause may be made up for', () => {
    const pace = new Pace(100);
    expect(Array.from({ length: 8 }, () => pace.take(1_000))).toEqual([0, 0, 0, 0, 0, 0, 10, 20]);
    expect(pace.isIdle(1_000)).toBe(false);
    expect(pace.take(1_030)).toBe(0);
    expect(pace.take(1_030)).toBe(10);
    expect(pace.isIdle(2_000)).toBe(true);
    expect(Array.from({ length: 7 }, () => pace.take(2_000))).toEqual([0, 0, 0, 0, 0, 0, 10]);
  });
});
