import type { Logger } from '../config/log.ts';
import type { Change } from './change.ts';
import { query, type Runner, sql } from './sql.ts';

/** Lets the database go on where nothing that was lost is given out again; what it did is logged. */
export type MoveOn = (on: Runner) => Promise<object>;

/** Ids are this far apart at least once another node has moved them on (`areas/installation/backup/after-restore.ts`). */
const MOVED = 500_000;

/**
 * The newest change that this node has seen in the database: an audit event, which every change writes. A database without it
 * went back to an earlier moment (a point-in-time recovery, a failover that lost commits) and would give out ids and invoice
 * numbers again that other systems have already. So every new connection asks for it before anything else is done there.
 */
export class NewestChange {
  readonly #moveOn: MoveOn;
  readonly #log: Pick<Logger, 'error'>;
  #seen: Change | undefined;

  constructor(moveOn: MoveOn, log: Pick<Logger, 'error'>) {
    this.#moveOn = moveOn;
    this.#log = log;
  }

  /** Notes what a transaction of this node has committed, if it changed anything. */
  saw(change: Change | undefined): void {
    this.#seen = change ?? this.#seen;
  }

  /** Notes what is newest, of all nodes. The connection must have been checked: its server cannot have gone back since. */
  async note(on: Runner): Promise<void> {
    const [newest] = await query<Change>(
      on,
      sql`SELECT id::text, at::text, isp_id AS "ispId" FROM auth.audit_event ORDER BY audit_event.id DESC LIMIT 1`,
    );
    // None: all are in the archive. An older one: this node has committed one since it was asked for.
    if (newest && Number(newest.id) > Number(this.#seen?.id ?? 0)) this.#seen = newest;
  }

  /** Moves the database on if it went back, once, however many connections and nodes see it. */
  readonly check = async (on: Runner): Promise<void> => {
    const seen = this.#seen;
    if (!seen || !(await lacks(on, seen))) return;
    await query(on, sql`BEGIN`);
    try {
      await query(on, sql`SELECT pg_advisory_xact_lock(hashtext('database went back'), 0)`);
      const moved = (await lacks(on, seen)) ? await this.#moveOn(on) : undefined;
      await query(on, sql`COMMIT`);
      if (moved)
        this.#log.error(
          { lost: seen, ...moved },
          'the database went back to an earlier moment; raised its ids and gave invoices new prefixes',
        );
    } catch (error) {
      await query(on, sql`ROLLBACK`).catch(() => undefined);
      throw error;
    }
  };
}

/** A change that left with its ISP, later than it was made, is not lost. */
async function lacks(on: Runner, { id, at, ispId }: Change): Promise<boolean> {
  const [row] = await query<{ lacks: boolean }>(
    on,
    sql`SELECT (SELECT last_value FROM auth.audit_event_id_seq) < ${id}::bigint + ${MOVED}::bigint
          AND NOT EXISTS (SELECT FROM auth.audit_event WHERE id = ${id}::bigint AND at = ${at}::timestamptz)
          AND NOT EXISTS (SELECT FROM crm_archive.audit_event WHERE id = ${id}::bigint AND at = ${at}::timestamptz)
          AND NOT EXISTS (SELECT FROM crm.tenant_removal WHERE isp_id = ${ispId}::int AND removed_at > ${at}::timestamptz)
          AS lacks`,
  );
  return row?.lacks ?? false;
}
