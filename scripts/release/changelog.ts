/** `CHANGELOG.md`: a section for each version, the newest first, and “Unreleased” above them. */
interface Sections {
  readonly before: string;
  readonly unreleased: string;
  /** Everything from the newest version on. */
  readonly released: string;
}

const UNRELEASED = '## Unreleased';
/** As in `## 1.0.0 - 2026-12-01`, or without a day while the section of a version is written ahead. */
const headingOf = (version: string): RegExp => new RegExp(`^## ${version.replaceAll('.', '\\.')}(?: - (\\S+))?$`, 'm');

function sectionsOf(changelog: string): Sections | undefined {
  const start = changelog.search(new RegExp(`^${UNRELEASED}$`, 'm'));
  if (start < 0) return undefined;
  const rest = changelog.slice(start + UNRELEASED.length);
  const next = rest.search(/^## /m);
  const end = next < 0 ? rest.length : next;
  return { before: changelog.slice(0, start), unreleased: rest.slice(0, end).trim(), released: rest.slice(end) };
}

/** Why a version cannot be made from the changelog, in a sentence; undefined if it can. */
export function changelogFault(changelog: string, version: string): string | undefined {
  const sections = sectionsOf(changelog);
  if (!sections) return `CHANGELOG.md has no section “Unreleased”.`;
  const written = headingOf(version).exec(sections.released);
  if (written?.[1]) return `CHANGELOG.md has a section ${version} of ${written[1]} already.`;
  if (written) return undefined;
  if (!/^- /m.test(sections.unreleased))
    return 'CHANGELOG.md has nothing under “Unreleased”: there is nothing to release.';
  return undefined;
}

/**
 * The changelog in which “Unreleased” is the section of the version, with its day, and a new, empty one stands above. A section
 * that was written ahead gets the day, and what is still under “Unreleased” at its end.
 */
export function releasedChangelog(changelog: string, version: string, day: string): string {
  const { before, unreleased, released } = sectionsOf(changelog) as Sections;
  const heading = headingOf(version);
  const top = `${before}${UNRELEASED}\n\n`;
  if (!heading.test(released)) return `${top}## ${version} - ${day}\n\n${unreleased}\n\n${released}`;
  const ahead = sectionOf(released, version);
  const body = unreleased === '' ? ahead : `${ahead}\n\n${unreleased}`;
  const later = released.slice(released.search(heading)).replace(/^.*\n/, '');
  const next = later.search(/^## /m);
  return `${top}## ${version} - ${day}\n\n${body}\n${next < 0 ? '' : `\n${later.slice(next)}`}`;
}

/** What stands under the heading of a version, without it. */
export function sectionOf(changelog: string, version: string): string {
  const heading = headingOf(version).exec(changelog);
  if (!heading) return '';
  const after = changelog.slice(heading.index + heading[0].length);
  const next = after.search(/^## /m);
  return (next < 0 ? after : after.slice(0, next)).trim();
}
