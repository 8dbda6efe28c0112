import type { SessionRecord } from './record/record.ts';
import type { RetryingConnection } from './retrying-connection.ts';
import { PARTS_STATEMENT, type PartOutcome, type PartRecord, partsValues } from './sql/write-parts.ts';

export interface WrittenParts {
  /** Records of sessions that are no parts, to be written as such. */
  readonly whole: readonly PartRecord[];
  /** Records to be written again after those: of the same services, whose session one of `whole` may begin. */
  readonly undecided: readonly PartRecord[];
}

/** After how many interim updates of a part its session should have been reported: two, and the tenth by which one may be late. */
const INTERVALS = 2.1;

export const isMaybePart = (record: SessionRecord): record is PartRecord => record.part !== null;

/**
 * Keeps what NASes report of parts of sessions: counters that are in those of the session too, and count nowhere. A part whose
 * session is not reported, since its NAS accounts for services alone, becomes a session that counts.
 */
export class PartWriter {
  readonly #database: RetryingConnection;

  constructor(database: RetryingConnection) {
    this.#database = database;
  }

  /** The records must be of different sessions. */
  async write(records: readonly PartRecord[]): Promise<WrittenParts> {
    const outcomes = await this.#database.commit<PartOutcome>(PARTS_STATEMENT, partsValues(records), 'parts');
    const whole: PartRecord[] = [];
    const undecided: PartRecord[] = [];
    const begun = new Set<number | null>();
    for (const { ord, outcome } of outcomes) {
      const record = records[ord];
      if (!record) continue;
      if (outcome === 'whole' || isOverdue(record)) whole.push(record);
      else if (record.part.mayBeWhole) {
        // Of sessions that begin together the first is whole, and the others may be its parts.
        (begun.has(record.serviceId) ? undecided : whole).push(record);
        if (record.serviceId !== null) begun.add(record.serviceId);
      }
    }
    return { whole, undecided };
  }
}

/** Its session should have been reported by now. */
function isOverdue({ kind, part, seconds, startedAt, at, interimIntervalS }: PartRecord): boolean {
  if (part.mayBeWhole || kind === 'start') return false;
  return kind === 'stop' || (seconds ?? (at - startedAt) / 1000) > interimIntervalS * INTERVALS;
}
