/** How content may be compressed on its way, the smallest first. */
export const CODINGS = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof CODINGS)[number];

/** Not named and not excluded: allowed, but less welcome than anything that is named. */
const UNNAMED = 0.000_1;
const ITEM = /^([a-z0-9*-]+)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * The coding that a client wants most (RFC 9110 section 12.5.3), of those that there are; among equals the first. Undefined if it
 * refuses all of them. An item that is malformed counts as not sent.
 */
export function codingFor(header: string | undefined, available: readonly Coding[]): Coding | undefined {
  if (header === undefined) return 'identity';
  const weights = new Map<string, number>();
  for (const item of header.split(',')) {
    const [, name, weight = '1'] = ITEM.exec(item.trim()) ?? [];
    if (name) weights.set(name.toLowerCase().replace(/^x-/, ''), Number(weight));
  }
  const others = weights.get('*');
  const weightOf = (coding: Coding): number => weights.get(coding) ?? others ?? (coding === 'identity' ? UNNAMED : 0);
  let best: Coding | undefined;
  for (const coding of available)
    if (weightOf(coding) > 0 && (best === undefined || weightOf(coding) > weightOf(best))) best = coding;
  return best;
}
