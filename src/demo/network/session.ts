import type { RecordKind, SessionRecord } from '../../radius/accounting/record/record.ts';
import type { Nas } from '../../radius/state/directory/nas.ts';
import type { Service } from '../../radius/state/directory/service.ts';

/** A session as its NAS knows it. Times are in milliseconds. */
export interface Session {
  readonly id: string;
  readonly serviceId: number;
  readonly resellerId: number | null;
  readonly nasId: number;
  readonly username: string;
  readonly mac: string;
  readonly ip: string;
  readonly sessionClass: string;
  readonly startedAt: number;
  lastAt: number;
  upBytes: number;
  downBytes: number;
}

interface Event {
  readonly kind: Extract<RecordKind, 'start' | 'interim' | 'stop'>;
  readonly at: number;
  readonly cause: string | null;
}

/** The record that its NAS sends. */
export function recordOf(
  session: Session,
  { facts, interimIntervalS }: Nas,
  { kind, at, cause }: Event,
): SessionRecord {
  session.lastAt = at;
  const { id, startedAt, username, serviceId, resellerId, mac, ip, sessionClass } = session;
  return {
    ...{ kind, at, cause, username, serviceId, resellerId, mac, ip, sessionClass },
    nasId: facts.id,
    nasIp: facts.ip,
    acctSessionId: id,
    startedAt,
    seconds: Math.floor((at - startedAt) / 1000),
    upBytes: BigInt(Math.round(session.upBytes)),
    downBytes: BigInt(Math.round(session.downBytes)),
    gigawords: true,
    lineRateMbps: facts.lineRateMbps,
    interimIntervalS,
    ispId: facts.isp.id,
    unserved: false,
    day: facts.isp.dayOf(at),
    alive: true,
    nasPort: `pppoe-${serviceId}`,
    nasPortType: 'Ethernet',
    ip6: null,
    ports: null,
    part: null,
    bundle: null,
    ipReleased: false,
  };
}

const GIB = 2 ** 30;
const UP_SHARE = 0.12;

/** Adds traffic to the counters of the session. */
export function addTraffic(session: Session, gb: number): void {
  session.upBytes += gb * UP_SHARE * GIB;
  session.downBytes += gb * (1 - UP_SHARE) * GIB;
}

/** How much of its ordinary traffic a service gets through with the access it has now. */
export function throughput({ status, level, exhausted }: Pick<Service, 'status' | 'level' | 'exhausted'>): number {
  if (status === 'NPD' || status === 'Suspend' || exhausted) return 0.001;
  if (status === 'NP') return 0.15;
  return level === 1 ? 1 : 0.4;
}
