/** A template line `key=text` of one of the keys; null for any other line. */
export function keyedLine(line: string, keys: readonly string[]): readonly [key: string, text: string] | null {
  const trimmed = line.trim();
  const key = keys.find((each) => trimmed.startsWith(`${each}=`));
  return key === undefined ? null : [key, trimmed.slice(key.length + 1)];
}
