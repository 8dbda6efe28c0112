import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ClusterError } from './failure.ts';
import { Ports } from './ports.ts';

const stored = z.object({
  basePort: z.number(),
  superuserPassword: z.string(),
  replicationPassword: z.string(),
  databasePassword: z.string(),
  secretsKey: z.string(),
  adminApiKey: z.string(),
  radiusSecret: z.string(),
});

/** What a cluster keeps when it is stopped and started again: its ports and secrets. */
export type Settings = z.infer<typeof stored>;

/** Those of the folder, or new ones, which are kept there. @throws ClusterError if a port is in use, or the file is damaged */
export async function settingsOf(dir: string, basePort: number | undefined): Promise<Settings> {
  const file = join(dir, 'cluster.json');
  const before = existsSync(file) ? read(file) : undefined;
  const settings: Settings = {
    ...(before ?? newSecrets()),
    basePort: basePort ?? before?.basePort ?? (await Ports.choose()).base,
  };
  await new Ports(settings.basePort).checkFree();
  writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`, { mode: 0o600 });
  return settings;
}

function read(file: string): Settings {
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new ClusterError(`${file} is damaged: restore it, or choose another --dir.`);
  }
}

function newSecrets(): Omit<Settings, 'basePort'> {
  const secret = (octets: number) => randomBytes(octets).toString('hex');
  return {
    superuserPassword: secret(16),
    replicationPassword: secret(16),
    databasePassword: secret(16),
    secretsKey: secret(32),
    adminApiKey: secret(25),
    // Nobody else reaches it, and the tour of README.md uses this one.
    radiusSecret: 'testing123',
  };
}
