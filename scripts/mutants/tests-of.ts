import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** They start programs, whose code has no mutants in it, or need what is not installed everywhere. */
const NOT_HERE = /^test\/(peers|cluster|bench|scripts)\/|\.(program|browser)\.test\.ts$/;
/** Tests on a database mostly run the whole program: only their folder says what they are about. */
const DATABASE = 'test/fixtures/postgres.ts';

/** What another wing calls, and the folder of the tests about it. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'src/areas/money/payments/online.ts': 'test/areas/online/orders/',
  'src/areas/money/adjustments/limit.ts': 'test/areas/online/orders/',
};

/** Types alone run nothing. */
const IMPORT = /^(?:import|export)(?! type\b)(?:[^;']*? from)? '(?<name>\.[^']+)'|\bimport\('(?<later>\.[^']+)'\)/gm;

/** The files that the globs name and that Git does not ignore; without those of a glob after `!`. */
export function filesOf(globs: readonly string[]): string[] {
  const specs = globs.map((each) => (each.startsWith('!') ? `:(exclude,glob)${each.slice(1)}` : `:(glob)${each}`));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...specs]);
  return [...new Set(listed.toString().split('\n'))].filter((path) => path !== '' && existsSync(path)).sort();
}

/** Test files by what they import. */
export class TestFiles {
  readonly #imports = new Map<string, readonly string[]>();
  readonly #reached = new Map<string, ReadonlySet<string>>();
  readonly #texts = new Map<string, string>();
  readonly #all: readonly string[];
  readonly quick: boolean;

  /** @param quick leave out those on a database */
  constructor(globs: readonly string[], { quick }: { readonly quick: boolean }) {
    this.quick = quick;
    this.#all = filesOf(globs).filter((path) => !NOT_HERE.test(path));
  }

  /** The test files that can be about a source file: those of its wing that import it, and those that import it without a database. */
  about(source: string): string[] {
    const folder = source.split('/').slice(1, 3).join('/');
    const folders = [`test/${folder}/`, ELSEWHERE[source] ?? []].flat();
    const isNear = (test: string) => !this.quick && folders.some((each) => test.startsWith(each));
    return this.#all.filter((test) => {
      const reached = this.#reach(test);
      return reached.has(source) && (isNear(test) || !reached.has(DATABASE));
    });
  }

  /** Changes when the test file changes, or anything that it imports. */
  stateOf(test: string): string {
    const hash = createHash('sha256');
    for (const path of [...this.#reach(test)].sort()) hash.update(path).update(this.#text(path));
    return hash.digest('hex');
  }

  reaches(test: string, source: string): boolean {
    return this.#reach(test).has(source);
  }

  #reach(test: string): ReadonlySet<string> {
    const known = this.#reached.get(test);
    if (known) return known;
    const reached = new Set([test]);
    for (const path of reached) for (const each of this.#importsOf(path)) reached.add(each);
    this.#reached.set(test, reached);
    return reached;
  }

  #importsOf(path: string): readonly string[] {
    let imports = this.#imports.get(path);
    if (!imports) {
      const named = [...this.#text(path).matchAll(IMPORT)].map(({ groups }) => groups?.name ?? groups?.later ?? '');
      imports = named.map((name) => join(dirname(path), name)).filter((each) => existsSync(each));
      this.#imports.set(path, imports);
    }
    return imports;
  }

  #text(path: string): string {
    let text = this.#texts.get(path);
    if (text === undefined) {
      text = readFileSync(path, 'utf8');
      this.#texts.set(path, text);
    }
    return text;
  }
}
