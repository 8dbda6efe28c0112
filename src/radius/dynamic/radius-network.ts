import type { DryLogin, LoginExplanation, Network, NetworkOutcome } from '../../core/network/network.ts';
import { Limiter } from '../../core/work/limiter.ts';
import type { Database } from '../../db/database.ts';
import type { Tx } from '../../db/tx.ts';
import { authorise } from '../policy/authorise.ts';
import { explainLogin } from '../policy/explain-login.ts';
import { previewRate } from '../policy/preview-rate.ts';
import { sameAccess, sessionAccess } from '../policy/session-access.ts';
import { changeBetween } from '../policy/session-change.ts';
import type { Directory } from '../state/directory/directory.ts';
import { readFacts, readFactsOf } from '../state/directory/facts.ts';
import { driftedServices, type FindServices } from './drifted-services.ts';
import type { DynamicClient } from './dynamic-client.ts';
import {
  currentAccess,
  type LiveSession,
  lockSession,
  NO_ACCESS,
  nasesOf,
  openSessions,
  saveAcknowledged,
  saveDesired,
  saveReached,
} from './live-session.ts';

export interface RadiusNetworkOptions {
  readonly db: Pick<Database, 'pool' | 'transaction'>;
  readonly directory: Directory;
  readonly client: DynamicClient;
  readonly now: () => number;
  /** Whether the directory has the services: those of a node that answers no packets are read when they are needed. */
  readonly hasServices: boolean;
  /** Whether another process answers the packets of this node; `caughtUp` asks it. */
  readonly hasSibling: boolean;
  /** The directory has been read once. */
  readonly isReady: () => boolean;
  readonly caughtUp: () => Promise<boolean>;
}

/** What must be done about one session. */
type Action =
  | { readonly by: 'nothing' }
  | { readonly by: 'disconnect'; readonly session: LiveSession }
  | { readonly by: 'coa'; readonly session: LiveSession; readonly attributes: Buffer; readonly desired: string };

/** At a time: each needs a connection to the database, of which a node has ten by default, and callers of the API need some. */
const MAX_DECISIONS = 4;
const ACKNOWLEDGED: NetworkOutcome = { result: 'acknowledged' };
const NOTHING: Action = { by: 'nothing' };

/**
 * Brings live sessions to the access that their services are entitled to. The desired access is decided with the row locked,
 * so that the later of two concurrent decisions is based on later facts; the acknowledged access is stored after the answer
 * of the NAS. A session where the two differ has drifted and is updated again.
 */
export class RadiusNetwork implements Network {
  readonly previewRate = previewRate;
  readonly #options: RadiusNetworkOptions;
  /** A change of many services keeps neither callers of the API nor packets waiting. */
  readonly #decisions = new Limiter(MAX_DECISIONS);

  constructor(options: RadiusNetworkOptions) {
    this.#options = options;
  }

  disconnect(...[session, options]: Parameters<Network['disconnect']>): Promise<NetworkOutcome> {
    return this.#options.client.disconnect(session, options?.evenIfPaused ?? false);
  }

  caughtUp(): Promise<boolean> {
    return this.#options.caughtUp();
  }

  async refresh(serviceId: number): Promise<NetworkOutcome> {
    const { db, client } = this.#options;
    const sessions = await this.#decisions.run(() => openSessions(db.pool, serviceId));
    // Sessions of a silent NAS are decided once; from then on they cost no more than this query.
    const outcomes = await Promise.all(
      sessions.map(({ id, nasId, isPending }) => (isPending && client.pausedOutcome(nasId)) || this.#update(id)),
    );
    return outcomes.find(({ result }) => result !== 'acknowledged') ?? ACKNOWLEDGED;
  }

  async paused(serviceIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const { db, client } = this.#options;
    if (client.silent === 0) return new Map();
    const rows = await nasesOf(db.pool, serviceIds);
    const pauseOf = (nasId: number) => {
      const outcome = client.pausedOutcome(nasId);
      return outcome?.result === 'silent' ? outcome.retryAfterMs : undefined;
    };
    return new Map(
      rows.flatMap(({ serviceId, nasIds }) => {
        const pauses = nasIds.map(pauseOf);
        return pauses.every((pause) => pause !== undefined) ? [[serviceId, Math.min(...pauses)] as const] : [];
      }),
    );
  }

  drifted(signal?: AbortSignal): Promise<readonly number[]> {
    const { db, directory, now, isReady } = this.#options;
    return isReady()
      ? driftedServices({ db, directory, findServices: this.#findServices, now: now() }, signal)
      : Promise.resolve([]);
  }

  readonly #findServices: FindServices = async (ids) => {
    const { db, directory, hasServices } = this.#options;
    if (hasServices) return (id) => directory.services.peek(id);
    const found = await readFactsOf(db.pool, ids);
    return (id) => found.get(id);
  };

  explain(login: DryLogin): Promise<LoginExplanation | null> {
    const { db, directory, now } = this.#options;
    return db.transaction((tx) => explainLogin(tx, { login, nas: directory.nas(login.nasId), now: now() }));
  }

  async #update(id: number): Promise<NetworkOutcome> {
    const { db, client } = this.#options;
    const action = await this.#decisions.run(() => db.transaction((tx) => this.#decide(tx, id)));
    if (action.by === 'nothing') return ACKNOWLEDGED;
    await this.#refreshMemory(action.session);
    if (action.by === 'coa') {
      const { result } = await client.change(action.session, action.attributes);
      if (result === 'acknowledged') return this.#acknowledge(id, action.desired);
    }
    // The Stop ends the session; until it arrives or the session goes stale, the session counts as drifted.
    return client.disconnect(action.session, false);
  }

  /** A disconnected subscriber logs in again at once and must not be granted the old access. */
  async #refreshMemory({ serviceId, nasId, resellerId, isServed }: LiveSession): Promise<void> {
    const { directory, hasServices, hasSibling, caughtUp } = this.#options;
    if (hasServices) await directory.refreshService(serviceId);
    else if (hasSibling) await caughtUp();
    if (directory.nas(nasId)?.serves(resellerId) !== isServed) await directory.refreshNases([nasId]);
  }

  async #decide(tx: Tx, id: number): Promise<Action> {
    const session = await lockSession(tx, id);
    const nas = session && this.#options.directory.nas(session.nasId);
    if (!session || !nas) return NOTHING; // sessions of a deleted NAS are left alone
    const service = await readFacts(tx, session.serviceId);
    const { mac, isServed } = session;
    const { ipv6Mode, interimIntervalS } = nas;
    const served = { serves: () => isServed, ipv6Mode, interimIntervalS };
    const decision = service && authorise({ service, nas: served, mac, now: this.#options.now() });
    if (!decision?.ok) {
      await saveDesired(tx, id, NO_ACCESS);
      return { by: 'disconnect', session };
    }
    const wanted = sessionAccess(decision);
    const has = currentAccess(session, wanted);
    const change = has && changeBetween(has, wanted, nas.facts);
    if (change?.by === 'nothing' || (has && sameAccess(has, wanted))) {
      await saveReached(tx, id, wanted);
      return NOTHING;
    }
    await saveDesired(tx, id, wanted);
    if (change?.by !== 'coa') return { by: 'disconnect', session };
    return { by: 'coa', session, attributes: change.attributes, desired: JSON.stringify(wanted) };
  }

  /** Another change may have been decided meanwhile; then the session has not reached its desired access. */
  async #acknowledge(id: number, access: string): Promise<NetworkOutcome> {
    if (await saveAcknowledged(this.#options.db.pool, id, access)) return ACKNOWLEDGED;
    return { result: 'refused', reason: 'another change has replaced this one' };
  }
}
