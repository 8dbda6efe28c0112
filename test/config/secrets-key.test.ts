import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addNewKey, loadSecretsKeys, removePreviousKey } from '../../src/config/secrets-key.ts';

let dataDir: string;
const log = { info: vi.fn(), warn: vi.fn() };
const config = (more: { secretsKey?: string; previousSecretsKey?: string; databaseUrl?: string } = {}) => ({
  dataDir,
  secretsKey: more.secretsKey,
  previousSecretsKey: more.previousSecretsKey,
  databaseUrl: more.databaseUrl,
});

beforeEach(async () => {
  dataDir = join(await mkdtemp(join(tmpdir(), 'lastmile-key-')), 'data');
  vi.clearAllMocks();
});
afterEach(() => rm(join(dataDir, '..'), { recursive: true }));

describe('the secrets key', () => {
  it('is the one that is set, without creating a file', async () => {
    const { current: key } = await loadSecretsKeys(config({ secretsKey: 'ab'.repeat(32) }), log);
    expect(key.toString('hex')).toBe('ab'.repeat(32));
    await expect(stat(dataDir)).rejects.toThrow('ENOENT');
  });

  it('is the first of two while it is replaced, both from the settings and from the file', async () => {
    const set = { secretsKey: 'ab'.repeat(32), previousSecretsKey: 'CD'.repeat(32) };
    const { newest, all } = await loadSecretsKeys(config(set), log);
    expect([newest, ...all].map((key) => key.toString('hex'))).toEqual(['ab', 'ab', 'cd'].map((two) => two.repeat(32)));
    const file = join(dataDir, 'secrets.key');
    const first = await loadSecretsKeys(config(), log);
    const both = await addNewKey(file, first);
    expect(both.all[1]).toEqual(first.current);
    expect((await loadSecretsKeys(config(), log)).all).toEqual(both.all);
    await removePreviousKey(file, both);
    expect((await loadSecretsKeys(config(), log)).all).toEqual([both.newest]);
    expect(await readdir(dataDir)).toEqual(['secrets.key']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is generated at the first start, readable only by its owner, and kept', async () => {
    const first = await loadSecretsKeys(config(), log);
    expect(first.current).toHaveLength(32);
    expect((await stat(join(dataDir, 'secrets.key'))).mode & 0o777).toBe(0o600);
    expect((await loadSecretsKeys(config(), log)).all).toEqual(first.all);
    expect(log.info).toHaveBeenCalledOnce();
  });

  it('is one key, however many start at once', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => loadSecretsKeys(config(), log)));
    expect(new Set(keys.map(({ current }) => current.toString('hex'))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(['secrets.key']);
  });

  it('is generated with a warning if the database is external', async () => {
    await loadSecretsKeys(config({ databaseUrl: 'postgresql://db/isp' }), log);
    expect(log.warn).toHaveBeenCalledOnce();
  });

  it('is never replaced if the file contains something else', async () => {
    await mkdir(dataDir);
    const file = join(dataDir, 'secrets.key');
    await writeFile(file, 'hunter2');
    await expect(loadSecretsKeys(config(), log)).rejects.toThrow(
      `${file} must contain 64 hexadecimal digits, and those of the previous key`,
    );
    expect(await readFile(file, 'utf8')).toBe('hunter2');
  });

  it('reports the folder that it cannot write to', async () => {
    await writeFile(dataDir, 'a file');
    await expect(loadSecretsKeys(config(), log)).rejects.toThrow(
      /Cannot read .*secrets\.key|DATA_DIR must be a folder/,
    );
  });
});
