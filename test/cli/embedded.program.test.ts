import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { programArguments } from '../fixtures/program.ts';
import { command } from './terminal.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'lastmile-cli-test-'));
const settings = { DATA_DIR: dataDir };
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('over the embedded database', () => {
  it('a command starts it and stops it again', async () => {
    expect(await command(settings, 'migrate')).toMatchObject({ code: 0, err: '' });
    const node = await startEmbedded({ dataDir, log: createLog('silent') });
    expect(node.adopted).toBe(false);
    await node.stop();
  });

  it('a command works while a node is running, and leaves it running', async () => {
    const node = await startEmbedded({ dataDir, log: createLog('silent') });
    try {
      expect(await command(settings, 'admin', 'create', 'asha')).toMatchObject({ code: 0, err: '' });
      expect(await command(settings, 'backup', 'auth', join(dataDir, 'auth'))).toMatchObject({ code: 0, err: '' });
      expect(process.kill(node.pid, 0)).toBe(true);
    } finally {
      await node.stop();
    }
  });

  it('a restore creates the folder', async () => {
    const there = await mkdtemp(join(tmpdir(), 'lastmile-cli-test-'));
    try {
      const restored = await command({ DATA_DIR: join(there, 'new') }, 'restore', join(dataDir, 'auth'));
      expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Restored auth') });
    } finally {
      await rm(there, { recursive: true, force: true });
    }
  });
});

describe('the program', () => {
  it('prints results to standard output and errors to standard error, and sets the exit code', async () => {
    const program = spawn(process.execPath, [...programArguments('cli'), 'backup', 'everything', 'file']);
    let err = '';
    program.stderr.setEncoding('utf8').on('data', (text) => {
      err += text;
    });
    const [code] = await once(program, 'close');
    expect([code, err]).toEqual([2, 'db: must be crm, crm_archive, radius, auth or all\n']);
  });
});
