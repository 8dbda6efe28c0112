import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'lastmile-run-tests-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly said: string[];
  /** The files that were run, in this order, with their processes. */
  readonly ran: string[];
}

/** Runs `scripts/run-tests.ts` over some of the files in `unsteady`. */
async function runTests(cases: readonly string[], extra: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const log = join(folder, cases.join() || 'none');
  await writeFile(log, '');
  // None of what the Vitest around it sets.
  const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1', LOG: log, CASES: cases.join(), ...extra };
  const args = ['--import', 'tsx', 'scripts/run-tests.ts', '--config', 'test/scripts/unsteady/vitest.config.ts'];
  const child = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const [code] = await once(child, 'close');
  const lines = (text: string) => text.split('\n').filter(Boolean);
  return { code, said: lines(output), ran: lines(await readFile(log, 'utf8')) };
}

const countsIn = (said: readonly string[]) => said.filter((line) => /^\d+ passed, \d+ failed$/.test(line));
const unsteadyIn = (said: readonly string[]) => said.filter((line) => line.startsWith('unsteady: '));

describe('a run of the tests', () => {
  it('that passes ends with its numbers', async () => {
    const { code, said } = await runTests(['passes']);
    expect([code, said.at(-1)]).toEqual([0, '1 passed, 0 failed']);
  });

  it('repeats a file that failed, and passes if the file then does', async () => {
    const { code, said, ran } = await runTests(['passes', 'fails-once', 'loads-once']);
    expect(code, said.join('\n')).toBe(0);
    expect(unsteadyIn(said).sort()).toEqual([
      'unsteady: fails-once-program.ts: passes the second time',
      'unsteady: loads-once-program.ts: the whole file',
    ]);
    expect(countsIn(said)).toEqual(['4 passed, 0 failed']);
    expect(said.at(-1)).toBe('4 passed, 0 failed');
    expect(ran).toHaveLength(4);
  });

  it('repeats each file alone, and fails with one that fails again', async () => {
    const { code, said, ran } = await runTests(['fails-once', 'fails']);
    expect(code).toBe(1);
    expect(unsteadyIn(said)).toEqual(['unsteady: fails-once-program.ts: passes the second time']);
    expect(countsIn(said)).toEqual(['2 passed, 1 failed']);
    expect(said.at(-1)).toBe('2 passed, 1 failed');
    const [one, other] = ran.slice(2).map((line) => line.split(' ')[1]);
    expect(one).not.toBe(other);
  });

  it('fails if other tests of the file fail the second time', async () => {
    const { code, said } = await runTests(['fails-elsewhere']);
    expect([code, said.at(-1)]).toEqual([1, '1 passed, 1 failed']);
    expect(unsteadyIn(said)).toEqual(['unsteady: fails-elsewhere-program.ts: passes the second time']);
  });

  it('repeats nothing after an error outside the tests', async () => {
    const { code, said, ran } = await runTests(['rejects', 'fails']);
    expect([code, said.at(-1)]).toEqual([1, '1 passed, 2 failed']);
    expect(ran).toHaveLength(2);
  });

  it.each([
    ['whose global set-up fails', ['passes'], { SETUP: 'set-up-fails' }],
    ['that finds no tests', [], {}],
  ])('%s counts a failure', async (_, cases, extra) => {
    const { code, said } = await runTests(cases, extra);
    expect([code, said.at(-1)]).toEqual([1, '0 passed, 1 failed']);
  });
});
