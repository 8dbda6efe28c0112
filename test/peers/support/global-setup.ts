import { rmSync } from 'node:fs';
import { chmod, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { endProcessesIn, killProcessesIn, run } from './process.ts';
import { requirePrograms } from './programs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder everything of this run lives and works in. */
    peersFolder: string;
  }
}

/** What is run is what an operator runs: the build. Nothing of a run outlives it, however it ended. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  requirePrograms();
  await build();
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'lastmile-peers-'));
  // As root, the database runs under another account, which has to pass through.
  await chmod(folder, 0o711);
  project.provide('peersFolder', folder);
  // Also when the run is broken off.
  process.once('exit', () => {
    killProcessesIn(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  return async () => {
    const left = await endProcessesIn(folder);
    if (left.length > 0) throw new Error(`The peer tests left ${left.length} processes behind; they were ended.`);
  };
}

async function build(): Promise<void> {
  const built = await run('npm', ['run', 'build'], { timeoutMs: 600_000 });
  if (built.code !== 0) throw new Error(`npm run build failed\n${built.stdout}\n${built.stderr}`);
}
