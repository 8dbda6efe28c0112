/** Test cases for `it.each`, with a sentence each. */
export function sentences<C extends object>(cases: readonly C[], say: (one: C) => string): [string, C][] {
  return cases.map((one) => [say(one), one]);
}
