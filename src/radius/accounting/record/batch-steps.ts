import { mergeRecords } from './merge-records.ts';
import { type AccountingRecord, isNasRecord, type NasRecord, type SessionRecord } from './record.ts';

/** Records that can be applied together: one of each of several sessions, or one about a whole NAS. */
export type BatchStep =
  | { readonly about: 'sessions'; readonly records: SessionRecord[] }
  | { readonly about: 'nas'; readonly record: NasRecord };

/**
 * Splits a batch into steps that are applied one after the other. A statement changes a row once, so each session occurs
 * once in a step; successive records of a session are merged where possible. The order of arrival is kept within a session
 * and around an Accounting-On or -Off.
 */
export function batchSteps(batch: readonly AccountingRecord[]): BatchStep[] {
  const steps: BatchStep[] = [];
  let rest: readonly AccountingRecord[] = batch;
  while (rest.length > 0) {
    const [first] = rest;
    if (first && isNasRecord(first)) {
      steps.push({ about: 'nas', record: first });
      rest = rest.slice(1);
      continue;
    }
    const { records, later } = sessionsStep(rest);
    steps.push({ about: 'sessions', records });
    rest = later;
  }
  return steps;
}

function sessionsStep(batch: readonly AccountingRecord[]): { records: SessionRecord[]; later: AccountingRecord[] } {
  const taken = new Map<string, SessionRecord>();
  const waiting = new Set<string>();
  const later: AccountingRecord[] = [];
  for (const [at, record] of batch.entries()) {
    if (isNasRecord(record)) {
      later.push(...batch.slice(at));
      break;
    }
    const key = sessionKey(record);
    const before = taken.get(key);
    const merged = before ? mergeRecords(before, record) : record;
    if (waiting.has(key) || merged === null) {
      waiting.add(key);
      later.push(record);
    } else {
      taken.set(key, merged);
    }
  }
  return { records: [...taken.values()], later };
}

/** Without the username, by which a NAS may name a session otherwise than before. */
export function sessionKey({ nasId, acctSessionId }: SessionRecord): string {
  return `${nasId} ${acctSessionId}`;
}

const MAX_RECORDS = 1_000;

/**
 * Splits the records of a step into statements. A statement changes the usage of a service once, so of two sessions of one
 * service that both add to it, the later goes to the next statement.
 */
export function statementBatches(records: readonly SessionRecord[]): SessionRecord[][] {
  const batches: SessionRecord[][] = [];
  let rest = records;
  while (rest.length > 0) {
    const { batch, later } = firstBatch(rest);
    batches.push(batch);
    rest = later;
  }
  return batches;
}

function firstBatch(records: readonly SessionRecord[]): { batch: SessionRecord[]; later: SessionRecord[] } {
  const counted = new Set<number>();
  const batch: SessionRecord[] = [];
  const later: SessionRecord[] = [];
  for (const record of records) {
    const service = addsUsage(record) ? record.serviceId : null;
    if (batch.length === MAX_RECORDS || (service !== null && counted.has(service))) {
      later.push(record);
      continue;
    }
    if (service !== null) counted.add(service);
    batch.push(record);
  }
  return { batch, later };
}

function addsUsage({ kind, seconds, upBytes, downBytes }: SessionRecord): boolean {
  return kind !== 'close' && ((seconds ?? 0) > 0 || upBytes > 0n || downBytes > 0n);
}
