import type pg from 'pg';

/**
 * Lets a new day begin at any moment: all ISPs are in a time zone in which it is about 23 o'clock, and move to the next one.
 * Each usage of the old day then has a row of its own.
 */
export class Midnight {
  readonly #pool: pg.Pool;
  /** Hours east of UTC of the zone where the day is not over. */
  readonly #offset: number;

  private constructor(pool: pg.Pool, offset: number) {
    this.#pool = pool;
    this.#offset = offset;
  }

  static async await(pool: pg.Pool): Promise<Midnight> {
    const hours = 23 - new Date().getUTCHours();
    const midnight = new Midnight(pool, hours > 12 ? hours - 24 : hours);
    await midnight.#move(midnight.#offset);
    return midnight;
  }

  strike(): Promise<void> {
    return this.#move(this.#offset + 1);
  }

  /** Zones of POSIX count hours west. */
  async #move(offset: number): Promise<void> {
    const zone = offset > 0 ? `Etc/GMT-${offset}` : `Etc/GMT+${-offset}`;
    await this.#pool.query('UPDATE crm.isp_setting SET timezone = $1', [zone]);
  }
}
