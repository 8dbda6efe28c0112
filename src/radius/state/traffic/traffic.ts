import { BUCKETS_PER_HOUR, HOUR_MS } from '../../../areas/network/traffic/vocabulary.ts';
import { Slab } from '../memory/slab.ts';
import { HourRows, ROW_OCTETS, type TrafficRow } from './hour-rows.ts';
import { PlanTraffic } from './plan-traffic.ts';
import { spread, type Transferred } from './spread.ts';

/** Of all ISPs: 4.7 million rows, which is two hours of two million services. */
const MAX_OCTETS = 512 * 1024 * 1024;
/** Rows of one ISP: two hours of half a million services. */
const MAX_ROWS_OF_ISP = 1_000_000;

/** Whose octets they are. */
export interface Owner {
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly serviceId: number;
  /** Null: not in memory. */
  readonly planId: number | null;
}

/**
 * What services and plans transfer, by hours and five minutes, in memory until it is written. Each ISP has its share of the room;
 * beyond that new rows are dropped, which leaves a gap in a graph. Usage does not come from here.
 */
export class Traffic {
  readonly #maxRowsOfIsp: number;
  readonly #slab: Slab;
  readonly #hours = new Map<number, HourRows>();
  readonly #rowsOf = new Map<number, number>();
  readonly plans = new PlanTraffic();
  /** Shares of octets that found no room, since the start. */
  dropped = 0;

  constructor({ maxOctets = MAX_OCTETS, maxRowsOfIsp = MAX_ROWS_OF_ISP } = {}) {
    this.#slab = new Slab({ blockOctets: ROW_OCTETS, maxOctets });
    this.#maxRowsOfIsp = maxRowsOfIsp;
  }

  /** Rows of services that wait to be written. */
  get size(): number {
    let size = 0;
    for (const rows of this.#hours.values()) size += rows.size;
    return size;
  }

  /** Octets of memory taken for them. */
  get octets(): number {
    return this.#slab.octets;
  }

  add(owner: Owner, transferred: Transferred): void {
    let rows: HourRows | undefined;
    let block = 0;
    let plan: number[] | null = null;
    spread(transferred, (hour, bucket, up, down) => {
      if (rows?.hour !== hour) {
        rows = this.#hour(hour);
        block = rows.find(owner.serviceId) || this.#create(rows, owner.ispId, owner.serviceId);
        plan = owner.planId === null ? null : this.plans.bucketsOf(hour, owner.planId, owner);
      }
      if (block !== 0) rows.add(block, bucket, up, down);
      if (plan !== null) {
        plan[bucket] = (plan[bucket] as number) + up;
        plan[BUCKETS_PER_HOUR + bucket] = (plan[BUCKETS_PER_HOUR + bucket] as number) + down;
      }
    });
  }

  /** The hours with rows that end before this time, in milliseconds. */
  hoursBefore(time: number): HourRows[] {
    return [...this.#hours.values()].filter(({ hour }) => (hour + 1) * HOUR_MS <= time);
  }

  /** Removes about so many rows of an hour; none if there are none. */
  take(rows: HourRows, atLeast: number): TrafficRow[] {
    const taken = rows.takeSome(atLeast);
    this.#release(taken);
    if (rows.size === 0) this.#hours.delete(rows.hour);
    return taken;
  }

  /** Removes the rows of a service. */
  takeService(serviceId: number): TrafficRow[] {
    const taken = [...this.#hours.values()].flatMap((rows) => {
      const block = rows.find(serviceId);
      return block === 0 ? [] : [rows.take(block)];
    });
    this.#release(taken);
    return taken;
  }

  /** Takes back what could not be written. */
  restore(taken: readonly TrafficRow[]): void {
    for (const { ispId, serviceId, hour, buckets } of taken) {
      const rows = this.#hour(hour);
      const block = rows.find(serviceId) || this.#create(rows, ispId, serviceId);
      if (block === 0) continue;
      for (let at = 0; at < BUCKETS_PER_HOUR; at++)
        rows.add(block, at, buckets[at] as number, buckets[BUCKETS_PER_HOUR + at] as number);
    }
  }

  #hour(hour: number): HourRows {
    let rows = this.#hours.get(hour);
    if (!rows) {
      rows = new HourRows(hour, this.#slab);
      this.#hours.set(hour, rows);
    }
    return rows;
  }

  #create(rows: HourRows, ispId: number, serviceId: number): number {
    const count = this.#rowsOf.get(ispId) ?? 0;
    const block = count < this.#maxRowsOfIsp ? rows.create(ispId, serviceId) : 0;
    if (block === 0) this.dropped += 1;
    else this.#rowsOf.set(ispId, count + 1);
    return block;
  }

  #release(taken: readonly TrafficRow[]): void {
    for (const { ispId } of taken) this.#rowsOf.set(ispId, (this.#rowsOf.get(ispId) ?? 1) - 1);
  }
}
