const VERSION = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/;

/** The numbers of a version such as `1.0.0`; undefined if it is none. Pre-releases are not made. */
export function partsOf(version: string): [number, number, number] | undefined {
  const [, major, minor, patch] = VERSION.exec(version) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** Below 0 if the first comes first. Both are versions. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one) ?? [], partsOf(other) ?? []];
  const at = a.findIndex((part, index) => part !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
