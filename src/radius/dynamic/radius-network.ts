import type { DryLogin, LoginExplanation, Network, NetworkOutcome } from '../../core/network.ts';
import type { Database } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { authorise } from '../policy/authorise.ts';
import { explainLogin } from '../policy/explain-login.ts';
import { sameAccess, sessionAccess } from '../policy/session-access.ts';
import { changeBetween } from '../policy/session-change.ts';
import type { Directory } from '../state/directory/directory.ts';
import { readFacts } from '../state/directory/facts.ts';
import { driftedServices } from './drifted-services.ts';
import type { DynamicClient } from './dynamic-client.ts';
import { accessOf, desire, type LiveSession, lockSession, NO_ACCESS, settle } from './live-session.ts';

export interface RadiusNetworkOptions {
  readonly db: Pick<Database, 'pool' | 'transaction'>;
  readonly directory: Directory;
  readonly client: DynamicClient;
  readonly now: () => number;
  /** Is the directory filled? */
  readonly isReady: () => boolean;
  readonly caughtUp: () => Promise<void>;
}

/** What has to be done about one session. */
type Step =
  | { readonly by: 'nothing' }
  | { readonly by: 'disconnect'; readonly session: LiveSession }
  | { readonly by: 'coa'; readonly session: LiveSession; readonly attributes: Buffer; readonly desired: string };

const ACKNOWLEDGED: NetworkOutcome = { result: 'acknowledged' };
const NOTHING: Step = { by: 'nothing' };

/**
 * Moves live sessions to what their services are entitled to. What a session should have is decided with its row locked,
 * so that of two that decide at once the later one knows more; what its NAS acknowledged is written behind the answer.
 * Where the two differ, the session has drifted, and is moved again.
 */
export class RadiusNetwork implements Network {
  readonly #options: RadiusNetworkOptions;

  constructor(options: RadiusNetworkOptions) {
    this.#options = options;
  }

  disconnect(...[session, options]: Parameters<Network['disconnect']>): Promise<NetworkOutcome> {
    return this.#options.client.disconnect(session, options?.insists ?? false);
  }

  caughtUp(): Promise<void> {
    return this.#options.caughtUp();
  }

  async refresh(serviceId: number): Promise<NetworkOutcome> {
    const { db, client } = this.#options;
    const sessions = await query<{ id: number; nasId: number; waits: boolean }>(
      db.pool,
      sql`SELECT id, nas_id AS "nasId", desired IS NOT NULL AND desired IS DISTINCT FROM acknowledged AS waits
          FROM radius.session WHERE service_id = ${serviceId} AND ended_at IS NULL`,
    );
    // Of many that wait for a NAS that is silent, each is decided once; then it costs no more than this look.
    const outcomes = await Promise.all(
      sessions.map(({ id, nasId, waits }) => (waits && client.resting(nasId)) || this.#move(id)),
    );
    return outcomes.find(({ result }) => result !== 'acknowledged') ?? ACKNOWLEDGED;
  }

  drifted(): Promise<readonly number[]> {
    const { db, directory, now, isReady } = this.#options;
    return isReady() ? driftedServices({ db, directory, now: now() }) : Promise.resolve([]);
  }

  explain(login: DryLogin): Promise<LoginExplanation | null> {
    const { db, directory, now } = this.#options;
    return db.transaction((tx) => explainLogin(tx, { login, nas: directory.nas(login.nasId), now: now() }));
  }

  async #move(id: number): Promise<NetworkOutcome> {
    const { db, client } = this.#options;
    const step = await db.transaction((tx) => this.#decide(tx, id));
    if (step.by === 'nothing') return ACKNOWLEDGED;
    await this.#remember(step.session);
    if (step.by === 'coa') {
      const { result } = await client.change(step.session, step.attributes);
      if (result === 'acknowledged') return this.#acknowledge(id, step.desired);
    }
    // Its Stop ends it; should that not come, it counts as drifted until it is found to be gone.
    return client.disconnect(step.session, false);
  }

  /** Whoever is disconnected comes back in no time, and must not be granted what was before. */
  async #remember({ serviceId, nasId, resellerId, isServed }: LiveSession): Promise<void> {
    const { directory } = this.#options;
    await directory.refreshService(serviceId);
    if (directory.nas(nasId)?.serves(resellerId) !== isServed) await directory.refreshNases([nasId]);
  }

  async #decide(tx: Tx, id: number): Promise<Step> {
    const session = await lockSession(tx, id);
    const nas = session && this.#options.directory.nas(session.nasId);
    if (!session || !nas) return NOTHING; // what a NAS that was deleted goes on doing is not ours to change
    const service = await readFacts(tx, session.serviceId);
    const { mac, isServed } = session;
    const decision = service && authorise({ service, nas: { serves: () => isServed }, mac, now: this.#options.now() });
    if (!decision?.ok) {
      await desire(tx, id, NO_ACCESS);
      return { by: 'disconnect', session };
    }
    const wanted = sessionAccess(decision);
    const has = accessOf(session, wanted);
    const change = has && changeBetween(has, wanted, nas.facts);
    if (change?.by === 'nothing' || (has && sameAccess(has, wanted))) {
      await settle(tx, id, wanted);
      return NOTHING;
    }
    await desire(tx, id, wanted);
    if (change?.by !== 'coa') return { by: 'disconnect', session };
    return { by: 'coa', session, attributes: change.attributes, desired: JSON.stringify(wanted) };
  }

  /** Another change may have been decided meanwhile, by whoever asked for it; then the two moves are not over yet. */
  async #acknowledge(id: number, access: string): Promise<NetworkOutcome> {
    const rows = await query<{ settled: boolean }>(
      this.#options.db.pool,
      sql`UPDATE radius.session SET acknowledged = ${access}::jsonb WHERE id = ${id} RETURNING desired = acknowledged AS settled`,
    );
    if (rows.every(({ settled }) => settled)) return ACKNOWLEDGED;
    return { result: 'refused', reason: 'the session should have something else by now' };
  }
}
