import { GONE } from './digest.ts';
import type { Explained } from './erased.ts';
import type { Findings } from './findings.ts';
import type { Seal } from './head.ts';

/** A seal as it is stored, next to what is there of its event. */
export interface StoredSeal extends Seal {
  readonly head: string;
  /** How many events have its id, and the digest of one. */
  readonly found: number;
  readonly now: string | null;
}

interface EventChecks {
  readonly findings: Findings;
  /** What notes of erasures say of an event that is not as it was sealed. */
  explain(event: { eventId: number; from: string; to: string }): Promise<Explained | undefined>;
}

/**
 * Notes what is wrong with the event of a seal. Returns what it is by right; of an event that erasures explain, the calls that made the
 * notes of it.
 */
export async function checkEvent(
  seal: StoredSeal,
  removedBefore: number,
  { findings, explain }: EventChecks,
): Promise<'sealed' | 'removed' | readonly number[] | undefined> {
  const { eventId, at, sealedAt, digest, found, now } = seal;
  if (digest === GONE) findings.add(`event ${eventId} was deleted before ${iso(sealedAt)}, before it could be sealed`);
  else if (found > 1) findings.add(`event ${eventId} exists twice, in auth and in crm_archive`);
  else if (found === 0 && at < removedBefore) return 'removed';
  else if (found === 0) findings.add(`event ${eventId} of ${iso(at)} is missing`);
  else if (now === digest) return 'sealed';
  else {
    const explained = await explain({ eventId, from: digest, to: now ?? '' });
    if (explained && 'by' in explained) return explained.by;
    findings.add(
      explained
        ? `event ${eventId} ${explained.why}`
        : `event ${eventId}, or a change that it records, has been altered since ${iso(sealedAt)}`,
    );
  }
  return undefined;
}

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
