import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { ensureDataDir } from './data-dir.ts';
import type { Logger } from './log.ts';
import { SecretsKeys } from './secrets-keys.ts';

type KeySettings = Pick<Config, 'secretsKey' | 'previousSecretsKey' | 'dataDir'>;

/**
 * The keys that seal secrets in the database (RADIUS secrets, passwords that must be read back): SECRETS_KEY and
 * SECRETS_KEY_PREVIOUS, or those in `dataDir/secrets.key`, where the first start generates one.
 * @throws ConfigError when the file contains anything but keys
 */
export async function loadSecretsKeys(
  config: KeySettings & Pick<Config, 'databaseUrl'>,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<SecretsKeys> {
  const existing = await findSecretsKeys(config);
  if (existing) return existing;
  const file = secretsKeyFile(config);
  await ensureDataDir(config.dataDir);
  await createKey(file);
  const keys = await readKeys(file);
  if (!keys) throw new ConfigError([`${file} disappeared while it was being created.`]);
  const advice = 'keep a copy of it with the backups, because without it nobody can read the sealed passwords';
  // With an external database the folder may be in a container and lost at the next start.
  if (config.databaseUrl === undefined) log.info({ file }, `generated a new secrets key; ${advice}`);
  else
    log.warn(
      { file },
      `generated a new secrets key although DATABASE_URL names an external database; ${advice}, or set SECRETS_KEY`,
    );
  return keys;
}

/** The same without generating any: undefined if there are none. @throws ConfigError */
export async function findSecretsKeys(config: KeySettings): Promise<SecretsKeys | undefined> {
  const { secretsKey, previousSecretsKey } = config;
  if (secretsKey === undefined) return readKeys(secretsKeyFile(config));
  return new SecretsKeys(
    Buffer.from(secretsKey, 'hex'),
    previousSecretsKey === undefined ? undefined : Buffer.from(previousSecretsKey, 'hex'),
  );
}

export const secretsKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'secrets.key');

/**
 * The key in a file that must be there.
 * @throws ConfigError
 */
export async function readSecretsKeyFile(file: string): Promise<SecretsKeys> {
  const keys = await readKeys(file);
  if (!keys) throw new ConfigError([`There is no file ${file}.`]);
  return keys;
}

/** Generates a key in a file of one key, which becomes the previous one. Atomic: the file has its former contents or the new. */
export async function addNewKey(file: string, { current }: SecretsKeys): Promise<SecretsKeys> {
  const keys = new SecretsKeys(randomBytes(32), current);
  await replaceKeys(file, keys.all);
  return keys;
}

/** Removes the previous key from a file of two. */
export const removePreviousKey = (file: string, { newest }: SecretsKeys): Promise<void> => replaceKeys(file, [newest]);

async function readKeys(file: string): Promise<SecretsKeys | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new ConfigError([`Cannot read ${file} (${error.message}).`]);
  });
  if (text === undefined) return undefined;
  const [newest = '', previous, ...others] = text.trim().split(/\s+/);
  const isKey = (line: string) => /^[0-9a-fA-F]{64}$/.test(line);
  if (!isKey(newest) || (previous !== undefined && !isKey(previous)) || others.length > 0)
    throw new ConfigError([
      `${file} must contain 64 hexadecimal digits, and those of the previous key, if any, on a second line.`,
    ]);
  return new SecretsKeys(Buffer.from(newest, 'hex'), previous === undefined ? undefined : Buffer.from(previous, 'hex'));
}

/** Atomic, and never replaces a key that another process has just created: `link` fails if the name exists. */
async function createKey(file: string): Promise<void> {
  const draft = await writeDraft(file, [randomBytes(32)]);
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(file);
}

async function replaceKeys(file: string, keys: readonly Buffer[]): Promise<void> {
  await rename(await writeDraft(file, keys), file);
  await syncFolder(file);
}

/** Returns its name. It is on the disk. */
async function writeDraft(file: string, keys: readonly Buffer[]): Promise<string> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(keys.map((key) => `${key.toString('hex')}\n`).join(''));
    await handle.sync();
    return draft;
  } finally {
    await handle.close();
  }
}

async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}
