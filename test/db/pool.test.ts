import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { createPool } from '../../src/db/connection.ts';

/** A message of the protocol (PostgreSQL manual, section 55.7): its type, the length of the rest, the rest. */
function message(type: string, rest: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(rest.length + 4);
  return Buffer.concat([Buffer.from(type), length, rest]);
}

test('a connection that the server closes at once fails its first statement, and ends nothing else', async () => {
  const welcome = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))];
  const farewell = message(
    'E',
    Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'),
  );
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([...welcome, farewell])));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const pool = createPool(
    `postgresql://nobody@127.0.0.1:${port}/nothing`,
    { name: 'test', max: 1 },
    createLog('silent'),
  );
  try {
    const client = await pool.connect();
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
  } finally {
    await pool.end();
    server.close();
  }
});
