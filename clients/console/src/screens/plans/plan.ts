import type { Row } from '../../api/client.ts';
import { gigabytes, speed } from '../../ui/volume.ts';
import { words } from '../../words/words.ts';

export type Plan = Row<'plan.list'>;
export type Subplan = Row<'plan.subplan_list'>;

/** `20 Mbit/s to 100 GB`. */
export function level(gb: string | null, dl: number | null): string | null {
  if (dl === null) return null;
  return gb === null || Number(gb) === 0
    ? `${speed(dl)}, ${words.common.unlimited}`
    : `${speed(dl)}, ${gigabytes(Number(gb))}`;
}
