import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';

const READ_EVERY_MS = 1_000;

/**
 * Which version of its logo each ISP has. All are read together, at most once a second, and only when somebody asks for one
 * that is not known: so addresses that a stranger makes up cost the database no more, however many they are.
 */
export class LogoVersions {
  readonly #db: Pick<Database, 'pool'>;
  #known = new Map<number, string>();
  /** The last reading that was asked for; and that one too, as long as it has not begun. */
  #last: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #begunAt = Number.NEGATIVE_INFINITY;

  constructor(db: Pick<Database, 'pool'>) {
    this.#db = db;
  }

  /** Whether the ISP has this version now. One that is not known waits for a reading that begins later: it may be new. */
  async has(ispId: number, version: string): Promise<boolean> {
    if (this.#known.get(ispId) === version) return true;
    if (!this.#next) {
      this.#next = this.#readAfter(this.#last);
      this.#last = this.#next;
    }
    await this.#next;
    return this.#known.get(ispId) === version;
  }

  /** When the ISP turns out to have another version, or none. */
  forget(ispId: number): void {
    this.#known.delete(ispId);
  }

  async #readAfter(last: Promise<void>): Promise<void> {
    await last.catch(() => undefined); // told to those who waited for it
    await sleep(Math.max(0, this.#begunAt + READ_EVERY_MS - performance.now()));
    this.#next = undefined;
    this.#begunAt = performance.now();
    const rows = await query<{ ispId: number; logo: string }>(
      this.#db.pool,
      sql`SELECT isp_id AS "ispId", logo FROM crm.isp_setting WHERE logo <> ''`,
    );
    this.#known = new Map(rows.map(({ ispId, logo }) => [ispId, logo]));
  }
}
