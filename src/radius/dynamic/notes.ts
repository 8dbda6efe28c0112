import { adviceOn } from '../../areas/network/sessions/refusal.ts';
import type { Logger } from '../../config/log.ts';
import type { NetworkOutcome, SessionAddress } from '../../core/network/network.ts';
import type { Database } from '../../db/database.ts';
import { execute, type Sql, sql } from '../../db/sql.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import type { CoaName } from '../state/directory/nas.ts';

/** What is remembered of the answers to Disconnect- and CoA-Requests. A note that is lost is made again by a later answer. */
export class DynamicNotes {
  readonly #pool: Database['pool'];
  readonly #log: Logger;
  readonly #now: () => number;

  constructor(pool: Database['pool'], log: Logger, now: () => number) {
    this.#pool = pool;
    this.#log = log;
    this.#now = now;
  }

  /** The NAS took this name, after it had refused another one. */
  name(nasId: number, name: CoaName): void {
    void this.#write(
      sql`INSERT INTO radius.nas_heard AS h (nas_id, coa_name) SELECT id, ${name}::text FROM radius.nas WHERE id = ${nasId}
          ON CONFLICT (nas_id) DO UPDATE SET coa_name = excluded.coa_name WHERE h.coa_name IS DISTINCT FROM excluded.coa_name`,
    );
  }

  /** A refusal stays with the session, where people look for its reason. */
  async outcome({ nasId, username, acctSessionId }: SessionAddress, outcome: NetworkOutcome): Promise<void> {
    const advice = adviceOn(outcome);
    if (outcome.result !== 'refused' || advice === null || acctSessionId === null) return;
    const refusal = { at: this.#now(), reason: outcome.reason, advice };
    await this.#write(
      sql`UPDATE radius.session SET refusal = ${JSON.stringify(refusal)}::jsonb
          WHERE nas_id = ${nasId} AND acct_session_id = ${acctSessionId} AND username = ${username} AND ended_at IS NULL`,
    );
  }

  async #write(statement: Sql): Promise<void> {
    try {
      await execute(this.#pool, statement);
    } catch (err) {
      logThrottled(this.#log, { err }, 'cannot save the answer of a NAS to a Disconnect- or CoA-Request');
    }
  }
}
