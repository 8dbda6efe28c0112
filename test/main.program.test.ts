import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { runCleanup } from '../src/cleanup.ts';
import { programArguments } from './fixtures/program.ts';

const folder = await mkdtemp(join(tmpdir(), 'lastmile-main-test-'));
const nodes: Pick<Node, 'child' | 'ended'>[] = [];
afterAll(async () => {
  for (const { child, ended } of nodes) {
    child.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});
const postmaster = join(folder, 'postgres', 'data', 'postmaster.pid');

/** Does what a defect of ours would: breaks a promise that nobody waits for, or throws where nobody catches. */
const DEFECT = `data:text/javascript,
  process.on('SIGUSR2', () => void Promise.reject(new Error('nobody waits')));
  process.on('SIGHUP', () => { throw new Error('nobody catches'); })`;
const PROGRAM = ['--import', DEFECT, ...programArguments('main')];

interface Node {
  readonly child: ChildProcess;
  readonly httpPort: number;
  /** All it has written. */
  said(): string;
  readonly ended: Promise<number | null>;
}

async function startNode(): Promise<Node> {
  const env = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    DATA_DIR: folder,
    BIND_ADDRESS: '127.0.0.1',
    HTTP_PORT: '0',
    RADIUS_AUTH_PORT: '0',
    RADIUS_ACCT_PORT: '0',
    // The signals are for the process that is the node.
    PROCESSES: '1',
    // A busy machine takes many times as long.
    STOP_WITHIN_S: '110',
  };
  const child = spawn(process.execPath, PROGRAM, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = new Promise<number | null>((done) => child.on('close', done));
  const node = { child, said: () => output, ended };
  nodes.push(node);
  const ready = () => /"httpPort":(\d+)[^\n]*ready/.exec(output)?.[1];
  while (!ready()) {
    if (child.exitCode !== null) throw new Error(`the node ended before it was ready: ${output}`);
    await sleep(50);
  }
  return { ...node, httpPort: Number(ready()) };
}

describe('a node', () => {
  it('stops cleanly on SIGTERM, although a request was only half sent', async () => {
    const node = await startNode();
    expect(existsSync(postmaster)).toBe(true);
    const socket = connect(node.httpPort, '127.0.0.1');
    socket.on('error', () => undefined);
    // The node says that it has the headers and waits for the rest.
    socket.write(
      'POST /api/isp/list HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\nuserid=',
    );
    await once(socket, 'data');
    node.child.kill('SIGTERM');
    expect(await node.ended, node.said()).toBe(0);
    expect(existsSync(postmaster)).toBe(false);
    socket.destroy();
  });

  it('survives an unhandled rejection, which it logs and counts', async () => {
    const node = await startNode();
    const page = (path: string) => fetch(`http://127.0.0.1:${node.httpPort}${path}`);
    for (let times = 1; times <= 2; times++) {
      node.child.kill('SIGUSR2');
      await expect
        .poll(async () => (await page('/metrics')).text())
        .toContain(`\nlastmile_unhandled_rejections_total ${times}\n`);
    }
    expect(node.said()).toMatch(/"level":"error".*nobody waits.*unhandled promise rejection/);
    expect((await page('/readyz')).status).toBe(200);
    node.child.kill('SIGTERM');
    expect(await node.ended, node.said()).toBe(0);
  });

  it('logs an uncaught exception and stops its database', async () => {
    const node = await startNode();
    node.child.kill('SIGHUP');
    expect(await node.ended).toBe(1);
    expect(node.said()).toMatch(/"level":"fatal".*nobody catches.*uncaughtException/);
    expect(node.said()).toContain('"msg":"stopped"');
    expect(existsSync(postmaster)).toBe(false);
  });
});

describe('stopping', () => {
  it('continues after a step that fails, and throws its error at the end', async () => {
    const done: string[] = [];
    const log = { error: vi.fn() };
    const steps = [
      async () => done.push('database'),
      async () => Promise.reject(new Error('no answer')),
      async () => done.push('http'),
    ];
    await expect(runCleanup(steps, log)).rejects.toThrow('no answer');
    expect(done).toEqual(['http', 'database']);
    expect(log.error).toHaveBeenCalledTimes(1);
  });
});
