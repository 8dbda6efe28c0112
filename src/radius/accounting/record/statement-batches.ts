import type { SessionRecord } from './record.ts';

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
