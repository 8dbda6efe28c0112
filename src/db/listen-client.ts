import type pg from 'pg';
import type { Channels } from './channels.ts';
import type { ConnectionWatchdog } from './connection-watchdog.ts';
import type { ListenName } from './listen-name.ts';
import type { NewestChange } from './newest-change.ts';
import { ServerClient } from './server-client.ts';
import type { Servers } from './servers.ts';

export interface ListenClientOptions {
  readonly servers: Servers;
  readonly watchdog: ConnectionWatchdog;
  readonly newestChange: NewestChange | undefined;
  readonly name: ListenName;
}

/** A connection that dispatches the notifications of all channels. */
export async function openListenClient(
  { servers, watchdog, newestChange, name }: ListenClientOptions,
  channels: Channels,
): Promise<pg.Client> {
  const client = new ServerClient({
    servers,
    name: name.value,
    // What is to be notified is deleted at once: few rows, whatever PostgreSQL last counted.
    settings: '-c enable_seqscan=off',
    // A query need not wait for another one.
    pipeline: true,
    check: newestChange?.check,
  });
  client.on('error', () => undefined); // 'end' follows
  client.on('notification', ({ channel, payload }) =>
    channels.dispatch(channel, { type: 'notice', payload: payload ?? '' }),
  );
  await client.connect();
  watchdog.add(client);
  for (const channel of channels.names) await client.query(`LISTEN ${channel}`);
  return client;
}
