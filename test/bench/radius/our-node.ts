import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../peers/support/ports.ts';
import { SECRETS_KEY } from './provision.ts';
import type { RadSecFiles } from './wires.ts';

const FOLDER = new URL('../../../', import.meta.url).pathname;
const READY_WITHIN_MS = 300_000;

interface Ports {
  readonly http: number;
  readonly auth: number;
  readonly acct: number;
}

interface NodeOptions {
  /** Of Node, such as --cpu-prof. */
  readonly flags?: readonly string[];
  /** Further settings of the node. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly sharesPorts?: boolean;
  /** Takes packets from the same ports. */
  readonly beside?: OurNode;
  /** The checkout whose build is started: this one without it. */
  readonly folder?: string;
}

/** A whole node, as `npm start` runs it, over the given database. */
export class OurNode {
  readonly ports: Ports;
  readonly radsec: RadSecFiles;
  readonly #process: ChildProcess;
  readonly #dataDir: string;

  private constructor(child: ChildProcess, dataDir: string, { radsec, ...ports }: Ports & { radsec: RadSecFiles }) {
    this.ports = ports;
    this.radsec = radsec;
    this.#process = child;
    this.#dataDir = dataDir;
  }

  /** Resolves when the process has been spawned. */
  static async start(
    url: string,
    { flags = [], environment = {}, sharesPorts = false, beside, folder = FOLDER }: NodeOptions = {},
  ): Promise<OurNode> {
    const dataDir = await mkdtemp(join(tmpdir(), 'lastmile-bench-node-'));
    const { auth, acct } = beside?.ports ?? { auth: await freePort(), acct: await freePort() };
    const ports = { http: await freePort(), auth, acct };
    const radsec = await certified(dataDir);
    const child = spawn(process.execPath, [...flags, ...(await startArguments(folder))], {
      cwd: dataDir,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        SECRETS_KEY: SECRETS_KEY.toString('hex'),
        BIND_ADDRESS: '127.0.0.1',
        HTTP_PORT: String(ports.http),
        RADIUS_AUTH_PORT: String(ports.auth),
        RADIUS_ACCT_PORT: String(ports.acct),
        RADIUS_SHARED_PORTS: sharesPorts ? 'on' : 'off',
        LOG_LEVEL: 'warn',
        RADSEC_CERT: radsec.certFile,
        RADSEC_KEY: radsec.keyFile,
        RADSEC_PORT: String(radsec.port),
        NAS_ALLOWED_NETWORKS: '127.0.0.0/8',
        // Memory and time are measured of one process.
        PROCESSES: '1',
        ...environment,
      },
    });
    await once(child, 'spawn');
    return new OurNode(child, dataDir, { ...ports, radsec });
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  /** Resolves when everything is in memory. */
  async ready(): Promise<void> {
    const end = Date.now() + READY_WITHIN_MS;
    while (!(await this.#isReady())) {
      if (this.#process.exitCode !== null) throw new Error('our node ended');
      if (Date.now() > end) throw new Error('our node does not become ready');
      await sleep(50);
    }
  }

  async #isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.ports.http}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Resident memory in megabytes: now, and the maximum so far. */
  async memory(): Promise<{ now: number; peak: number }> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8');
    const of = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
    return { now: of('VmRSS'), peak: of('VmHWM') };
  }

  /** Jobs and the seconds that their last runs took, the longest first. */
  async jobs(): Promise<[name: string, seconds: number][]> {
    const metrics = await (await fetch(`http://127.0.0.1:${this.ports.http}/metrics`)).text();
    const runs = [...metrics.matchAll(/^lastmile_job_seconds\{job_name="([^"]+)"\} (\S+)/gm)];
    return runs
      .map(([, name = '', seconds]): [string, number] => [name, Number(seconds)])
      .sort(([, one], [, other]) => other - one);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const exit = once(this.#process, 'exit');
      this.#process.kill('SIGTERM');
      await exit;
    }
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

/** A certificate signed by itself. */
async function certified(folder: string): Promise<RadSecFiles> {
  const [certFile, keyFile] = [join(folder, 'radsec.pem'), join(folder, 'radsec.key')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  const subject = ['-subj', '/CN=bench', '-addext', 'subjectAltName=DNS:localhost'];
  await promisify(execFile)('openssl', ['req', '-x509', ...key, '-out', certFile, '-days', '1', ...subject]);
  return { port: await freePort(), certFile, keyFile };
}

/** The arguments of `npm start` to Node, with the absolute path of the program. */
async function startArguments(folder: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const [, ...words] = String(scripts.start).split(' ');
  return words.map((word) => (word.endsWith('.js') ? join(folder, word) : word));
}
