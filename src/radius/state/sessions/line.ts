/** Where a subscriber is connected. */
export interface Line {
  readonly nasId: number;
  readonly mac: string | null;
  readonly nasPort: string | null;
}

/**
 * Whether two sessions are on one line: the same device, or the same port where a NAS sends no MAC address. `unknown`
 * where one NAS sends neither.
 */
export function compareLines(one: Line, other: Line): 'same' | 'other' | 'unknown' {
  if (one.mac !== null && other.mac !== null) return one.mac === other.mac ? 'same' : 'other';
  if (one.nasId !== other.nasId) return 'other';
  if (one.nasPort === null || other.nasPort === null) return 'unknown';
  return one.nasPort === other.nasPort ? 'same' : 'other';
}
