/** Who reads the notes of a release: the label of an entry in the changelog, and the heading. */
const READERS = [
  { label: 'Operators', heading: 'For operators' },
  { label: 'Integrators', heading: 'For integrators' },
  { label: 'Staff', heading: 'For the staff of an ISP' },
] as const;
const EVERYONE = 'For everyone';

interface Release {
  readonly version: string;
  readonly day: string;
  /** The section of the changelog. */
  readonly section: string;
  /** Names of the migrations since the last release; undefined if there was none. */
  readonly migrations: readonly string[] | undefined;
}

interface Block {
  readonly title: string;
  readonly body: string;
}

/**
 * The notes of a release, from its section of the changelog, for its three readers. A heading “For operators” is theirs as it
 * stands; of “Added”, “Changed”, “Fixed” and “Security” an entry is theirs if it begins with `Operators:`. The rest is for all.
 */
export function releaseNotes({ version, day, section, migrations }: Release): string {
  const blocks = blocksOf(section);
  const own = READERS.map(({ label, heading }) => ({ heading, text: textFor(blocks, label, heading) }));
  return [
    `# Lastmile ${version}`,
    `Released on ${day}.`,
    ...partOf(EVERYONE, textForAll(blocks)),
    ...own.flatMap(({ heading, text }, at) =>
      partOf(heading, at === 0 ? `${upgradeOf(migrations)}\n\n${text}`.trim() : text),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function upgradeOf(names: readonly string[] | undefined): string {
  if (names === undefined) return '';
  return `Upgrade node by node ([steps](docs/operate/operations.md#upgrades)). ${migrated(names)}`;
}

function migrated(names: readonly string[]): string {
  if (names.length === 0) return 'There is no migration.';
  const removals = names.filter((name) => name.includes('_contract_'));
  const back = `Programs before this one do not start on ${removals.map((name) => `\`${name}\``).join(', ')}.`;
  const count = `The first node applies ${names.length} migration${names.length === 1 ? '' : 's'}.`;
  return removals.length > 0 ? `${count} ${back}` : count;
}

const partOf = (heading: string, text: string): string[] => (text === '' ? [] : [`## ${heading}`, text]);

function blocksOf(section: string): Block[] {
  return section.split(/^(?=### )/m).map((text) => {
    const [, title = '', body = ''] = /^(?:### (.*)\n)?([\s\S]*)$/.exec(text) ?? [];
    return { title, body: body.trim() };
  });
}

function textFor(blocks: readonly Block[], label: string, heading: string): string {
  const mark = `- ${label}: `;
  return blocks
    .flatMap(({ title, body }) => {
      if (title === heading) return [body.replace(/^####/gm, '###')];
      if (isReaders(title)) return [];
      const entries = entriesOf(body).filter((entry) => entry.startsWith(mark));
      return entries.length > 0 ? [`### ${title}`, entries.map((entry) => unlabelled(entry, mark)).join('\n')] : [];
    })
    .join('\n\n');
}

function unlabelled(entry: string, label: string): string {
  const text = entry.slice(label.length);
  return `- ${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function textForAll(blocks: readonly Block[]): string {
  const labels = READERS.map(({ label }) => `- ${label}: `);
  return blocks
    .filter(({ title }) => !isReaders(title))
    .flatMap(({ title, body }) => {
      const left = entriesOf(body).filter((entry) => !labels.some((label) => entry.startsWith(label)));
      if (left.length === 0) return [];
      return [...(title === '' ? [] : [`### ${title}`]), left.join('\n')];
    })
    .join('\n\n');
}

const isReaders = (title: string): boolean => READERS.some(({ heading }) => heading === title);
/** The lines of a block; a paragraph is one too. */
const entriesOf = (body: string): string[] => body.split('\n').filter((line) => line !== '');
