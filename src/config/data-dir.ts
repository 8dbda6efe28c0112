import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { ConfigError } from './config.ts';

/**
 * Makes the data folder when it is missing.
 * @throws ConfigError when it cannot be made or written
 */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    // As root, the account that PostgreSQL runs under has to pass through. What is secret in here is protected itself.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError([`DATA_DIR must be a folder that this program can write to (${reason}).`]);
  }
}
