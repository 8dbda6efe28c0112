import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkPorts } from '../src/check-ports.ts';
import { ConfigError, readConfig } from '../src/config/config.ts';
import { createLog } from '../src/config/log.ts';
import { startNode } from '../src/node.ts';
import { runAlone } from '../src/run-alone.ts';
import { supervise } from '../src/supervisor/supervise.ts';
import { freshDatabase } from './fixtures/database.ts';

const NO_PORTS = { BIND_ADDRESS: '127.0.0.1', HTTP_PORT: '0', RADIUS_AUTH_PORT: '0', RADIUS_ACCT_PORT: '0' };
const folder = await mkdtemp(join(tmpdir(), 'lastmile-ports-'));
const other = createServer().listen(0, '127.0.0.1');
await once(other, 'listening');
const tcp = (other.address() as AddressInfo).port;
const sockets = [createSocket('udp4'), createSocket('udp4')];
for (const socket of sockets) await once(socket.bind(0, '127.0.0.1'), 'listening');
const [udp, acct] = sockets.map((socket) => socket.address().port);
afterAll(async () => {
  other.close();
  for (const socket of sockets) socket.close();
  await rm(folder, { recursive: true, force: true });
});

const configWith = (settings: Record<string, string>) => readConfig({ DATA_DIR: folder, ...NO_PORTS, ...settings });

describe('before a node makes its database', () => {
  it('each port that another program has gets a sentence', async () => {
    const config = configWith({
      ...{ HTTP_PORT: `${tcp}`, RADIUS_AUTH_PORT: `${udp}`, RADIUS_ACCT_PORT: `${acct}` },
    });
    await expect(checkPorts(config, 0)).rejects.toMatchObject({
      sentences: [
        `HTTP_PORT: cannot listen on 127.0.0.1:${tcp}/tcp (another program uses the port).`,
        `RADIUS_AUTH_PORT: cannot listen on 127.0.0.1:${udp}/udp (another program uses the port).`,
        `RADIUS_ACCT_PORT: cannot listen on 127.0.0.1:${acct}/udp (another program uses the port).`,
      ],
    });
    const starts = [runAlone(config, { isDemo: false }), runAlone(config, { isDemo: true })];
    starts.push(supervise(config, { isDemo: true }));
    for (const start of await Promise.allSettled(starts))
      expect(start).toMatchObject({ reason: expect.any(ConfigError) });
    expect(await readdir(folder)).toEqual([]);
  });

  it('only the ports of its roles count', async () => {
    await checkPorts(
      configWith({ ROLES: 'api,jobs', DATABASE_URL: 'postgres://localhost/none', RADIUS_AUTH_PORT: `${udp}` }),
    );
  });

  it('a port that is given back meanwhile is no fault', async () => {
    const killed = createServer().listen(0, '127.0.0.1');
    await once(killed, 'listening');
    const checked = checkPorts(configWith({ HTTP_PORT: `${(killed.address() as AddressInfo).port}` }));
    killed.close();
    await checked;
  });

  it('free ports are free again afterwards', async () => {
    const settings = { HTTP_PORT: '18099', RADIUS_AUTH_PORT: '18099', RADIUS_ACCT_PORT: '18098' };
    await checkPorts(configWith(settings));
    await checkPorts(configWith(settings));
  });
});

it('the first administrator is shown although the start then fails', async () => {
  const { url } = await freshDatabase();
  const onAdministrator = vi.fn();
  const config = configWith({ DATABASE_URL: url, HTTP_PORT: `${tcp}` });
  await expect(startNode(config, createLog('silent'), { onAdministrator })).rejects.toThrow(
    'another program uses the port',
  );
  expect(onAdministrator).toHaveBeenCalledExactlyOnceWith({
    userid: 1,
    apiKey: expect.stringMatching(/^[0-9a-f]{50}$/),
  });
});
