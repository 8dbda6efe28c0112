import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { ConfigError } from './config.ts';

/** Creates the data folder if missing. @throws ConfigError when it cannot be created or written */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    // If this is root, PostgreSQL's account has to pass through. The secrets in the folder have their own permissions.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError([`DATA_DIR must be a folder that this program can write to (${reason}).`]);
  }
}
