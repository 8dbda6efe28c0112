import type pg from 'pg';

/**
 * How a change is notified: after the commit, as the product does; not at all, without the trigger that finds out what; or not
 * at all, though the trigger has; or by the transaction itself, as before.
 */
export const WAYS = ['after', 'none', 'untold', 'within'] as const;
export type Way = (typeof WAYS)[number];

/** Switches a database from way to way. Nothing else differs between them. */
export class Notifying {
  readonly #pool: pg.Pool;
  readonly #ours: string;

  private constructor(pool: pg.Pool, ours: string) {
    this.#pool = pool;
    this.#ours = ours;
  }

  static async of(pool: pg.Pool): Promise<Notifying> {
    const { rows } = await pool.query<{ text: string }>(
      `SELECT pg_get_functiondef('crm.notify_nodes(text,text)'::regprocedure) AS text`,
    );
    return new Notifying(pool, rows[0]?.text ?? '');
  }

  async by(way: Way): Promise<void> {
    await this.#pool.query(FUNCTIONS[way] ?? this.#ours);
    for (const table of ['crm.service', 'radius.nas'])
      await this.#pool.query(`ALTER TABLE ${table} ${way === 'none' ? 'DISABLE' : 'ENABLE'} TRIGGER directory_update`);
  }
}

const doing = (body: string) =>
  `CREATE OR REPLACE FUNCTION crm.notify_nodes(channel text, payload text) RETURNS void LANGUAGE plpgsql AS 'begin ${body}; end'`;
const FUNCTIONS: Partial<Record<Way, string>> = {
  untold: doing('null'),
  within: doing('perform pg_notify(channel, payload)'),
};
