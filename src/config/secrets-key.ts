import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config, ConfigError } from './config.ts';
import { ensureDataDir } from './data-dir.ts';
import type { Logger } from './log.ts';

/**
 * The 32-byte key that seals secrets in the database (RADIUS secrets, passwords that must be read back): SECRETS_KEY, or the
 * key in `dataDir/secrets.key`, which the first start generates.
 * @throws ConfigError when the file contains anything but a key
 */
export async function loadSecretsKey(
  config: Pick<Config, 'secretsKey' | 'dataDir' | 'databaseUrl'>,
  log: Pick<Logger, 'warn' | 'info'>,
): Promise<Buffer> {
  if (config.secretsKey !== undefined) return Buffer.from(config.secretsKey, 'hex');
  const file = join(config.dataDir, 'secrets.key');
  const existing = await readKey(file);
  if (existing) return existing;
  await ensureDataDir(config.dataDir);
  await createKey(file);
  const key = await readKey(file);
  if (!key) throw new ConfigError([`${file} disappeared while it was being created.`]);
  const advice = 'keep a copy of it with the backups: without it no sealed password can be read again';
  // With an external database the folder may be in a container and lost at the next start.
  if (config.databaseUrl === undefined) log.info({ file }, `generated a new secrets key; ${advice}`);
  else
    log.warn(
      { file },
      `generated a new secrets key although DATABASE_URL names an external database; ${advice}, or set SECRETS_KEY`,
    );
  return key;
}

/**
 * The key in a file that must be there.
 * @throws ConfigError
 */
export async function readSecretsKeyFile(file: string): Promise<Buffer> {
  const key = await readKey(file);
  if (!key) throw new ConfigError([`There is no file ${file}.`]);
  return key;
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new ConfigError([`${file} cannot be read (${error.message}).`]);
  });
  if (text === undefined) return undefined;
  if (!/^[0-9a-fA-F]{64}\s*$/.test(text)) throw new ConfigError([`${file} must hold 64 hexadecimal digits.`]);
  return Buffer.from(text.trim(), 'hex');
}

/** Atomic, and never replaces a key that another process has just created: `link` fails if the name exists. */
async function createKey(file: string): Promise<void> {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeDurably(draft, `${randomBytes(32).toString('hex')}\n`);
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
