import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readArguments } from '../../deploy/cluster/arguments.ts';
import { run } from '../../src/cli/run.ts';
import { commandsOf, shellBlocks } from '../fixtures/shell-blocks.ts';

/** Programs that the documents name and that are not ours, or that the tests of the cluster and of the release run. */
const OF_OTHERS = new Set([
  ...['apt-get', 'cd', 'date', 'do', 'done', 'for', 'git', 'install', 'sleep', 'sudo', 'systemctl'],
  ...['echo', 'mysqldump', 'node', 'pg_dump', 'pgbackrest', 'promtool', 'psql', 'zcat', 'deploy/cluster/install'],
]);

/** Of these, `test/peers` runs every block. */
const CALLS = new Set(['call', 'curl']);

interface Written {
  readonly where: string;
  readonly words: readonly string[];
}

const written: Written[] = shellBlocks()
  // The tour is run as it stands.
  .filter(({ label }) => label !== 'tour')
  .flatMap(({ document, line, text }) =>
    // In front of a command may stand in which installation it is run: `[old]`.
    commandsOf(text.replaceAll(/^\[\w+\] /gm, '')).map((words) => ({ where: `${document}:${line}`, words })),
  );

const { scripts } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));

/** The words after `npm run <script> --`, for each place that runs it. */
const runsOf = (script: string) =>
  written.flatMap(({ where, words }) => {
    const [npm, ...rest] = words.filter((word) => word !== '--silent');
    return npm === 'npm' && rest[0] === 'run' && rest[1] === script && rest[2] === '--'
      ? [{ where, words: rest.slice(3) }]
      : [];
  });

describe('what the documents tell readers to type', () => {
  it('is a script of the package, a call, or a program of others that is known here', () => {
    const unknown = written.filter(({ words: [program = '', first = '', second = ''] }) => {
      if (program === 'npm') return !(first === 'run' ? Object.hasOwn(scripts, second) : NPM.has(first));
      return !CALLS.has(program) && !OF_OTHERS.has(program) && program !== 'eval';
    });
    expect(unknown).toEqual([]);
  });

  it('is taken by the command line', async () => {
    const commands = runsOf('cli');
    expect(commands.length).toBeGreaterThan(20);
    for (const { where, words } of commands) {
      const errors: string[] = [];
      await run(words, { terminal: untouched, out: () => undefined, err: (text) => errors.push(text) });
      expect(errors.join(''), `${where}: ${words.join(' ')}`).toContain(REACHED);
    }
  });

  it('is taken by the cluster', () => {
    const commands = runsOf('cluster');
    expect(commands.length).toBeGreaterThan(8);
    for (const { where, words } of commands) expect(() => readArguments([...words]), where).not.toThrow();
  });
});

const NPM = new Set(['ci', 'install', 'prune', 'start', 'test']);

/** A command that got this far was typed as it should be; it is not to do anything. */
const REACHED = 'the command has begun';
const untouched = (): never =>
  new Proxy({} as never, {
    get() {
      throw new Error(REACHED);
    },
  });
