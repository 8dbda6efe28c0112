import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cluster } from '../../deploy/cluster/cluster.ts';
import { carryOut } from '../../deploy/cluster/commands.ts';
import { ClusterError } from '../../deploy/cluster/failure.ts';
import { processesIn, Running, run } from '../peers/support/process.ts';

const MAIN = resolve(import.meta.dirname, '../../deploy/cluster/main.ts');
const command = (...words: string[]) => ['--import', 'tsx', MAIN, ...words];

let dir: string;
let running: Running | undefined;

beforeEach(async () => {
  dir = await mkdtemp(join(await realpath(tmpdir()), 'lm-command-'));
});
afterEach(async () => {
  await running?.stop(60_000);
  running = undefined;
  await rm(dir, { recursive: true, force: true, maxRetries: 10 });
});

async function started(): Promise<Running> {
  running = new Running(process.execPath, command('--dir', dir));
  const deadline = Date.now() + 200_000;
  while (!running.stdout.includes('Ctrl-C stops everything')) {
    if (running.outcome || Date.now() > deadline) throw new Error(`${running.stdout}${running.stderr}`);
    await sleep(200);
  }
  return running;
}

const ask = (...words: string[]) => run(process.execPath, command('--dir', dir, ...words), { timeoutMs: 120_000 });

/** Whatever the cluster starts works in its folder. */
async function nothingLeft(withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (processesIn(dir).length > 0 && Date.now() < deadline) await sleep(100);
  expect(processesIn(dir)).toEqual([]);
}

describe('npm run cluster', () => {
  it('shows what runs, obeys, and leaves nothing when it is interrupted', async () => {
    const cluster = await started();
    expect(cluster.stdout).toMatch(/^node3 +Lastmile +http:\/\/127\.0\.0\.1:\d+, .*node3\.log$/m);
    expect(processesIn(dir).length).toBeGreaterThan(10);
    expect((await ask('kill', 'node2')).stdout).toBe('node2 is killed.\n');
    expect((await ask('status')).stdout).toMatch(/^node2 +ended$/m);
    expect((await ask('start', 'node2')).stdout).toBe('node2 is ready.\n');
    expect((await ask('freeze', 'primary')).stdout).toMatch(/^postgres\d is frozen\.\n$/);
    cluster.signal('SIGINT');
    expect(await cluster.ended).toMatchObject({ code: 0, stderr: '' });
    await nothingLeft(0);
    expect(await ask('status')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^No cluster runs in .*\.\n$/),
    });
  });

  it('leaves nothing when it is killed', async () => {
    const cluster = await started();
    cluster.signal('SIGKILL');
    await cluster.ended;
    await nothingLeft(60_000);
  });

  it('says in one sentence that a port is taken, and starts nothing', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    const { code, stderr } = await ask('--base-port', String(port));
    server.close();
    expect(stderr).toMatch(new RegExp(`^Port ${port} \\(api\\) is in use: .*\\.\n$`));
    expect(code).toBe(1);
    expect(processesIn(dir)).toEqual([]);
  });

  it('stops all parts when one does not start, and shows the end of its log', async () => {
    // A folder that etcd cannot have made.
    await rm(dir, { recursive: true });
    await run('mkdir', ['-p', join(dir, 'etcd')]);
    await writeFile(join(dir, 'etcd/data'), 'no folder');
    const { code, stderr } = await ask();
    expect(stderr).toMatch(/^etcd ended before it was ready\. The end of .*etcd\.log:\n/);
    expect(stderr).toContain(readFileSync(join(dir, 'etcd.log'), 'utf8').trimEnd().split('\n').at(-1));
    expect(code).toBe(1);
    expect(processesIn(dir)).toEqual([]);
  });

  it('says of a command of a newer version that the cluster which runs does not have it', () => {
    const cluster = {} as Cluster;
    const request = { command: 'dance' } as unknown as Parameters<typeof carryOut>[1];
    expect(() => carryOut(cluster, request)).toThrow(
      new ClusterError('The cluster that runs was started by another version, which has no command dance.'),
    );
  });

  it.each([
    [['dance'], /^There is no command dance; the commands are status, .*\.\n$/],
    [['freeze'], /^freeze needs an argument: .*\n$/],
    [['--base-port', '80'], /^--base-port must be a port number from 1024 to 65000\.\n$/],
    [['--roles', ' '], /^--roles must be those of one to 5 nodes, such as 'api,jobs radius radius'\.\n$/],
    [['--roles', 'api radius jobs radius api jobs'], /^--roles must be those of one to 5 nodes, /],
    [['--roles', 'api radius,dance jobs'], /^--roles: there is no role 'dance'; the roles are api, radius, jobs\.\n$/],
    [['--roles', 'api radius'], /^--roles: One node must have the role jobs\.\n$/],
    [['--roles', 'api api jobs radius'], /^--roles: One of the first 3 nodes must have the role radius\.\n$/],
    [['--speed', '3'], /^Unknown option '--speed'/],
  ])('refuses %j', async (words, sentence) => {
    const { code, stderr } = await ask(...words);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(1);
  });
});
