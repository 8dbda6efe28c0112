import { LINE_RATE_MBPS } from '../../../areas/network/nas/vocabulary.ts';
import { INTERIM_INTERVAL_S } from '../../../core/vocabulary/interim.ts';
import { type AccountingRecord, isNasRecord, type NasRecord, type SessionRecord } from '../record/record.ts';

// A record as the journal stores it: a JSON array that starts with the kind.

const REQUIRED = undefined;

/**
 * The fields of a session record in the order of the array. New ones go to the end, with the value that they have in
 * journals of earlier versions.
 */
const FIELDS: Readonly<Record<keyof SessionRecord, unknown>> = {
  kind: REQUIRED,
  nasId: REQUIRED,
  nasIp: REQUIRED,
  username: REQUIRED,
  acctSessionId: REQUIRED,
  at: REQUIRED,
  startedAt: REQUIRED,
  seconds: REQUIRED,
  upBytes: REQUIRED,
  downBytes: REQUIRED,
  ispId: REQUIRED,
  resellerId: REQUIRED,
  serviceId: REQUIRED,
  day: REQUIRED,
  alive: REQUIRED,
  ip: REQUIRED,
  mac: REQUIRED,
  nasPort: REQUIRED,
  nasPortType: REQUIRED,
  sessionClass: REQUIRED,
  cause: REQUIRED,
  unserved: false,
  gigawords: true,
  lineRateMbps: LINE_RATE_MBPS,
  ip6: null,
  ports: null,
  interimIntervalS: INTERIM_INTERVAL_S,
  part: null,
  bundle: null,
  ipReleased: false,
};
const NAMES = Object.keys(FIELDS) as readonly (keyof SessionRecord)[];
/** How many fields there are, and how many there were in earlier versions. */
const LENGTHS: readonly number[] = [NAMES.length, 28, 27, 26, 25, 24, 21];

const NAS_KINDS: readonly unknown[] = ['nas-on', 'nas-off'] satisfies NasRecord['kind'][];
const SESSION_KINDS: readonly unknown[] = ['start', 'interim', 'stop', 'close'] satisfies SessionRecord['kind'][];

export function recordToText(record: AccountingRecord): string {
  if (isNasRecord(record)) return JSON.stringify([record.kind, record.nasId, record.at]);
  return JSON.stringify(
    NAMES.map((name) => record[name]),
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  );
}

/** Null for what is not a record of this or an earlier version. */
export function recordFromText(text: string): AccountingRecord | null {
  const values: unknown = JSON.parse(text);
  if (!Array.isArray(values)) return null;
  if (NAS_KINDS.includes(values[0]) && values.length === 3) {
    const [kind, nasId, at] = values as [NasRecord['kind'], number, number];
    return { kind, nasId, at };
  }
  return SESSION_KINDS.includes(values[0]) && LENGTHS.includes(values.length) ? sessionRecord(values) : null;
}

function sessionRecord(values: readonly unknown[]): SessionRecord {
  const stored = Object.fromEntries(
    NAMES.map((name, at) => [name, at < values.length ? values[at] : FIELDS[name]]),
  ) as Record<keyof SessionRecord, unknown>;
  const { upBytes, downBytes } = stored as Record<'upBytes' | 'downBytes', string>;
  return { ...(stored as unknown as SessionRecord), upBytes: BigInt(upBytes), downBytes: BigInt(downBytes) };
}
