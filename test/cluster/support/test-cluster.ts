import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Cluster } from '../../../deploy/cluster/cluster.ts';
import type { Part } from '../../../deploy/cluster/part.ts';
import { patroniPort } from '../../../deploy/cluster/parts/member.ts';
import { databaseUrl } from '../../../deploy/cluster/parts/node.ts';
import { memberState } from '../../../deploy/cluster/patroni.ts';
import { openSite, type Site } from '../../../deploy/cluster/site.ts';
import { Api } from '../../peers/support/api.ts';
import { journalDisk } from './journal-disk.ts';
import { createTenant, type Tenant } from './tenant.ts';

const HEALTHY_WITHIN_MS = 150_000;

/** A cluster with a tenant, for one test file. */
export class TestCluster {
  readonly cluster: Cluster;
  readonly site: Site;
  readonly #tenant: Tenant;

  private constructor(cluster: Cluster, tenant: Tenant) {
    this.cluster = cluster;
    this.site = cluster.site;
    this.#tenant = tenant;
  }

  /**
   * @param roles what each node does; default: three nodes that do everything
   * @throws when a part does not start; then nothing is left
   */
  static async start({ roles }: { readonly roles?: readonly string[] } = {}): Promise<TestCluster> {
    const dir = await mkdtemp(join(await realpath(tmpdir()), 'lastmile-cluster-'));
    let cluster: Cluster | undefined;
    try {
      const site = await openSite(dir, undefined);
      cluster = new Cluster(site, { say, around: journalDisk, ...(roles && { roles }) });
      await cluster.start();
      return new TestCluster(cluster, await createTenant(adminOf(site)));
    } catch (error) {
      await clear(dir, cluster);
      throw error;
    }
  }

  get tenant(): Tenant {
    return this.#tenant;
  }

  get apiUrl(): string {
    return apiUrlOf(this.site);
  }

  /** The first administrator. */
  get admin(): Api {
    return adminOf(this.site);
  }

  /** The way to the primary, whichever member that is. */
  get databaseUrl(): string {
    return databaseUrl(this.site, this.site.ports.of('database'));
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    client.on('error', () => undefined); // the pending call rejects
    await client.connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until every part runs as at the start, and no journal holds anything. @throws with what does not */
  async healthy(): Promise<void> {
    const deadline = Date.now() + HEALTHY_WITHIN_MS;
    for (let wrong = await this.#ailments(); wrong.length > 0; wrong = await this.#ailments()) {
      if (Date.now() > deadline) throw new Error(`the cluster does not recover: ${wrong.join(', ')}`);
      await sleep(500);
    }
  }

  stop(): Promise<void> {
    return clear(this.site.dir, this.cluster);
  }

  async #ailments(): Promise<string[]> {
    const { members, nodes, parts } = this.cluster;
    const states = await Promise.all(members.map(({ name }) => memberState(patroniPort(this.site, name))));
    const ended = parts.filter(({ state }) => state !== 'running').map(({ name, state }) => `${name} is ${state}`);
    const silent = members.filter((_, at) => !states[at]).map(({ name }) => `${name} does not run`);
    const primaries = states.filter((state) => state?.role === 'primary').length;
    const synchronous = states.filter((state) => state?.isSynchronous).length;
    const nodesWrong = await Promise.all(nodes.map((node) => this.#nodeAilment(node)));
    return [
      ...ended,
      ...silent,
      ...(primaries === 1 ? [] : [`${primaries} primaries`]),
      ...(synchronous === 1 ? [] : [`${synchronous} synchronous standbys`]),
      ...nodesWrong.filter((text) => text !== undefined),
    ];
  }

  async #nodeAilment({ name, spec }: Part): Promise<string | undefined> {
    const url = `http://127.0.0.1:${this.site.ports.of(`${name}Http`)}`;
    try {
      const ready = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) });
      if (!ready.ok) return `${name}: ${await ready.text()}`;
      const metrics = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(3_000) })).text();
      const { ROLES: roles = 'radius' } = spec.env;
      const octets = roles.includes('radius')
        ? Number(/^lastmile_radius_accounting_journal_bytes (\S+)$/m.exec(metrics)?.[1])
        : 0;
      return octets === 0 ? undefined : `${name} has ${octets} octets in its journal`;
    } catch (error) {
      return `${name}: ${error}`;
    }
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Stops what runs, and removes the folder, also when a part does not stop. */
async function clear(dir: string, cluster: Cluster | undefined): Promise<void> {
  try {
    await cluster?.stop();
    if (cluster && process.env.CLUSTER_LOGS) await keepLogs(cluster, process.env.CLUSTER_LOGS);
  } finally {
    await rm(dir, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** For who looks into a failure. A part that was never started has no log. */
async function keepLogs({ parts }: Cluster, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { log } of parts.map(({ spec }) => spec))
    if (existsSync(log)) await copyFile(log, join(folder, basename(log)));
}

const apiUrlOf = ({ ports }: Site): string => `http://127.0.0.1:${ports.of('api')}`;
const adminOf = (site: Site): Api => new Api(apiUrlOf(site), { userid: 1, api_key: site.settings.adminApiKey });
