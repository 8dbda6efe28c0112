import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBackups } from './backup.ts';
import { ClusterError } from './failure.ts';
import { Link } from './link.ts';
import { Part } from './part.ts';
import { etcd } from './parts/etcd.ts';
import { freeradius } from './parts/freeradius.ts';
import { haproxy } from './parts/haproxy.ts';
import { member, patroniPort } from './parts/member.ts';
import { node } from './parts/node.ts';
import { memberState } from './patroni.ts';
import type { Site } from './site.ts';

const REACHABLE_WITHIN_MS = 20_000;

export interface ClusterOptions {
  /** Called with a line for people. */
  readonly say: (line: string) => void;
  /** A program that runs a node as its last arguments, such as one that gives it a disk of its own. */
  readonly around?: (node: string) => readonly string[];
  /** What each node does, as `ROLES` has it. Default: three nodes that do everything. */
  readonly roles?: readonly (string | undefined)[];
}

/** All programs of a cluster, on loopback. */
export class Cluster {
  readonly site: Site;
  readonly #parts: Part[];
  readonly #links = new Map<string, Link>();
  readonly #say: ClusterOptions['say'];
  #isStopping = false;

  constructor(site: Site, { say, around = () => [], roles = [undefined, undefined, undefined] }: ClusterOptions) {
    this.site = site;
    this.#say = say;
    const specs = [
      etcd(site),
      ...[1, 2, 3].map((at) => member(site, at)),
      haproxy(site),
      ...roles.map((role, at) => node(site, at + 1, { around: around(`node${at + 1}`), roles: role })),
      freeradius(site),
    ];
    this.#parts = specs.map((spec) => new Part(spec, (part) => this.#onDeath(part)));
  }

  get parts(): readonly Part[] {
    return this.#parts;
  }

  /** @throws ClusterError if there is none of this name */
  part(name: string): Part {
    const part = this.#parts.find((each) => each.name === name);
    if (part) return part;
    throw new ClusterError(
      `There is no part ${name}; the parts are ${this.#parts.map((each) => each.name).join(', ')}.`,
    );
  }

  get members(): readonly Part[] {
    return this.#parts.filter(({ name }) => name.startsWith('postgres'));
  }

  get nodes(): readonly Part[] {
    return this.#parts.filter(({ name }) => name.startsWith('node'));
  }

  /** @throws ClusterError if it is no node */
  link(name: string): Link {
    const link = this.#links.get(name);
    if (link) return link;
    throw new ClusterError(`${name} is no node; the nodes are ${[...this.#links.keys()].join(', ')}.`);
  }

  /** The member that is primary; undefined while there is none. */
  async primary(): Promise<Part | undefined> {
    for (const part of this.members) {
      if (part.state !== 'running') continue;
      if ((await memberState(patroniPort(this.site, part.name)))?.role === 'primary') return part;
    }
    return undefined;
  }

  /** Starts everything, from the database up to what callers reach. If a part fails, stops all. @throws ClusterError */
  async start(): Promise<void> {
    try {
      for (const { name } of this.nodes) {
        const { ports } = this.site;
        this.#links.set(name, await Link.open(ports.of(`${name}Link`), ports.of('database')));
      }
      await this.#startAll([this.part('etcd')]);
      await this.#startMembers();
      await this.#startAll([this.part('haproxy')]);
      await this.#startAll(this.nodes);
      await this.#startAll([this.part('freeradius')]);
      await this.#reachable();
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Stops everything in reverse order. May be called at any time, also twice. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.part('freeradius').stop();
    await Promise.all(this.nodes.map((each) => each.stop()));
    await this.part('haproxy').stop();
    await this.stopMembers();
    await this.part('etcd').stop();
    for (const link of this.#links.values()) await link.close();
    this.#links.clear();
  }

  /** The standbys first: they would take over from the primary. */
  async stopMembers(): Promise<void> {
    const primary = await this.primary();
    await Promise.all(this.members.filter((part) => part !== primary).map((part) => part.stop()));
    await primary?.stop();
  }

  async #startAll(parts: readonly Part[]): Promise<void> {
    this.#say(`starting ${parts.map(({ name }) => name).join(', ')}`);
    for (const part of parts) {
      if (this.#isStopping) throw new ClusterError('The start was broken off.');
      part.launch();
    }
    await Promise.all(parts.map((part) => part.ready()));
  }

  /** HAProxy looks at each node once a second, and refuses calls until it has seen that one is ready. */
  async #reachable(): Promise<void> {
    const api = `http://127.0.0.1:${this.site.ports.of('api')}/readyz/api`;
    for (const end = Date.now() + REACHABLE_WITHIN_MS; Date.now() < end; await sleep(100)) {
      const isOk = await fetch(api).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isOk) return;
    }
    throw new ClusterError(`haproxy reaches no node after ${REACHABLE_WITHIN_MS / 1000} s.`);
  }

  /** The first one makes the database, the others copy it. */
  async #startMembers(): Promise<void> {
    const ready = this.#startAll(this.members);
    ready.catch(() => undefined); // awaited below, unless the repository cannot be made
    await Promise.race([ready, this.#awaitPrimary()]);
    // Until there is a repository, no WAL can be archived.
    const primary = await this.primary();
    if (primary) await prepareBackups(this.site, primary.name);
    await ready;
  }

  async #awaitPrimary(): Promise<void> {
    while (!this.#isStopping && !(await this.primary())) await sleep(200);
  }

  #onDeath(part: Part): void {
    if (!this.#isStopping) this.#say(`${part.name} ended by itself. ${part.lastWords()}`);
  }
}
