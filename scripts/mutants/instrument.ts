import type { Site } from './sites.ts';

/** What an instrumented file asks at each site: whether this mutant is the present one. The session defines it. */
export const SWITCH = '__isMutant';

/**
 * The source with all its mutants in it: each site asks which mutant is the present one, so that a file is transformed and
 * loaded once for all of them.
 * @param firstId the id of the first site; the others follow
 */
export function instrument(source: string, sites: readonly Site[], firstId: number): string {
  let next = 0;
  /** Writes the text up to an end, with the sites that begin before it. */
  const write = (from: number, end: number): string => {
    let text = '';
    let at = from;
    for (let site = sites[next]; site && site.start < end; site = sites[next]) {
      text += source.slice(at, site.start);
      let choices = '';
      for (let same: Site | undefined = site; same?.start === site.start && same.end === site.end; same = sites[next]) {
        choices += `${SWITCH}(${firstId + next}) ? (${same.text}) : `;
        next += 1;
      }
      text += `(${choices}(${write(site.start, site.end)}))`;
      at = site.end;
    }
    return text + source.slice(at, end);
  };
  return write(0, source.length);
}
