export type BandwidthManagement = 'Radius' | 'NAS IP Pool' | null;

/** One of the three bandwidth levels of a plan. */
export interface Level {
  readonly downKbps: number | null;
  readonly upKbps: number | null;
  /** The burst part of Mikrotik-Rate-Limit, after the rate. */
  readonly burst?: string | undefined;
  /** Name of a pool on the NAS. */
  readonly pool: string | null;
  /** Volume after which the next level begins; null is unlimited. */
  readonly quotaBytes: number | null;
}

/** A pool of IPv6 prefixes that a plan names. */
export interface Ip6Pool {
  readonly name: string;
  /** Of ours of that name; null: there is none, so it is one on the NAS. */
  readonly id: number | null;
}

export interface PlanRow {
  readonly id: number;
  readonly bwMgmt: BandwidthManagement;
  readonly levels: readonly Level[];
  readonly ip6Pool: Ip6Pool | null;
  readonly pdPool: Ip6Pool | null;
  readonly sessionLimit: number;
  readonly timeLimitMin: number | null;
}

/** The part of a plan that log-ins depend on, shared by its services. Updated in place. */
export class Plan {
  readonly id: number;
  bwMgmt: BandwidthManagement = null;
  levels: readonly Level[] = [];
  /** For the link to the subscriber. */
  ip6Pool: Ip6Pool | null = null;
  /** For the network of the subscriber's router. */
  pdPool: Ip6Pool | null = null;
  /** How many lines of a service may be online at once. */
  sessionLimit = 1;
  /** How long a service may be online within a period; null: as long as it likes. */
  timeLimitMin: number | null = null;

  constructor(id: number) {
    this.id = id;
  }

  update(row: PlanRow): void {
    this.bwMgmt = row.bwMgmt;
    this.levels = row.levels;
    this.ip6Pool = row.ip6Pool;
    this.pdPool = row.pdPool;
    this.sessionLimit = row.sessionLimit;
    this.timeLimitMin = row.timeLimitMin;
  }

  /** The level of that number, or the highest one below it that the plan has. */
  level(number: number): Level {
    for (let at = Math.min(number, this.levels.length); at > 1; at--) {
      const level = this.levels[at - 1];
      if (level && (level.pool !== null || level.downKbps !== null)) return level;
    }
    return this.levels[0] ?? NO_LEVEL;
  }
}

const NO_LEVEL: Level = { downKbps: null, upKbps: null, pool: null, quotaBytes: null };
