import { readFile, writeFile } from 'node:fs/promises';
import { EDITIONS, readEditions, type Source } from '../../src/db/migrate/sources.ts';

const file = `prisma/${EDITIONS}`;

/** Whether the file says of each source which edition it has, of all that there were. */
export async function editionsProblem(sources: readonly Source[]): Promise<string | undefined> {
  const known = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const different = (await linesOf(sources)).filter((line) => !known.includes(line));
  if (different.length === 0) return undefined;
  const names = different.map((line) => line.replace(/^\S+ \S+ /, '')).filter((name) => name !== '');
  return `${file} does not know these texts, so nodes of before would undo them; run with --update:\n\n${names.join('\n')}`;
}

export async function writeEditions(sources: readonly Source[]): Promise<void> {
  await writeFile(file, (await linesOf(sources)).join('\n'));
}

/** A text that changed has the next edition. A name that is gone keeps its number, and counts on if it comes back. */
async function linesOf(sources: readonly Source[]): Promise<string[]> {
  const known = await readEditions('prisma');
  const lines = new Map([...known].map(([name, { edition }]) => [name, `${edition} - ${name}`]));
  for (const { name, hash } of sources) {
    const before = known.get(name);
    const edition = (before?.edition ?? 0) + (before?.hash === hash ? 0 : 1);
    lines.set(name, `${edition} ${hash} ${name}`);
  }
  return [...[...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line), ''];
}
