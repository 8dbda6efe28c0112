import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Finding, PLAN, type Plan } from './plan.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** A trial that has begun when the time is over may end, but not hang. */
const GRACE_MS = 120_000;
const STOPS = ['SIGTERM', 'SIGINT'] as const;
const PROGRESS_MS = 60_000;
/** A loop that asks for no mutants never ends; the process is. */
const MAX_SILENCE_MS = 10 * 60_000;

/** Runs Vitest once over a plan. A mutant that ends the process is the last one that was begun. */
export async function runSession(plan: Omit<Plan, 'findings'>): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lastmile-mutants-'));
  const findings = join(folder, 'findings.jsonl');
  const file = join(folder, 'plan.json');
  writeFileSync(file, JSON.stringify({ ...plan, findings }));
  const hanging = new AbortController();
  const progress = setInterval(() => {
    say(progressOf(readFindings(findings), plan));
    if (existsSync(findings) && Date.now() - statSync(findings).mtimeMs > MAX_SILENCE_MS) hanging.abort();
  }, PROGRESS_MS);
  try {
    const output = await runVitest({ file, endBy: plan.deadline + GRACE_MS, hanging: hanging.signal });
    const found = readFindings(findings);
    if (found.filter(({ kind }) => kind === 'reached').length < plan.baseline.length)
      throw new Error(`the session did not run all tests without mutants: ${output}`);
    if (found.length === 0) throw new Error(`the session has found nothing: ${output}`);
    return found;
  } finally {
    clearInterval(progress);
    rmSync(folder, { recursive: true, force: true });
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);

interface VitestRun {
  readonly file: string;
  readonly endBy: number;
  readonly hanging: AbortSignal;
}

async function runVitest({ file, endBy, hanging }: VitestRun): Promise<string> {
  const args = [VITEST, 'run', '--config', 'scripts/mutants/vitest.config.ts', '--root', ROOT];
  const env = { ...process.env, [PLAN]: file };
  const child = spawn(process.execPath, args, { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const end = () => void child.kill('SIGTERM');
  const timer = setTimeout(end, endBy - Date.now());
  hanging.addEventListener('abort', end);
  const stop = () => {
    end();
    process.exitCode = 1;
    child.once('close', () => process.exit());
  };
  for (const signal of STOPS) process.once(signal, stop);
  await once(child, 'close');
  for (const signal of STOPS) process.off(signal, stop);
  clearTimeout(timer);
  return output;
}

function readFindings(path: string): Finding[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

function progressOf(found: readonly Finding[], { baseline, trials }: Omit<Plan, 'findings'>): string {
  const count = (kind: Finding['kind']) => found.filter((each) => each.kind === kind).length;
  const tried = `${count('killed')} killed and ${count('survived')} survived of ${trials.length}`;
  return trials.length > 0 ? tried : `${count('reached')} of ${baseline.length} test files run without mutants`;
}
