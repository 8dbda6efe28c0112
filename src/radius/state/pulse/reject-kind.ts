import { REJECT_BEGINNINGS, REJECT_KINDS } from '../../../areas/network/series/vocabulary.ts';

/** Looked up once: this runs for every reject. */
const KINDS = REJECT_BEGINNINGS.map(([kind, beginning]) => ({ beginning, at: REJECT_KINDS.indexOf(kind) }));
const OTHER = REJECT_KINDS.indexOf('other');

/** The index in `REJECT_KINDS` of the kind of a reason. */
export function rejectKindOf(reason: string): number {
  for (const { beginning, at } of KINDS) if (reason.startsWith(beginning)) return at;
  return OTHER;
}
