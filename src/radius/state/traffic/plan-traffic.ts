import { BUCKETS_PER_ROW } from '../../../areas/network/traffic/vocabulary.ts';

/** A row of `radius.plan_traffic_hour`. */
export interface PlanTrafficRow {
  readonly planId: number;
  /** 0: the services of the ISP itself. */
  readonly resellerId: number;
  readonly hour: number;
  readonly buckets: number[];
}

/** What plans transfer by hour, and by whose services: a few numbers for each plan that exists. */
export class PlanTraffic {
  /** By hour, plan and reseller. */
  #rows = new Map<number, Map<number, Map<number, PlanTrafficRow>>>();

  /** The buckets of a row, to be added to. */
  bucketsOf(hour: number, planId: number, { resellerId }: { readonly resellerId: number | null }): number[] {
    const ofHour = this.#rows.get(hour) ?? into(this.#rows, hour, new Map());
    const ofPlan = ofHour.get(planId) ?? into(ofHour, planId, new Map());
    const reseller = resellerId ?? 0;
    const row = ofPlan.get(reseller) ?? into(ofPlan, reseller, { planId, resellerId: reseller, hour, buckets: none() });
    return row.buckets;
  }

  /** Removes all rows and returns them. */
  take(): PlanTrafficRow[] {
    const taken = [...this.#rows.values()].flatMap((ofHour) =>
      [...ofHour.values()].flatMap((ofPlan) => [...ofPlan.values()]),
    );
    this.#rows = new Map();
    return taken;
  }

  /** Takes back what could not be written. */
  restore(taken: readonly PlanTrafficRow[]): void {
    for (const row of taken) {
      const buckets = this.bucketsOf(row.hour, row.planId, row);
      for (const [at, octets] of row.buckets.entries()) buckets[at] = (buckets[at] as number) + octets;
    }
  }
}

const none = (): number[] => new Array<number>(BUCKETS_PER_ROW).fill(0);

function into<T>(map: Map<number, T>, key: number, value: T): T {
  map.set(key, value);
  return value;
}
