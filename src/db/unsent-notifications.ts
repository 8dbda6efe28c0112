import { randomBytes } from 'node:crypto';
import { query, type Runner, sql } from './sql.ts';

/** Left by a node that died between its commit and the next statement, or that does not get to it. */
const ABANDONED = '2 seconds';

/**
 * What the transactions of a node notify. A transaction that calls `pg_notify` keeps all others that do so from committing
 * until its own commit is on disk, and on a synchronous standby. So triggers leave notifications in a table
 * (`crm.notify_nodes`), and the node sends them once the transaction is over: at a busy moment, those of many in one statement.
 */
export class UnsentNotifications {
  readonly #node = randomBytes(8).toString('hex');

  /** For the connections of transactions: what they notify is left for `send`, and how they hear that there is something. */
  get settings(): string {
    return `-c lastmile.node=${this.#node} -c lastmile.told_by=application_name`;
  }

  /** Sends what transactions of this node left. Nothing waits for the disk, as nothing is lost that a restart would not read. */
  async send(on: Runner): Promise<void> {
    await query(
      on,
      sql`WITH sent AS (DELETE FROM crm.unsent_notification WHERE node = ${this.#node}::text RETURNING channel, payload)
          SELECT set_config('synchronous_commit', 'off', true), pg_notify(channel, payload) FROM sent`,
      { prepared: true },
    );
  }

  /** Sends what other nodes left and did not send. */
  async sendAbandoned(on: Runner): Promise<void> {
    await query(
      on,
      sql`WITH abandoned AS (
            SELECT node, id FROM crm.unsent_notification WHERE at < clock_timestamp() - ${ABANDONED}::interval
            FOR UPDATE SKIP LOCKED),
          sent AS (DELETE FROM crm.unsent_notification u USING abandoned a WHERE u.node = a.node AND u.id = a.id
            RETURNING u.channel, u.payload)
          SELECT set_config('synchronous_commit', 'off', true), pg_notify(channel, payload) FROM sent`,
      { prepared: true },
    );
  }
}
