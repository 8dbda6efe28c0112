import { open, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { ConfigError } from '../../../config/config.ts';
import type { Logger } from '../../../config/log.ts';

const SOCKET = 'owner.sock';

/**
 * Locks the folder against other nodes by a socket that listens in it: it ends with this process however that ends, and
 * containers that share the folder see it. Returns a function that releases the lock.
 * @throws ConfigError when another node has the folder
 */
export async function lockFolder(folder: string, log: Logger): Promise<() => Promise<void>> {
  const handle = await open(folder, 'r');
  // The path of a socket has at most 107 octets; the folder's may be longer.
  const path = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}/${SOCKET}` : join(folder, SOCKET);
  try {
    const server = (await listen(path)) ?? (await replaceStale(path));
    if (!server) throw new ConfigError([`DATA_DIR: another node uses ${folder}; give each node its own folder.`]);
    return async () => {
      await new Promise((resolve) => server.close(resolve));
      await handle.close();
    };
  } catch (error) {
    await handle.close();
    if (error instanceof ConfigError) throw error;
    log.warn({ err: error, folder }, 'cannot lock the folder of the accounting journal against a second node');
    return async () => undefined;
  }
}

/** Undefined when the socket exists, even if its process does not. */
async function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(path, () => resolve(server.unref()));
  });
}

async function replaceStale(path: string): Promise<Server | undefined> {
  const isAlive = await new Promise<boolean>((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
  });
  if (isAlive) return undefined;
  await rm(path, { force: true });
  return listen(path);
}
