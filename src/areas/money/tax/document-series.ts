/** The number of a tax invoice has at most 16 characters: letters, digits, dashes and slashes (CGST Rules, rule 46). */
const MAX_NUMBER = 16;
/** Leaves room for seven digits, or for five once the prefix is taken and gets a count. */
const MAX_PREFIX = 8;
const MAX_COUNTED_PREFIX = 10;

const TEMPLATE = /^(?<prefix>(?:[A-Za-z0-9/-]|\{yy\}|\{yyyy\}|\{fy\}){1,40})(?<separator>[/-])\{n\}$/;

export const TEMPLATE_PROBLEM = `must end in /{n} or -{n}, with 1 to ${MAX_PREFIX} letters, digits, / and - before it; {yy}, {yyyy} and {fy} stand for the financial year: INV/{yy}/{n}`;

/** The series of documents that a template means on a day. */
export interface DocumentSeries {
  /** Without the separator in front of the number. */
  readonly prefix: string;
  readonly separator: string;
  /** In which the financial year begins; null if the template does not name it, so that the numbers go on. */
  readonly year: number | null;
}

/** The year in which the financial year of a day (`yyyy-mm-dd`) begins. */
export function financialYearOf(day: string, yearStart: number): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return month < yearStart ? year - 1 : year;
}

/** @throws if the template is not valid */
export function seriesOn(template: string, { day, yearStart }: { day: string; yearStart: number }): DocumentSeries {
  const { prefix = '', separator = '' } = TEMPLATE.exec(template)?.groups ?? {};
  if (separator === '') throw new Error(`${template} is no template of document numbers`);
  const year = financialYearOf(day, yearStart);
  const two = (of: number) => String(of % 100).padStart(2, '0');
  const fy = yearStart === 1 ? two(year) : `${two(year)}-${two(year + 1)}`;
  const written = prefix.replaceAll('{yyyy}', String(year)).replaceAll('{yy}', two(year)).replaceAll('{fy}', fy);
  return { prefix: written, separator, year: written === prefix ? null : year };
}

export function isTemplate(template: string): boolean {
  if (!TEMPLATE.test(template)) return false;
  const { prefix } = seriesOn(template, { day: '2026-12-31', yearStart: 12 });
  return prefix.length <= MAX_PREFIX && /^[A-Za-z0-9](.*[A-Za-z0-9])?$/.test(prefix);
}

/** The highest number that fits after a prefix. */
export const lastOf = (prefix: string): number => 10 ** (MAX_NUMBER - prefix.length - 1) - 1;

/** The prefix, or, where another series of the ISP has it, the prefix with a count. `taken`: in lower case. */
export function freePrefix(prefix: string, taken: ReadonlySet<string>): string {
  let free = prefix;
  for (let count = 2; taken.has(free.toLowerCase()); count++) {
    const suffix = `/${count}`;
    free = prefix.slice(0, MAX_COUNTED_PREFIX - suffix.length) + suffix;
  }
  return free;
}
