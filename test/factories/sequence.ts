let last = 0;

/** A number that no record of this process has had, for names that must be unique. */
export function nextNumber(): number {
  last += 1;
  return last;
}
