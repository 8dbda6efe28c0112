import type { Socket } from 'node:dgram';
import { createServer } from 'node:http';
import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Config, ConfigError } from './config/config.ts';
import { bindTcp } from './radius/server/radsec/bind-tcp.ts';
import { bindUdp } from './radius/server/udp.ts';
import { listen } from './rest/listen.ts';

/** The processes of a node that was killed end soon after it. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 100;

/**
 * Binds the ports of a node and gives them back at once. A first start makes a database and its administrator, so a port that
 * another program has should be found before.
 * @throws ConfigError with a sentence for each port that is not available
 */
export async function checkPorts(config: Config, patienceMs = PATIENCE_MS): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const sentences = await faultsOf(config);
    if (sentences.length === 0) return;
    if (performance.now() > until) throw new ConfigError(sentences);
    await sleep(PAUSE_MS);
  }
}

async function faultsOf(config: Config): Promise<string[]> {
  const attempts = await Promise.allSettled(bindAll(config));
  const bound = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  await Promise.all(bound.map(closed));
  const errors = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
  return errors.flatMap((error) => {
    if (error instanceof ConfigError) return error.sentences;
    throw error;
  });
}

/** Ports that the system chooses are free, and those that nodes share are never taken. */
function bindAll({ roles, http, radius, radsec, captive }: Config): Promise<Socket | Server>[] {
  const opening: Promise<Socket | Server>[] = [];
  const tcp = (place: { address: string; port: number }, setting: string) => {
    if (place.port !== 0) opening.push(listening(place, setting));
  };
  tcp(http, 'HTTP_PORT');
  if (roles.api)
    for (const { port } of captive?.ports ?? []) tcp({ address: captive?.address ?? '', port }, 'CAPTIVE_PORT');
  if (!roles.radius || radius.sharesPorts) return opening;
  const { address, authPort, acctPort } = radius;
  const udp = { RADIUS_AUTH_PORT: authPort, RADIUS_ACCT_PORT: acctPort };
  for (const [setting, port] of Object.entries(udp)) if (port !== 0) opening.push(bindUdp({ address, port, setting }));
  if (radsec && radsec.port !== 0) opening.push(bindTcp({ address, port: radsec.port, setting: 'RADSEC_PORT' }));
  return opening;
}

async function listening(place: { address: string; port: number }, setting: string): Promise<Server> {
  const server = createServer();
  await listen(server, place, setting);
  return server;
}

const closed = (bound: Socket | Server): Promise<void> => new Promise((resolve) => bound.close(() => resolve()));
