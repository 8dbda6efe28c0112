/**
 * `open` is what a NAS says of a session that goes on: Start and Interim-Update. `close` comes from this server: the
 * session's line has another one.
 */
export type RecordKind = 'start' | 'interim' | 'stop' | 'close';

/** One accounting record of a session. Up is from the subscriber, down is to the subscriber. Times are milliseconds. */
export interface SessionRecord {
  readonly kind: RecordKind;
  readonly nasId: number;
  readonly nasIp: string;
  readonly username: string;
  readonly acctSessionId: string;
  /** When the NAS saw it. */
  readonly at: number;
  /** When its session began, by this record. */
  readonly startedAt: number;
  /** Null: its NAS does not tell how long it has been up. */
  readonly seconds: number | null;
  readonly upBytes: bigint;
  readonly downBytes: bigint;
  /** With a Gigawords attribute (RFC 2869 sections 5.1 and 5.2): counters that do not begin anew at 4 GiB. */
  readonly gigawords: boolean;
  /** The most that a line of its NAS carries, in Mbit/s. */
  readonly lineRateMbps: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  /** Null: not in memory, as far as the NAS may serve it; the database may know it. */
  readonly serviceId: number | null;
  /** It names a service that its NAS may not serve. */
  readonly unserved: boolean;
  /** The ISP's calendar day that the volume counts for. */
  readonly day: string;
  /** Not from before the last Accounting-On or -Off of the NAS. */
  readonly alive: boolean;
  readonly ip: string | null;
  readonly mac: string | null;
  readonly nasPort: string | null;
  readonly nasPortType: string | null;
  readonly sessionClass: string | null;
  readonly cause: string | null;
}

/** Accounting-On or Accounting-Off: the sessions of the NAS are gone. */
export interface NasRecord {
  readonly kind: 'nas-on' | 'nas-off';
  readonly nasId: number;
  readonly at: number;
}

export type AccountingRecord = SessionRecord | NasRecord;

export function isNasRecord(record: AccountingRecord): record is NasRecord {
  return record.kind === 'nas-on' || record.kind === 'nas-off';
}

/** Why this server ended a session. It opens again when its NAS goes on with it; what a NAS ended stays ended. */
export const OUR_CAUSES = [
  'Accounting-On',
  'Accounting-Off',
  'Stale',
  'Taken-Over',
  'Superseded',
  'Not-Served',
] as const;
