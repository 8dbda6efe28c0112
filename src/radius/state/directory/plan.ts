export type BandwidthManagement = 'Radius' | 'NAS IP Pool' | null;

/** One of the three bandwidth levels of a plan. */
export interface Level {
  readonly downKbps: number | null;
  readonly upKbps: number | null;
  /** What follows the rate in Mikrotik-Rate-Limit. */
  readonly burst?: string | undefined;
  /** Name of a pool on the NAS. */
  readonly pool: string | null;
  /** Volume after which the next level begins; null is unlimited. */
  readonly quotaBytes: number | null;
}

export interface PlanRow {
  readonly id: number;
  readonly bwMgmt: BandwidthManagement;
  readonly levels: readonly Level[];
}

/** A plan as far as a log-in needs it, shared by its services. Kept in place when it changes. */
export class Plan {
  readonly id: number;
  bwMgmt: BandwidthManagement = null;
  levels: readonly Level[] = [];

  constructor(id: number) {
    this.id = id;
  }

  update(row: PlanRow): void {
    this.bwMgmt = row.bwMgmt;
    this.levels = row.levels;
  }

  /** The level that a service is at; the one below it where the plan no longer has it. */
  level(number: number): Level {
    for (let at = Math.min(number, this.levels.length); at > 1; at--) {
      const level = this.levels[at - 1];
      if (level && (level.pool !== null || level.downKbps !== null)) return level;
    }
    return this.levels[0] ?? NO_LEVEL;
  }
}

const NO_LEVEL: Level = { downKbps: null, upKbps: null, pool: null, quotaBytes: null };
