import type pg from 'pg';
import { applicationName } from './client-config.ts';

/**
 * What the notification connection of a process is called, by which the database tells how many nodes there are: each has one
 * `listen`, and one `listen-part` for each further process. What the process announces follows, for all who list connections.
 */
export class ListenName {
  readonly #kind: string;
  #announced = '';

  /** `isPart`: whether another process of the node is counted. */
  constructor({ isPart = false }: { readonly isPart?: boolean }) {
    this.#kind = isPart ? 'listen-part' : 'listen';
  }

  get value(): string {
    return `${this.#kind} ${this.#announced}`.trimEnd();
  }

  /** Announces something else, on the open connection and on those that follow it. */
  async announce(text: string, client: pg.Client): Promise<void> {
    this.#announced = text;
    await client.query(`SELECT set_config('application_name', $1, false)`, [applicationName(this.value)]);
  }
}
