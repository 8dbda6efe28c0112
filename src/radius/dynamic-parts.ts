import type { Socket } from 'node:dgram';
import type { Network } from '../core/network/network.ts';
import type { RadiusSibling } from '../core/work/sibling.ts';
import { ConnectedRequests } from './dynamic/connected-requests.ts';
import { ConnectionRelay } from './dynamic/connection-relay.ts';
import { DynamicClient } from './dynamic/dynamic-client.ts';
import { WAITS_MS } from './dynamic/exchanges.ts';
import { DynamicNotes } from './dynamic/notes.ts';
import { RadiusNetwork } from './dynamic/radius-network.ts';
import type { RadiusContext, State } from './parts.ts';
import type { RadSecServer } from './server/radsec/radsec-server.ts';

export interface DynamicTiming {
  /** How long each transmission of a Disconnect- or CoA-Request waits for a response. */
  readonly dynamicWaitsMs?: readonly number[];
  /** How long a silent NAS is left alone. */
  readonly dynamicPauseMs?: number;
}

interface DynamicInputs extends DynamicTiming {
  readonly socket: Socket;
  readonly radsec: RadSecServer | undefined;
}

/** What sends Disconnect- and CoA-Requests. */
export interface Dynamic {
  readonly client: DynamicClient;
  readonly relay: ConnectionRelay;
}

export function createDynamic(
  { config, db, metrics, log, now }: Pick<RadiusContext, 'config' | 'db' | 'metrics' | 'log' | 'now'>,
  { directory, pulse }: Pick<State, 'directory' | 'pulse'>,
  { socket, radsec, dynamicWaitsMs: waitsMs = WAITS_MS, dynamicPauseMs: pauseMs }: DynamicInputs,
): Dynamic {
  const waitMs = waitsMs.reduce((sum, each) => sum + each, 0);
  const here = new ConnectedRequests({ radsec, waitMs, metrics });
  const relay = new ConnectionRelay({
    ...{ db, waitMs, log },
    has: (identity) => here.has(identity),
    exchange: (identity, content) => here.exchange(identity, content),
  });
  const client = new DynamicClient({
    ...{ socket, directory, pulse, metrics, log, now, waitsMs },
    addresses: config.nasAddresses,
    notes: new DynamicNotes(db.pool, log, now),
    overTls: (identity, content) => (here.has(identity) ? here : relay).exchange(identity, content),
    ...(pauseMs ? { pauseMs } : {}),
  });
  return { client, relay };
}

interface NetworkInputs {
  readonly client: DynamicClient;
  /** Whether the directory has the services. */
  readonly hasServices: boolean;
  readonly sibling?: RadiusSibling | undefined;
}

/** What the areas use of RADIUS. */
export function networkOf(
  { db, now }: Pick<RadiusContext, 'db' | 'now'>,
  { directory, sync }: Pick<State, 'directory' | 'sync'>,
  { client, hasServices, sibling }: NetworkInputs,
): Network {
  return new RadiusNetwork({
    ...{ db, directory, client, now, hasServices, hasSibling: sibling !== undefined },
    isReady: () => sync.loaded,
    // The sibling is asked afterwards, since what this process notifies is sent first.
    caughtUp: async () => (await sync.caughtUp()) && (sibling === undefined || (await sibling.caughtUp())),
  });
}
