import { LINE_RATE_MBPS } from '../../../areas/nas/vocabulary.ts';
import { type AccountingRecord, isNasRecord, type NasRecord, type SessionRecord } from '../record/record.ts';

// A record as the journal keeps it: a JSON array, the kind first, a session's columns in the order of `columnsOf`.

const NAS_KINDS: readonly string[] = ['nas-on', 'nas-off'] satisfies NasRecord['kind'][];
const SESSION_KINDS: readonly string[] = ['start', 'interim', 'stop', 'close'] satisfies SessionRecord['kind'][];

export function textOf(record: AccountingRecord): string {
  return JSON.stringify(isNasRecord(record) ? [record.kind, record.nasId, record.at] : columnsOf(record));
}

/** Null for what is no record of this version. */
export function recordIn(text: string): AccountingRecord | null {
  const columns: unknown = JSON.parse(text);
  if (!Array.isArray(columns)) return null;
  if (NAS_KINDS.includes(columns[0]) && columns.length === 3) {
    const [kind, nasId, at] = columns as [NasRecord['kind'], number, number];
    return { kind, nasId, at };
  }
  return SESSION_KINDS.includes(columns[0]) && (columns.length === COLUMNS || columns.length === COLUMNS_BEFORE)
    ? sessionOf(columns as unknown as Columns)
    : null;
}

type Columns = ReturnType<typeof columnsOf>;
const COLUMNS = 24;
/** A journal of before has none of what came to these later. */
const COLUMNS_BEFORE = 21;

function columnsOf(r: SessionRecord) {
  return [
    r.kind,
    r.nasId,
    r.nasIp,
    r.username,
    r.acctSessionId,
    r.at,
    r.startedAt,
    r.seconds,
    String(r.upBytes),
    String(r.downBytes),
    r.ispId,
    r.resellerId,
    r.serviceId,
    r.day,
    r.alive,
    r.ip,
    r.mac,
    r.nasPort,
    r.nasPortType,
    r.sessionClass,
    r.cause,
    r.unserved,
    r.gigawords,
    r.lineRateMbps,
  ] as const;
}

function sessionOf(columns: Columns): SessionRecord {
  const [kind, nasId, nasIp, username, acctSessionId, at, startedAt, seconds, up, down, ...more] = columns;
  const [ispId, resellerId, serviceId, day, alive, ip, mac, nasPort, nasPortType, sessionClass, cause, ...later] = more;
  const [unserved = false, gigawords = true, lineRateMbps = LINE_RATE_MBPS] = later;
  return {
    ...{ kind, nasId, nasIp, username, acctSessionId, at, startedAt, seconds },
    ...{ upBytes: BigInt(up), downBytes: BigInt(down), ispId, resellerId, serviceId, day, alive, ip, mac, nasPort },
    ...{ nasPortType, sessionClass, cause, unserved, gigawords, lineRateMbps },
  };
}
