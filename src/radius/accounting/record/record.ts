import type { Bundle } from './bundle.ts';
import type { PortReport } from './ports/port-report.ts';

/** `close` is made by this server: the session was taken over by another one. */
export type RecordKind = 'start' | 'interim' | 'stop' | 'close';

/** IPv6 prefixes `address/bits` and addresses; null: not reported. */
export interface ReportedIpv6 {
  /** Framed-IPv6-Prefix, or the address alone. */
  readonly prefix: string | null;
  /** Delegated-IPv6-Prefix. */
  readonly delegated: string | null;
  /** Framed-IPv6-Address, or prefix and Framed-Interface-Id. */
  readonly address: string | null;
}

/** What says that an accounting session reports the traffic of another one once more. */
export interface SessionPart {
  /** The Acct-Session-Id of the other one; null: it is the open one of the same log-in. */
  readonly of: string | null;
  /** As the NAS names it: the service. */
  readonly name: string | null;
  /** Without the other one it is a session like any. Else the other one is about to be reported. */
  readonly mayBeWhole: boolean;
}

/** One accounting record of a session. Up is from the subscriber, down is to the subscriber. Times are in milliseconds. */
export interface SessionRecord {
  readonly kind: RecordKind;
  readonly nasId: number;
  readonly nasIp: string;
  readonly username: string;
  readonly acctSessionId: string;
  /** Time of the event. */
  readonly at: number;
  /** Start of the session, computed from this record. */
  readonly startedAt: number;
  /** Acct-Session-Time; null if the NAS sends none. */
  readonly seconds: number | null;
  readonly upBytes: bigint;
  readonly downBytes: bigint;
  /** It has a Gigawords attribute (RFC 2869 sections 5.1 and 5.2), so its counters do not wrap at 4 GiB. */
  readonly gigawords: boolean;
  /** Maximum rate of a line of its NAS, in Mbit/s. */
  readonly lineRateMbps: number;
  /** Seconds between two Interim-Updates of the session. */
  readonly interimIntervalS: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  /** Null if memory has no such service that the NAS serves; the database may have one. */
  readonly serviceId: number | null;
  /** Its service is one that the NAS does not serve. */
  readonly unserved: boolean;
  /** The ISP's calendar day that the usage counts for. */
  readonly day: string;
  /** Not older than the last Accounting-On or -Off of the NAS. */
  readonly alive: boolean;
  readonly ip: string | null;
  readonly mac: string | null;
  readonly nasPort: string | null;
  readonly nasPortType: string | null;
  readonly sessionClass: string | null;
  readonly cause: string | null;
  /** IPv6 as the NAS reports it; null: this record says nothing about it. */
  readonly ip6: ReportedIpv6 | null;
  /** Ports under NAT as the NAS reports them, in the order of the events; null: this record says nothing about them. */
  readonly ports: readonly PortReport[] | null;
  /** It may be a part of another session; null: it is not. */
  readonly part: SessionPart | null;
  /** It is a link of multilink PPP; null: it is none. */
  readonly bundle: Bundle | null;
  /** It had an IPv4 address until now, and has none any more. */
  readonly ipReleased: boolean;
}

/** Accounting-On or -Off: all sessions of the NAS have ended. */
export interface NasRecord {
  readonly kind: 'nas-on' | 'nas-off';
  readonly nasId: number;
  readonly at: number;
}

export type AccountingRecord = SessionRecord | NasRecord;

export function isNasRecord(record: AccountingRecord): record is NasRecord {
  return record.kind === 'nas-on' || record.kind === 'nas-off';
}

/** The services that the records say were online, each once. */
export function servicesOnline(records: readonly AccountingRecord[]): number[] {
  const online = records.flatMap((record) =>
    record.kind === 'start' || record.kind === 'interim' ? (record.serviceId ?? []) : [],
  );
  return [...new Set(online)];
}
