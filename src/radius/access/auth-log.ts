import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { REJECT_KINDS } from '../../areas/network/series/vocabulary.ts';
import type { Logger } from '../../config/log.ts';
import { problemOf } from '../../db/problem.ts';
import { type Column, RowParameters } from '../../db/sql/row-parameters.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import type { Ipv6Profile } from '../policy/vendors/ipv6.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import { BatchQueue } from '../state/batch/batch-queue.ts';
import { NotConnected } from '../state/batch/persistent-connection.ts';
import type { Nas } from '../state/directory/nas.ts';
import type { Service } from '../state/directory/service.ts';
import { rejectKindOf } from '../state/pulse/reject-kind.ts';

/** One answer to a log-in. */
export interface LoggedAnswer {
  readonly at: number;
  readonly nas: Nas;
  readonly service: Service | undefined;
  readonly username: string;
  readonly mac: string | null;
  readonly response: 'Access-Accept' | 'Access-Reject';
  /** Why it is a reject, or an accept with less than the plan. */
  readonly reason: string | null;
  readonly protocol: string;
  /** The IPv6 prefixes of an accept. */
  readonly ipv6?: Pick<Ipv6Profile, 'framedPrefix' | 'delegatedPrefix'> | undefined;
}

const COLUMNS: readonly Column<LoggedAnswer>[] = [
  ['at', 'bigint', ({ at }) => at],
  ['isp_id', 'int', ({ nas }) => nas.facts.isp.id],
  ['reseller_id', 'int', ({ service }) => service?.resellerId ?? null],
  ['service_id', 'int', ({ service }) => service?.id ?? null],
  ['username', 'text', ({ username }) => username],
  ['nas_id', 'int', ({ nas }) => nas.facts.id],
  ['nas_ip', 'inet', ({ nas }) => nas.facts.ip],
  ['mac', 'text', ({ mac }) => mac],
  ['response', 'text', ({ response }) => response],
  ['reason', 'text', ({ reason }) => reason],
  ['protocol', 'text', ({ protocol }) => protocol],
];
// Each column more costs a log-in that has nothing in it.
const KIND_COLUMNS: readonly Column<LoggedAnswer>[] = [
  ['kind', 'text', ({ response, reason }) => (response === 'Access-Reject' ? kindOf(reason) : null)],
];
const IPV6_COLUMNS: readonly Column<LoggedAnswer>[] = [
  ['ip6_prefix', 'inet', ({ ipv6 }) => ipv6?.framedPrefix ?? null],
  ['pd_prefix', 'inet', ({ ipv6 }) => ipv6?.delegatedPrefix ?? null],
];

const kindOf = (reason: string | null): string => REJECT_KINDS[rejectKindOf(reason ?? '')] ?? 'other';

interface Insert {
  readonly name: string;
  readonly text: string;
  readonly entries: RowParameters<LoggedAnswer>;
}

function insertOf(name: string, columns: readonly Column<LoggedAnswer>[]): Insert {
  const entries = new RowParameters(columns);
  const rest = columns.slice(1).map(([column]) => column);
  const text = `INSERT INTO radius.auth_log (at, ${rest.join(', ')})
SELECT to_timestamp(at / 1000::float8), ${rest.join(', ')}
FROM ${entries.unnest('e')}`;
  return { name, text, entries };
}

const INSERTS = {
  plain: insertOf('auth_log', COLUMNS),
  rejects: insertOf('auth_log with rejects', [...COLUMNS, ...KIND_COLUMNS]),
  ipv6: insertOf('auth_log with IPv6', [...COLUMNS, ...IPV6_COLUMNS]),
  both: insertOf('auth_log with both', [...COLUMNS, ...KIND_COLUMNS, ...IPV6_COLUMNS]),
} as const;

function insertFor(answers: readonly LoggedAnswer[]): Insert {
  const hasIpv6 = answers.some(({ ipv6 }) => ipv6 !== undefined);
  const hasRejects = answers.some(({ response }) => response === 'Access-Reject');
  if (hasRejects) return hasIpv6 ? INSERTS.both : INSERTS.rejects;
  return hasIpv6 ? INSERTS.ipv6 : INSERTS.plain;
}

const MAX_WAITING = 20_000;
const MAX_BATCH = 2_000;
/** No log-in waits for the log, and a pause makes batches fewer and larger. */
const PAUSE_MS = 20;
const MAX_ATTEMPTS = 3;
const RETRY_MS = 300;

/** Writes answers to the authentication log after they were sent. While the database is away they queue; the oldest are lost. */
export class AuthLog {
  readonly #pool: pg.Pool;
  #stopped = false;
  readonly #queue: BatchQueue<LoggedAnswer>;

  constructor(pool: pg.Pool, metrics: RadiusMetrics, log: Logger) {
    this.#pool = pool;
    this.#queue = new BatchQueue((answers) => this.#write(answers, metrics, log), {
      maxItems: MAX_BATCH,
      maxWaiting: MAX_WAITING,
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

  /** Resolves when every entry is written or lost; from now on nothing waits for the database. */
  stop(): Promise<void> {
    this.#stopped = true;
    return this.#queue.idle();
  }

  async #write(answers: readonly LoggedAnswer[], metrics: RadiusMetrics, log: Logger): Promise<void> {
    const { name, text, entries } = insertFor(answers);
    const statement = { name, text, values: entries.values(answers) };
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#insert(statement);
      } catch (error) {
        const isTemporary =
          !this.#stopped && (error instanceof NotConnected || problemOf(error)?.kind === 'unavailable');
        if (attempt >= MAX_ATTEMPTS && !isTemporary) {
          metrics.lostLogRows.count += answers.length;
          logThrottled(log, { err: error, rows: answers.length }, 'cannot save authentication log entries');
          return;
        }
        await sleep(RETRY_MS);
      }
    }
  }

  async #insert(statement: pg.QueryConfig): Promise<void> {
    const client = await this.#pool.connect().catch((cause) => {
      throw new NotConnected('there is no connection to the database', { cause });
    });
    let failure: unknown;
    try {
      await client.query(statement);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      client.release(failure !== undefined);
    }
  }
}
