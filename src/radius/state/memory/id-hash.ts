/**
 * A hash of an id that a sequence has given out. Ids that follow each other, by one or by the sixteen of an installation with a
 * number (`db/installation-number.ts`), get hashes whose low bits are all different, and near each other. So buckets hold one
 * each, and reading millions of rows by id walks through memory instead of leaping about in it.
 */
export function idHash(id: number): number {
  return id ^ (id >>> 4);
}
