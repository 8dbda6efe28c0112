import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type File, startTests, type Task, type VitestRunner } from '@vitest/runner';
import fc from 'fast-check';
import { TestRunner, vi } from 'vitest';
import { SWITCH } from './instrument.ts';
import { type Finding, type Reach, readPlan, type Trial } from './plan.ts';

/** A test that waits for what a mutant does not do is not waited for much longer than it takes without one. */
const TIMEOUT_FACTOR = 5;
const MIN_TIMEOUT_MS = 10_000;
/** A loop that does not end asks for mutants for ever. */
const CALLS_FACTOR = 4;
const MORE_CALLS = 100_000;

/** What the instrumented files ask. */
const present = { id: 0, calls: 0, maxCalls: Number.POSITIVE_INFINITY, reached: new Set<number>() };

Object.assign(globalThis, {
  [SWITCH](id: number): boolean {
    present.calls += 1;
    if (present.calls > present.maxCalls) throw new Error('the mutant does not end');
    if (present.id === 0) present.reached.add(id);
    return id === present.id;
  },
});

/**
 * Tries all mutants of a plan in one worker: starting one for each would take longer than most tests. So test files are run by a
 * runner within the runner, which tells Vitest nothing.
 */
export default class SessionRunner extends TestRunner {
  async onBeforeRunFiles(): Promise<void> {
    const plan = readPlan();
    const note = (finding: Finding) => appendFileSync(plan.findings, `${JSON.stringify(finding)}\n`);
    const tests = new Tests(this);
    for (const test of plan.baseline) note({ kind: 'reached', test, reach: await reachOf(tests, test) });
    for (const trial of plan.trials) {
      if (Date.now() > plan.deadline) return;
      note({ kind: 'begun', id: trial.id });
      const by = await killerOf(tests, trial);
      note(by === undefined ? { kind: 'survived', id: trial.id } : { kind: 'killed', id: trial.id, by });
    }
  }
}

async function reachOf(tests: Tests, test: string): Promise<Reach> {
  Object.assign(present, { id: 0, calls: 0, maxCalls: Number.POSITIVE_INFINITY, reached: new Set() });
  const begun = Date.now();
  const hasPassed = await tests.pass(test, { timeoutMs: 120_000 });
  return { hasPassed, ms: Date.now() - begun, calls: present.calls, ids: [...present.reached] };
}

/** The first test file that fails. */
async function killerOf(tests: Tests, { id, tests: reaching }: Trial): Promise<string | undefined> {
  // What modules remember of other mutants would hide this one, and what they compute when they are loaded is computed again.
  vi.resetModules();
  try {
    for (const { path, ms, calls } of reaching) {
      Object.assign(present, { id, calls: 0, maxCalls: calls * CALLS_FACTOR + MORE_CALLS });
      if (!(await tests.pass(path, { timeoutMs: Math.max(MIN_TIMEOUT_MS, ms * TIMEOUT_FACTOR) }))) return path;
    }
    return undefined;
  } finally {
    Object.assign(present, { id: 0, maxCalls: Number.POSITIVE_INFINITY });
  }
}

/** Runs test files, one at a time, up to their first failure. */
class Tests {
  readonly #runner: VitestRunner;
  #hasFailed = false;

  constructor(outer: TestRunner) {
    const config = { ...outer.config, setupFiles: [] };
    this.#runner = Object.assign(Object.create(outer), {
      config,
      onBeforeRunFiles: undefined,
      onCollectStart: undefined,
      onCollected: undefined,
      onTaskUpdate: undefined,
      onBeforeRunTask: (test: Task) => {
        if (this.#hasFailed) test.mode = 'skip';
        return TestRunner.prototype.onBeforeRunTask.call(outer, test as never);
      },
      onAfterRunTask: (test: Task) => {
        this.#hasFailed ||= test.result?.state === 'fail';
        return TestRunner.prototype.onAfterRunTask.call(outer, test as never);
      },
      importFile: (path: string, source: 'collect' | 'setup') => {
        forget(outer, path);
        return TestRunner.prototype.importFile.call(outer, path, source);
      },
    });
  }

  async pass(test: string, { timeoutMs }: { readonly timeoutMs: number }): Promise<boolean> {
    this.#hasFailed = false;
    this.#runner.config.testTimeout = timeoutMs;
    // The first counterexample is enough.
    fc.configureGlobal({ seed: 20261121, endOnFailure: true });
    const files = await startTests([resolve(test)], this.#runner);
    return files.every(hasPassed);
  }
}

function hasPassed(task: File | Task): boolean {
  return task.result?.state !== 'fail' && (!('tasks' in task) || task.tasks.every(hasPassed));
}

/** A test file is loaded again for each run. */
function forget(outer: TestRunner, path: string): void {
  const { evaluatedModules } = (outer as unknown as { workerState: WorkerState }).workerState;
  const known = evaluatedModules.getModuleById(path);
  if (known) evaluatedModules.invalidateModule(known);
}

interface WorkerState {
  readonly evaluatedModules: { getModuleById(id: string): object | undefined; invalidateModule(known: object): void };
}
