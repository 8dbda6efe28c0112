import type { SessionRecord } from './record/record.ts';

/** Rows of one statement. */
const MAX_RECORDS = 1_000;

/**
 * Parts the records of a round so that each part can be one statement, which counts for a service once: of two sessions of
 * one service that bring volume, the later goes to the next part.
 */
export function partsOf(records: readonly SessionRecord[]): SessionRecord[][] {
  const parts: SessionRecord[][] = [];
  let left = records;
  while (left.length > 0) {
    const { part, later } = firstPart(left);
    parts.push(part);
    left = later;
  }
  return parts;
}

function firstPart(records: readonly SessionRecord[]): { part: SessionRecord[]; later: SessionRecord[] } {
  const counting = new Set<number>();
  const part: SessionRecord[] = [];
  const later: SessionRecord[] = [];
  for (const record of records) {
    const service = bringsVolume(record) ? record.serviceId : null;
    if (part.length === MAX_RECORDS || (service !== null && counting.has(service))) {
      later.push(record);
      continue;
    }
    if (service !== null) counting.add(service);
    part.push(record);
  }
  return { part, later };
}

function bringsVolume({ kind, seconds, upBytes, downBytes }: SessionRecord): boolean {
  return kind !== 'close' && ((seconds ?? 0) > 0 || upBytes > 0n || downBytes > 0n);
}
