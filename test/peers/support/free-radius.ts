import { copyFile, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { Running } from './process.ts';
import { pathOf } from './programs.ts';

const READY_WITHIN_MS = 120_000;

export interface FreeRadius {
  /** Holds its configuration and all that it writes. */
  readonly folder: string;
  /** What it said so far. */
  log(): string;
  stop(): Promise<void>;
}

export interface Configuration {
  /** A file next to this one. */
  readonly file: string;
  /** Read there as `$ENV{name}`; `FOLDER` is set already. */
  readonly env: Readonly<Record<string, string>>;
  /** Called before the start, to add files. */
  readonly furnish?: (folder: string) => Promise<void>;
}

/** Starts a FreeRADIUS over a configuration of ours and nothing of what the package ships but modules and dictionaries. */
export async function startFreeRadius({ file, env, furnish }: Configuration): Promise<FreeRadius> {
  const folder = await mkdtemp(join(inject('peersFolder'), 'freeradius-'));
  await copyFile(join(import.meta.dirname, file), join(folder, 'radiusd.conf'));
  await writeFile(join(folder, 'dictionary'), '');
  await furnish?.(folder);
  const running = new Running(pathOf('freeradius'), ['-f', '-l', 'stdout', '-d', folder], {
    cwd: folder,
    env: { ...env, FOLDER: folder },
  });
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!running.stdout.includes('Ready to process requests')) {
    if (running.outcome || Date.now() > deadline) {
      await running.stop(0);
      throw new Error(`FreeRADIUS with ${file} did not start:\n${running.stdout}${running.stderr}`);
    }
    await sleep(50);
  }
  return { folder, log: () => running.stdout, stop: async () => void (await running.stop()) };
}
