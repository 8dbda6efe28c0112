import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP line to a port of this machine that takes its time, in a process of its own, so that nothing else delays it. */
export interface LineSettings {
  readonly port: number;
  /** From one end to the other and back. */
  readonly roundTripMs: number;
}

const [{ port, roundTripMs }] = (await once(process, 'message')) as [LineSettings];

function forward(from: Socket, to: Socket): void {
  from.on('data', (chunk) => {
    if (roundTripMs === 0) to.write(chunk);
    else setTimeout(() => to.write(chunk), roundTripMs / 2);
  });
  from.on('error', () => undefined); // 'close' follows
  from.on('close', () => to.destroy());
}

const server = createServer({ noDelay: true }, (client) => {
  const there = connect({ port, host: '127.0.0.1', noDelay: true });
  forward(client, there);
  forward(there, client);
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
process.on('disconnect', () => process.exit());
