import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Of one transaction; twenty a second are 1,000 changes. */
const CHANGES = 50;
const CUSTOMERS = 5_000;
/** Id of the first customer that is changed. */
const FIRST = 1_000;

/** Customers of ISP 1 to change. */
export async function addCustomers(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO crm.customer (id, isp_id, type, name, mobile, email, zipcode, state, city, street)
     SELECT n, 1, 'Individual', 'Customer ' || n, '9800000003', 'one@example.net', '560001', 'Karnataka', 'Bengaluru', 'Road'
     FROM generate_series($1::int, $2::int) n`,
    [FIRST, FIRST + CUSTOMERS - 1],
  );
  await client.end();
}

/**
 * Changes customers, 50 in a transaction, as an import or a billing run does: through the triggers that write events,
 * but without the work of a call for each, which for 1,000 a second would take more than this machine has.
 */
export class Commits {
  readonly #client: pg.Client;
  /** By the number of the transaction, which its changes tell: when the commit was known, in milliseconds. */
  readonly #at: number[] = [];
  #isOver = true;
  #running: Promise<number> = Promise.resolve(0);

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<Commits> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return new Commits(client);
  }

  begin(perSecond: number): void {
    this.#isOver = false;
    this.#running = this.#run(perSecond);
  }

  /** Returns how many changes were committed since `begin`. */
  end(): Promise<number> {
    this.#isOver = true;
    return this.#running;
  }

  /** Milliseconds since the commit of the change that left this street; 0 for a reader that was faster than the answer. */
  since(street: string): number {
    const at = this.#at[Number(street.slice(street.lastIndexOf(' ') + 1))];
    return at === undefined ? 0 : performance.now() - at;
  }

  async #run(perSecond: number): Promise<number> {
    const startedAt = performance.now();
    let changes = 0;
    for (; !this.#isOver; changes += CHANGES) {
      await sleep(Math.max(0, startedAt + (changes / perSecond) * 1000 - performance.now()));
      await this.#commit();
    }
    return changes;
  }

  async #commit(): Promise<void> {
    const number = this.#at.length;
    const from = FIRST + ((number * CHANGES) % CUSTOMERS);
    const { rowCount } = await this.#client.query({
      name: 'change',
      text: 'UPDATE crm.customer SET street = $1 WHERE id BETWEEN $2 AND $3',
      values: [`Road ${number}`, from, from + CHANGES - 1],
    });
    if (rowCount !== CHANGES) throw new Error(`${rowCount} customers were changed instead of ${CHANGES}`);
    this.#at[number] = performance.now();
  }
}
