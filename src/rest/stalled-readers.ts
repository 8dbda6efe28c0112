import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Who takes nothing of an answer for so long is gone, or keeps a place from others: an export, a stream, memory. */
const STALLED_MS = 60_000;
const LOOK_EVERY_MS = 5_000;

export interface StallLimits {
  readonly stalledMs?: number;
  readonly lookEveryMs?: number;
}

/**
 * Closes the connections of those who do not read what they are sent. It looks now and then instead of timing each answer, which
 * would cost every call; and only connections with something to send are timed, since an answer that is slow to be made is no
 * fault of its reader. The timer of a socket starts again whenever some of it is taken.
 */
export class StalledReaders {
  readonly #sockets = new Set<Socket>();
  readonly #stalledMs: number;
  readonly #timer: NodeJS.Timeout;

  constructor(server: Server, { stalledMs = STALLED_MS, lookEveryMs = LOOK_EVERY_MS }: StallLimits = {}) {
    this.#stalledMs = stalledMs;
    this.#timer = setInterval(() => this.look(), lookEveryMs).unref();
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    server.once('close', () => clearInterval(this.#timer));
  }

  look(): void {
    for (const socket of this.#sockets) {
      const isTimed = socket.timeout === this.#stalledMs;
      if (socket.writableLength > 0 && !isTimed) socket.setTimeout(this.#stalledMs);
      // Not the timer of an idle connection, which is another one.
      else if (socket.writableLength === 0 && isTimed) socket.setTimeout(0);
    }
  }
}
