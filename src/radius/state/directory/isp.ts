import { type RealmRule, RealmRules } from '../../../areas/network/realms/realm-rules.ts';
import { INTERIM_INTERVAL_S } from '../../../core/vocabulary/interim.ts';
import { dayOf, endOfDay } from '../../../core/zone.ts';

export interface IspRow {
  readonly id: number;
  readonly zone: string;
  readonly npDownKbps: number;
  readonly npUpKbps: number;
  readonly blockedMode: 'pool' | 'reject';
  /** Empty: none. */
  readonly portalUrl: string;
  /** Seconds between two Interim-Updates of its sessions. */
  readonly interimIntervalS: number;
  readonly realmRules: readonly RealmRule[];
}

/** The settings of an ISP that packets depend on. Updated in place. */
export class Isp {
  readonly id: number;
  npDownKbps = 0;
  npUpKbps = 0;
  blockedMode: 'pool' | 'reject' = 'pool';
  portalUrl = '';
  interimIntervalS = INTERIM_INTERVAL_S;
  zone = 'UTC';
  realms = new RealmRules();
  /** Ends of days in milliseconds, cached: few days, many services. */
  readonly #ends = new Map<string, number>();
  #today = { from: 0, upto: 0, day: '' };

  constructor(id: number) {
    this.id = id;
  }

  update(row: IspRow): void {
    this.npDownKbps = row.npDownKbps;
    this.npUpKbps = row.npUpKbps;
    this.blockedMode = row.blockedMode;
    this.portalUrl = row.portalUrl;
    this.interimIntervalS = row.interimIntervalS;
    this.realms = new RealmRules(row.realmRules);
    if (row.zone === this.zone) return;
    this.zone = row.zone;
    this.#ends.clear();
    this.#today = { from: 0, upto: 0, day: '' };
  }

  /** The first millisecond after the day, on the ISP's wall clock. */
  endOfDay(day: string): number {
    let end = this.#ends.get(day);
    if (end === undefined) {
      end = endOfDay(day, this.zone).getTime();
      this.#ends.set(day, end);
    }
    return end;
  }

  /** The day that the instant falls on, `yyyy-mm-dd`. */
  dayOf(at: number): string {
    if (at < this.#today.from || at >= this.#today.upto) {
      const day = dayOf(new Date(at), this.zone);
      const upto = this.endOfDay(day);
      // A day with a clock change is shorter or longer, so only the last 20 hours of a day are cached.
      this.#today = { from: Math.min(at, upto - 20 * 3_600_000), upto, day };
    }
    return this.#today.day;
  }
}
