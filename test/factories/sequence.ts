let last = 0;

/** A number that is new in this process, for names that must be unique. */
export function nextNumber(): number {
  last += 1;
  return last;
}
