import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { RunSummary } from './summary.ts';

const VITEST = resolve(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');

export interface VitestRun {
  readonly hasPassed: boolean;
  readonly summary: RunSummary;
}

/** Runs Vitest once, with these options and file names. The summary of a run that broke off has no files. */
export async function runVitest(args: readonly string[]): Promise<VitestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'lastmile-summary-'));
  try {
    const file = join(folder, 'summary.json');
    const env = { ...process.env, TEST_SUMMARY: file };
    const child = spawn(process.execPath, [VITEST, 'run', ...args], { env, stdio: 'inherit' });
    const end = () => void child.kill('SIGTERM');
    process.once('SIGTERM', end);
    const [code] = await once(child, 'close');
    process.off('SIGTERM', end);
    return { hasPassed: code === 0, summary: await readSummary(file) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readSummary(file: string): Promise<RunSummary> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? { files: [], errors: 0 } : JSON.parse(text);
}
