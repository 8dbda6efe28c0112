import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { callsTo } from '../fixtures/api.ts';
import { assistantOf, callsOf } from '../fixtures/assistant.ts';
import { programArguments } from '../fixtures/program.ts';
import { contact, makeUser } from '../fixtures/tenants.ts';

const folder = await mkdtemp(join(tmpdir(), 'lastmile-mcp-test-'));
const ADMIN_API_KEY = '0a'.repeat(25);
const node = await startNode();
afterAll(async () => {
  node.child.kill('SIGTERM');
  await node.ended;
  await rm(folder, { recursive: true, force: true });
});
const api = callsTo(node.url);
const admin = { userid: 1, api_key: ADMIN_API_KEY };
const isp = { name: 'Example Net', code: 'EXN', country: 'India', ...contact };
const ispid = await api.ok<number>('isp/create', isp, admin);
const me = await makeUser(api, admin, { ispid });

async function startNode(): Promise<{ child: ChildProcess; url: string; ended: Promise<unknown> }> {
  const env = {
    ...{
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      DATA_DIR: folder,
      ADMIN_API_KEY,
      PROCESSES: '1',
      STOP_WITHIN_S: '110',
    },
    ...{ BIND_ADDRESS: '127.0.0.1', HTTP_PORT: '0', RADIUS_AUTH_PORT: '0', RADIUS_ACCT_PORT: '0' },
  };
  const child = spawn(process.execPath, programArguments('main'), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'close');
  const port = () => /"httpPort":(\d+)[^\n]*ready/.exec(output)?.[1];
  while (port() === undefined) {
    if (child.exitCode !== null) throw new Error(`the node ended before it was ready: ${output}`);
    await sleep(50);
  }
  return { child, url: `http://127.0.0.1:${port()}`, ended };
}

/** As an assistant starts it. */
function transportOf(settings: Record<string, string> = {}): StdioClientTransport {
  const env = {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    LASTMILE_URL: node.url,
    LASTMILE_API_KEY: `${me.userid}.${me.api_key}`,
    ...settings,
  };
  return new StdioClientTransport({
    command: process.execPath,
    args: [...programArguments('cli'), 'mcp'],
    env,
    stderr: 'pipe',
  });
}

async function connect(settings: Record<string, string> = {}) {
  const client = new Client({ name: 'a test', version: '1.0.0' });
  await client.connect(transportOf(settings) as never);
  onTestFinished(() => client.close());
  return callsOf(client);
}

describe('an assistant that starts the command mcp', () => {
  it('has the tools of a started node, as over HTTP', async () => {
    const [overStdio, overHttp] = [await connect(), await assistantOf(node.url, me)];
    const tools = await overStdio.tools();
    expect(tools).toEqual(await overHttp.tools());
    expect(tools).toEqual(expect.arrayContaining(['subscriber_get', 'lead_create']));
    expect(tools).not.toContain('isp_create');
    expect(overStdio.client.getInstructions()).toBe(overHttp.client.getInstructions());
  });

  it('reads, and changes what is confirmed', async () => {
    const { call, act } = await connect();
    expect(await call('isp_list')).toMatchObject({ failed: false, result: [{ code: 'EXN' }] });
    expect(await call('location_create', { location_code: 'BLR', location: 'Bengaluru' })).toMatchObject({
      done: false,
    });
    expect(await call('location_list')).toMatchObject({ result: [] });
    expect(await act('location_create', { location_code: 'BLR', location: 'Bengaluru' })).toMatchObject({ done: true });
    expect(await call('location_list')).toMatchObject({ result: [{ location_code: 'BLR' }] });
    expect(await call('customer_update', { customerid: 7, name: 'x', confirmation: 'yes' })).toMatchObject({
      failed: true,
      status: 400,
    });
  });

  it('is told that the key is wrong, or that nothing answers', async () => {
    await expect(connect({ LASTMILE_API_KEY: `${me.userid}.${'0'.repeat(50)}` })).rejects.toThrow(
      'wrong userid or api_key, or the key may not be used from this address',
    );
    await expect(connect({ LASTMILE_URL: 'http://127.0.0.1:1' })).rejects.toThrow('cannot reach http://127.0.0.1:1: ');
  });
});

describe('the command mcp', () => {
  it('ends when its input ends, after the last answer', async () => {
    const env = {
      PATH: process.env.PATH ?? '',
      LASTMILE_URL: node.url,
      LASTMILE_API_KEY: `${me.userid}.${me.api_key}`,
    };
    const child = spawn(process.execPath, [...programArguments('cli'), 'mcp'], { env });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.stdin.end('nonsense\n{"jsonrpc":"2.0","id":"last","method":"ping"}\n');
    const [code] = await once(child, 'close');
    expect([code, JSON.parse(out)]).toEqual([0, { jsonrpc: '2.0', id: 'last', result: {} }]);
  });

  it('does not start without a key', async () => {
    const env = { PATH: process.env.PATH ?? '', LASTMILE_URL: 'nonsense' };
    const child = spawn(process.execPath, [...programArguments('cli'), 'mcp'], { env });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      err += text;
    });
    const [code] = await once(child, 'close');
    expect([code, err]).toEqual([
      1,
      'LASTMILE_URL must be a URL without a path, such as https://isp.example.net.\n' +
        'LASTMILE_API_KEY must be the id of a login user, a dot and one of its API keys.\n',
    ]);
  });
});
