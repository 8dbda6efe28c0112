import type pg from 'pg';
import { REJECT_KINDS } from '../../../areas/network/series/vocabulary.ts';
import type { Logger } from '../../../config/log.ts';
import { execute, join, raw, type Sql, sql } from '../../../db/sql.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import type { NasCount, TIMES } from './nas-count.ts';
import { addOwner, newOwner, type OwnerCount } from './owner-count.ts';
import type { Pulse, PulseCounts } from './pulse.ts';

const EVERY_MS = 60_000;

interface PulseWriterOptions {
  readonly pulse: Pulse;
  readonly pool: pg.Pool;
  readonly log: Logger;
  readonly now: () => number;
  /** Shows the number of requests per second of the time since the last write. */
  readonly showRate: (perSecond: number) => void;
  readonly everyMs?: number | undefined;
}

/** Writes what a node has counted, once a minute, in one statement. What could not be written is counted on. */
export class PulseWriter {
  readonly #options: PulseWriterOptions;
  readonly #timer: NodeJS.Timeout;
  #packets = 0;
  #writtenAt: number;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: PulseWriterOptions) {
    this.#options = options;
    this.#writtenAt = options.now();
    this.#timer = setInterval(() => void this.write(), options.everyMs ?? EVERY_MS).unref();
  }

  /** Never rejects. One at a time, so that they do not pile up while the database is away. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  async #write(): Promise<void> {
    const { pulse, pool, log, now } = this.#options;
    const at = now();
    this.#showRate(at);
    const counts = pulse.take();
    if (counts.owners.length === 0 && counts.nases.length === 0) return;
    try {
      await execute(pool, statement(counts, new Date(Math.floor(at / EVERY_MS) * EVERY_MS)));
    } catch (err) {
      pulse.restore(counts);
      logThrottled(log, { err }, 'cannot save the counts of the minute; adding them to the next');
    }
  }

  #showRate(at: number): void {
    const { pulse, showRate } = this.#options;
    const seconds = (at - this.#writtenAt) / 1000;
    if (seconds > 0) showRate((pulse.packets - this.#packets) / seconds);
    this.#packets = pulse.packets;
    this.#writtenAt = at;
  }
}

const KINDS = REJECT_KINDS.map((kind) => raw(kind));

/**
 * In the order of the keys, so that two nodes do not wait for each other. A deleted NAS or ISP has its row still; what was
 * counted of one that has moved to another installation is left out, or it would keep all others from being written.
 */
function statement({ owners, nases }: PulseCounts, minute: Date): Sql {
  const sums = KINDS.map((kind) => sql`${kind} = p.${kind} + excluded.${kind}`);
  const heard = (name: (typeof TIMES)[number]) => nases.map((nas) => nas[name] || null);
  return sql`
    WITH nas AS MATERIALIZED (
      SELECT * FROM unnest(${of(nases, 'nasId')}::int[], ${of(nases, 'accepts')}::int[], ${of(nases, 'rejects')}::int[],
        ${of(nases, 'acknowledged')}::int[], ${of(nases, 'refused')}::int[], ${of(nases, 'silent')}::int[],
        ${heard('authAt')}::float8[], ${heard('acctAt')}::float8[], ${heard('interimAt')}::float8[],
        ${heard('unauthenticAt')}::float8[], ${heard('unsignedAt')}::float8[], ${of(nases, 'clockAheadS')}::int[],
        ${heard('clockRightAt')}::float8[], ${heard('badAddressAt')}::float8[], ${heard('badSessionTimeAt')}::float8[],
        ${of(nases, 'up')}::bigint[], ${of(nases, 'down')}::bigint[])
        AS c (nas_id, accepts, rejects, acknowledged, refused, unanswered, auth_ms, acct_ms, interim_ms, unauthentic_ms,
          unsigned_ms, clock_ahead_s, clock_right_ms, bad_address_ms, bad_session_time_ms, up_octets, down_octets)
      WHERE EXISTS (SELECT FROM radius.nas n WHERE n.id = c.nas_id)
    ), nas_counts AS (
      INSERT INTO radius.nas_pulse AS p (nas_id, minute, accepts, rejects, acknowledged, refused, unanswered, up_octets,
        down_octets)
      SELECT nas_id, ${minute}::timestamptz, accepts, rejects, acknowledged, refused, unanswered, up_octets, down_octets
      FROM nas WHERE accepts + rejects + acknowledged + refused + unanswered + up_octets + down_octets > 0 ORDER BY nas_id
      ON CONFLICT (nas_id, minute) DO UPDATE SET accepts = p.accepts + excluded.accepts,
        rejects = p.rejects + excluded.rejects, acknowledged = p.acknowledged + excluded.acknowledged,
        refused = p.refused + excluded.refused, unanswered = p.unanswered + excluded.unanswered,
        up_octets = p.up_octets + excluded.up_octets, down_octets = p.down_octets + excluded.down_octets
    ), nas_heard AS (
      INSERT INTO radius.nas_heard AS h (nas_id, auth_at, acct_at, interim_at, unauthentic_at, unsigned_at, clock_ahead_s,
        clock_right_at, bad_address_at, bad_session_time_at)
      SELECT nas_id, to_timestamp(auth_ms / 1000), to_timestamp(acct_ms / 1000), to_timestamp(interim_ms / 1000),
        to_timestamp(unauthentic_ms / 1000), to_timestamp(unsigned_ms / 1000), clock_ahead_s,
        to_timestamp(clock_right_ms / 1000), to_timestamp(bad_address_ms / 1000),
        to_timestamp(bad_session_time_ms / 1000) FROM nas
      WHERE coalesce(auth_ms, acct_ms, unauthentic_ms, unsigned_ms) IS NOT NULL ORDER BY nas_id
      ON CONFLICT (nas_id) DO UPDATE SET auth_at = greatest(h.auth_at, excluded.auth_at),
        acct_at = greatest(h.acct_at, excluded.acct_at), interim_at = greatest(h.interim_at, excluded.interim_at),
        unauthentic_at = greatest(h.unauthentic_at, excluded.unauthentic_at),
        unsigned_at = greatest(h.unsigned_at, excluded.unsigned_at),
        clock_ahead_s = coalesce(excluded.clock_ahead_s, h.clock_ahead_s),
        clock_right_at = greatest(h.clock_right_at, excluded.clock_right_at),
        bad_address_at = greatest(h.bad_address_at, excluded.bad_address_at),
        bad_session_time_at = greatest(h.bad_session_time_at, excluded.bad_session_time_at)
    )
    INSERT INTO radius.pulse AS p (isp_id, reseller_id, minute, accepts, up, down, ${join(KINDS, ', ')})
    SELECT isp_id, reseller_id, ${minute}::timestamptz, accepts, up, down, ${join(KINDS, ', ')} FROM ${ownerRows(owners)}
    WHERE EXISTS (SELECT FROM crm.isp i WHERE i.id = o.isp_id)
    ORDER BY isp_id, reseller_id
    ON CONFLICT (isp_id, reseller_id, minute) DO UPDATE SET accepts = p.accepts + excluded.accepts, up = p.up + excluded.up,
      down = p.down + excluded.down, ${join(sums, ', ')}`;
}

const of = <K extends keyof NasCount>(nases: readonly NasCount[], name: K) => nases.map((nas) => nas[name]);

function ownerRows(owners: readonly OwnerCount[]): Sql {
  const rows = withTotals(owners);
  const rejects = REJECT_KINDS.map((_, kind) => sql`, ${rows.map((row) => row.rejects[kind] ?? 0)}::int[]`);
  return sql`unnest(${rows.map(({ ispId }) => ispId)}::int[], ${rows.map(({ resellerId }) => resellerId)}::int[],
    ${rows.map(({ accepts }) => accepts)}::int[], ${rows.map(({ up }) => up)}::bigint[],
    ${rows.map(({ down }) => down)}::bigint[]${join(rejects, sql``)})
    AS o (isp_id, reseller_id, accepts, up, down, ${join(KINDS, ', ')})`;
}

/** Each reseller, and each ISP as a whole with `resellerId` 0. */
function withTotals(owners: readonly OwnerCount[]): OwnerCount[] {
  const totals = new Map<number, OwnerCount>();
  for (const owner of owners) {
    const total = totals.get(owner.ispId) ?? newOwner(owner.ispId, 0);
    addOwner(total, owner);
    totals.set(owner.ispId, total);
  }
  return [...owners.filter(({ resellerId }) => resellerId !== 0), ...totals.values()];
}
