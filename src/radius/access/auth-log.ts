import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { problemOf } from '../../db/problem.ts';
import { plainColumn, textColumn } from '../../db/sql/columns.ts';
import { logTrouble } from '../../db/trouble.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import { BatchQueue } from '../state/batch/batch-queue.ts';
import { NotConnected } from '../state/batch/persistent-connection.ts';
import type { Nas } from '../state/directory/nas.ts';
import type { Service } from '../state/directory/service.ts';

/** One answer to a log-in. */
export interface LoggedAnswer {
  readonly at: number;
  readonly nas: Nas;
  readonly service: Service | undefined;
  readonly username: string;
  readonly mac: string | null;
  readonly response: 'Access-Accept' | 'Access-Reject';
  /** Why it is a reject, or why an accept gives less than the plan. */
  readonly reason: string | null;
  readonly protocol: string;
}

const STATEMENT = `INSERT INTO radius.auth_log
  (at, isp_id, reseller_id, service_id, username, nas_id, nas_ip, mac, response, reason, protocol)
SELECT to_timestamp(at / 1000::float8), isp_id, reseller_id, service_id, username, nas_id, nas_ip, mac, response, reason, protocol
FROM unnest($1::int8[], $2::int[], $3::int[], $4::int[], $5::text[], $6::int[], $7::inet[], $8::text[], $9::text[],
  $10::text[], $11::text[])
  AS t (at, isp_id, reseller_id, service_id, username, nas_id, nas_ip, mac, response, reason, protocol)`;

const BOUND = 20_000;
const BATCH = 2_000;
/** Nobody waits for the log: a pause makes for fewer and larger batches. */
const PAUSE_MS = 20;
const ATTEMPTS = 3;
const RETRY_MS = 300;

/** Writes answers to the authentication log behind their sending. While the database is away they queue, and the oldest are lost. */
export class AuthLog {
  readonly #pool: pg.Pool;
  #stopped = false;
  readonly #queue: BatchQueue<LoggedAnswer>;

  constructor(pool: pg.Pool, metrics: RadiusMetrics, log: Logger) {
    this.#pool = pool;
    this.#queue = new BatchQueue((answers) => this.#write(answers, metrics, log), {
      maxItems: BATCH,
      maxWaiting: BOUND,
      pauseMs: PAUSE_MS,
      onDrop: () => {
        metrics.lostLogRows.count += 1;
      },
    });
  }

  get depth(): number {
    return this.#queue.depth;
  }

  add(answer: LoggedAnswer): void {
    this.#queue.add(answer);
  }

  /** Resolves when everything is written, or lost: the database is not waited for any more. */
  stop(): Promise<void> {
    this.#stopped = true;
    return this.#queue.idle();
  }

  async #write(answers: readonly LoggedAnswer[], metrics: RadiusMetrics, log: Logger): Promise<void> {
    const values = columnsOf(answers);
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#insert(values);
      } catch (error) {
        const mayPass = !this.#stopped && (error instanceof NotConnected || problemOf(error)?.kind === 'unavailable');
        if (attempt >= ATTEMPTS && !mayPass) {
          metrics.lostLogRows.count += answers.length;
          logTrouble(log, { err: error, rows: answers.length }, 'authentication log entries could not be saved');
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async #insert(values: string[]): Promise<void> {
    const client = await this.#pool.connect().catch((cause) => {
      throw new NotConnected('there is no connection to the database', { cause });
    });
    let failure: unknown;
    try {
      await client.query({ name: 'auth_log', text: STATEMENT, values });
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(failure !== undefined);
    }
  }
}

function columnsOf(answers: readonly LoggedAnswer[]): string[] {
  return [
    plainColumn(answers, ({ at }) => at),
    plainColumn(answers, ({ nas }) => nas.facts.isp.id),
    plainColumn(answers, ({ service }) => service?.resellerId ?? null),
    plainColumn(answers, ({ service }) => service?.id ?? null),
    textColumn(answers, ({ username }) => username),
    plainColumn(answers, ({ nas }) => nas.facts.id),
    textColumn(answers, ({ nas }) => nas.facts.ip),
    textColumn(answers, ({ mac }) => mac),
    textColumn(answers, ({ response }) => response),
    textColumn(answers, ({ reason }) => reason),
    textColumn(answers, ({ protocol }) => protocol),
  ];
}
