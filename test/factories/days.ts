import fc from 'fast-check';
import { addDays } from '../../src/core/zone.ts';

/** Days at which a calendar errs: ends of months, of the year and of financial years, a leap day, changes of clocks. */
function boundariesOf(year: number): string[] {
  const months = Array.from({ length: 12 }, (_, at) => `${year}-${String(at + 1).padStart(2, '0')}`);
  const ends = months.flatMap((month) => {
    const first = `${month}-01`;
    return [first, addDays(first, -1), addDays(first, 28), addDays(first, 29)];
  });
  const leap = `${year}-02-28`;
  const clocks = [lastSunday(`${year}-03-31`), lastSunday(`${year}-10-31`), lastSunday(`${year}-03-14`)];
  return [...ends, leap, addDays(leap, 1), ...clocks, lastSunday(`${year}-11-07`), `${year}-04-01`, `${year}-12-31`];
}

/** The Sunday on a day or before it: clocks change in Europe at the end of March and October, in America two weeks apart. */
function lastSunday(day: string): string {
  return addDays(day, -new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** Days from one year to another, both inclusive: two in three are boundaries, or next to one. */
export function days(firstYear: number, lastYear: number): fc.Arbitrary<string> {
  const year = fc.integer({ min: firstYear, max: lastYear });
  const boundary = fc.tuple(year, fc.nat(), fc.constantFrom(0, 0, -1, 1)).map(([of, at, off]) => {
    const all = boundariesOf(of);
    return addDays(all[at % all.length] ?? `${of}-01-01`, off);
  });
  const any = fc.tuple(year, fc.nat({ max: 364 })).map(([of, at]) => addDays(`${of}-01-01`, at));
  return fc.oneof({ weight: 2, arbitrary: boundary }, { weight: 1, arbitrary: any });
}
