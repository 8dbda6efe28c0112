import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MigrationError } from './migration.ts';

/** A function or a trigger that is applied again whenever its text changes, unlike a migration. */
export interface Source {
  /** `function crm.is_quiet`, `trigger crm.isp.audit`, `watch crm.isp`: what the database remembers it by. */
  readonly name: string;
  readonly kind: 'function' | 'trigger' | 'watch';
  /** From the package's folder. */
  readonly file: string;
  /** One statement, which may be repeated. */
  readonly script: string;
  readonly hash: string;
  /** Counts its texts. A program leaves what has a later edition than its own: it is of a newer program. */
  readonly edition: number;
}

/** It gives a table a function and three triggers, so its calls stand among the triggers. */
const WATCH = 'crm.watch_for_directory';
/** The triggers that a call of it makes. */
export const WATCH_TRIGGERS = ['directory_insert', 'directory_update', 'directory_delete'] as const;

const FUNCTION = /^create or replace (?:function|procedure) (\w+\.\w+)\s*\(/i;
const TRIGGER = /^create (?:or replace|(constraint)) trigger (\w+)\s[^;]*?\son (\w+\.\w+)\s[^;]*;$/i;
const CALL = /^select crm\.watch_for_directory\('(\w+\.\w+)',[^;]*;$/i;

/** `prisma` of this package, at the same relative path from `src` and from `dist`. */
export const SOURCES_FOLDER = fileURLToPath(new URL('../../../prisma', import.meta.url));
export const EDITIONS = 'editions.txt';

/**
 * The functions of `functions/<schema>/<name>.sql`, then the triggers of `triggers/*.sql`.
 * @throws MigrationError if a folder is missing, or a file holds something else
 */
export async function readSources(folder: string): Promise<Source[]> {
  const [functions, triggers, editions] = await Promise.all([
    readFiles(folder, 'functions').then((files) => files.map(functionOf)),
    readFiles(folder, 'triggers').then((files) => files.flatMap(triggersOf)),
    readEditions(folder),
  ]);
  const hashes = new Map(functions.map(({ name, script }) => [name, hashOf(script)]));
  return [...functions, ...triggers].map((source) => {
    // What a call makes changes with the function, too.
    const maker = source.kind === 'watch' ? (hashes.get(`function ${WATCH}`) ?? '') : '';
    return {
      ...source,
      hash: hashOf(maker + source.script),
      edition: editions.get(source.name)?.edition ?? 1,
    };
  });
}

type Unnumbered = Omit<Source, 'hash' | 'edition'>;

interface SourceFile {
  /** From the folder `prisma`, with slashes. */
  readonly path: string;
  readonly text: string;
}

async function readFiles(folder: string, part: string): Promise<SourceFile[]> {
  const names = await readdir(join(folder, part), { recursive: true }).catch(() => {
    throw new MigrationError(`There are no ${part} at ${folder}.`);
  });
  const paths = names.filter((name) => name.endsWith('.sql')).map((name) => `${part}/${name.replaceAll('\\', '/')}`);
  return Promise.all(paths.sort().map(async (path) => ({ path, text: await readText(join(folder, path)) })));
}

/** Without the comments at the margin: they are for readers, so a better one does not have anything applied again. */
async function readText(file: string): Promise<string> {
  const text = await readFile(file, 'utf8');
  return text.replaceAll('\r\n', '\n').replaceAll(/^--.*\n?/gm, '');
}

function functionOf({ path, text }: SourceFile): Unnumbered {
  const [, schema, short] = /^functions\/(\w+)\/(\w+)\.sql$/.exec(path) ?? [];
  const name = `${schema}.${short}`;
  const script = text.trim();
  if (FUNCTION.exec(script)?.[1] !== name || /;\s*^create /im.test(script))
    throw new MigrationError(`prisma/${path} must create the function ${name} and nothing else.`);
  return { name: `function ${name}`, kind: 'function', file: `prisma/${path}`, script };
}

function triggersOf({ path, text }: SourceFile): Unnumbered[] {
  const statements = text.split(/(?<=;)[ \t]*\n/).map((statement) => statement.trim());
  return statements
    .filter((statement) => statement !== '')
    .map((statement) => {
      const table = CALL.exec(statement)?.[1];
      const file = `prisma/${path}`;
      if (table) return { name: `watch ${table}`, kind: 'watch', file, script: statement };
      const [, isConstraint, trigger, on] = TRIGGER.exec(statement) ?? [];
      if (!trigger || !on)
        throw new MigrationError(
          `${file} may contain only triggers and calls of ${WATCH}, not “${statement.slice(0, 60).replace(/;$/, '')}”.`,
        );
      // A constraint trigger cannot be replaced.
      const script = isConstraint ? `drop trigger if exists ${trigger} on ${on};\n${statement}` : statement;
      return { name: `trigger ${on}.${trigger}`, kind: 'trigger', file, script };
    });
}

const hashOf = (script: string): string => createHash('sha256').update(script).digest('hex').slice(0, 12);

/** The editions that `npm run check:schema -- --update` has numbered, by name, with the hashes of their texts; `-` once removed. */
export async function readEditions(folder: string): Promise<Map<string, { edition: number; hash: string }>> {
  const text = await readFile(join(folder, EDITIONS), 'utf8').catch(() => '');
  const lines = [...text.matchAll(/^(\d+) (\S+) (.+?)\r?$/gm)];
  return new Map(lines.map(([, edition, hash = '', name = '']) => [name, { edition: Number(edition), hash }]));
}
