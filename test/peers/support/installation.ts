import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { copyMigratedCluster } from '../../fixtures/migrated-cluster.ts';
import { freePort } from './ports.ts';
import { endProcessesIn, type Outcome, Running, run } from './process.ts';
import { pathOf } from './programs.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/main.js');
/* A busy machine takes many times as long as one that is not. */
const READY_WITHIN_MS = 180_000;
const STOP_WITHIN_S = 50;

export type Settings = Readonly<Record<string, string>>;

/** A program that runs the node as its last arguments. */
export interface Around {
  readonly program: string;
  readonly args: readonly string[];
}

export interface Ports {
  readonly http: number;
  readonly auth: number;
  readonly acct: number;
}

/** A folder with a node's data, and the ports the node listens on: what stays when the node is started again. */
export class Installation {
  readonly folder: string;
  readonly ports: Ports;

  private constructor(folder: string, ports: Ports) {
    this.folder = folder;
    this.ports = ports;
  }

  static async make(port = freePort): Promise<Installation> {
    const folder = await mkdtemp(join(inject('peersFolder'), 'node-'));
    await chmod(folder, 0o711);
    // Not what is tried here.
    await mkdir(join(folder, 'data'), { mode: 0o711 });
    await copyMigratedCluster(join(folder, 'data'));
    return new Installation(folder, { http: await port(), auth: await port(), acct: await port() });
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.ports.http}`;
  }

  /** Starts the program; it may well end at once. Nothing of our own environment reaches it but the way to programs. */
  launch(settings: Settings = {}, around?: Around): Running {
    const env = {
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      DATA_DIR: join(this.folder, 'data'),
      HTTP_PORT: String(this.ports.http),
      RADIUS_AUTH_PORT: String(this.ports.auth),
      RADIUS_ACCT_PORT: String(this.ports.acct),
      STOP_WITHIN_S: String(STOP_WITHIN_S),
      ...settings,
    };
    const command = [process.execPath, PROGRAM];
    const [program = '', ...args] = around ? [around.program, ...around.args, ...command] : command;
    return new Running(program, args, { cwd: this.folder, env });
  }

  /** Starts a node and waits until it is ready. */
  async start(settings: Settings = {}, around?: Around): Promise<Node> {
    const running = this.launch(settings, around);
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await this.isReady())) {
      if (running.outcome) throw new Error(`the node ended before it was ready: ${told(running.outcome)}`);
      if (Date.now() > deadline) {
        running.signal('SIGKILL');
        throw new Error(`the node was not ready after ${READY_WITHIN_MS} ms: ${told(await running.ended)}`);
      }
      await sleep(100);
    }
    return new Node(running);
  }

  async isReady(): Promise<boolean> {
    const status = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '--max-time', '3', `${this.baseUrl}/readyz`];
    return (await run(pathOf('curl'), status)).stdout === '200';
  }

  /** Ends whatever still works in the folder, and removes it. */
  async remove(): Promise<void> {
    await endProcessesIn(this.folder);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A node that has been ready. */
export class Node {
  readonly #running: Running;

  constructor(running: Running) {
    this.#running = running;
  }

  get output(): string {
    return this.#running.stdout;
  }

  /** What it logged as a warning or worse, to explain a failed test with. */
  get complaints(): string {
    const logged = this.#running.stdout.split('\n').filter((line) => /"level":"(warn|error|fatal)"/.test(line));
    return [...logged.slice(-20), this.#running.stderr].join('\n').trim();
  }

  /** As a supervisor does it. */
  stop(): Promise<Outcome> {
    return this.#running.stop(STOP_WITHIN_S * 1_000 + 10_000);
  }

  /** As a power cut does it. */
  kill(): Promise<Outcome> {
    this.#running.signal('SIGKILL');
    return this.#running.ended;
  }
}

const told = ({ code, signal, stdout, stderr }: Outcome) => `${signal ?? `code ${code}`}\n${stdout}\n${stderr}`;
