import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadSecretsKey } from '../../src/config/secrets-key.ts';

let dataDir: string;
const log = { info: vi.fn(), warn: vi.fn() };
const config = (more: { secretsKey?: string; databaseUrl?: string } = {}) => ({
  dataDir,
  secretsKey: more.secretsKey,
  databaseUrl: more.databaseUrl,
});

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'lastmile-key-')), 'data');
  vi.clearAllMocks();
});
afterEach(() => rm(join(dataDir, '..'), { recursive: true }));

describe('the secrets key', () => {
  it('is the one that is set, without creating a file', async () => {
    const key = await loadSecretsKey(config({ secretsKey: 'ab'.repeat(32) }), log);
    expect(key.toString('hex')).toBe('ab'.repeat(32));
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  it('is generated at the first start, readable only by its owner, and kept', async () => {
    const first = await loadSecretsKey(config(), log);
    expect(first).toHaveLength(32);
    expect((await stat(join(dataDir, 'secrets.key'))).mode & 0o777).toBe(0o600);
    expect(await loadSecretsKey(config(), log)).toEqual(first);
    expect(log.info).toHaveBeenCalledOnce();
  });

  it('is one key, however many start at once', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretsKey(config(), log)));
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['secrets.key']);
  });

  it('is generated with a warning if the database is external', async () => {
    await loadSecretsKey(config({ databaseUrl: 'postgresql://db/isp' }), log);
    expect(log.warn).toHaveBeenCalledOnce();
  });

  it('is never replaced if the file contains something else', async () => {
    await mkdir(dataDir);
    const file = join(dataDir, 'secrets.key');
    await writeFile(file, 'hunter2');
    await expect(loadSecretsKey(config(), log)).rejects.toThrow(`${file} must hold 64 hexadecimal digits.`);
    expect(await readFile(file, 'utf8')).toBe('hunter2');
  });

  it('reports the folder that it cannot write to', async () => {
    await writeFile(dataDir, 'a file');
    await expect(loadSecretsKey(config(), log)).rejects.toThrow(
      /secrets\.key cannot be read|DATA_DIR must be a folder/,
    );
  });
});
