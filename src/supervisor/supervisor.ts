import type { Config } from '../config/config.ts';
import type { Logger } from '../config/log.ts';
import { namesOf } from '../config/roles.ts';
import type { EmbeddedPostgres } from '../db/embedded.ts';
import { Child } from './child.ts';
import type { Begin, Part, Ports, Report } from './messages.ts';
import { Questions } from './questions.ts';

export interface NodeDatabase {
  readonly url: string;
  /** If this process owns it. */
  readonly embedded?: Pick<EmbeddedPostgres, 'lost' | 'stop'> | undefined;
}

export interface SupervisorOptions {
  readonly config: Pick<Config, 'roles' | 'stopWithinMs' | 'gatewaySimulatorUrl'>;
  readonly log: Logger;
  /** The processes begin when it is there. */
  readonly database: Promise<NodeDatabase>;
  readonly isDemo: boolean;
  /** To the standard output. */
  readonly write: (lines: string) => void;
}

/** The two processes of a node: starts them, tells when the node is ready, starts again what ends, and stops all in order. */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #children: Readonly<Record<Part, Child>>;
  readonly #questions: Questions;
  #database: NodeDatabase | undefined;
  /** A process that can begin waits until the database is prepared. */
  #isPrepared = false;
  readonly #loaded = new Set<Part>();
  #ports: Ports = {};
  /** Both processes have been ready: from now on, one that ends is started again. */
  #wasReady = false;
  #isEnding = false;
  #exitCode = 0;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    const { radius: _radius, ...others } = options.config.roles;
    this.#children = {
      others: this.#child('others', namesOf({ ...others, radius: false }).join(',')),
      radius: this.#child('radius', 'radius'),
    };
    this.#questions = new Questions({ asker: this.#children.others, asked: this.#children.radius });
  }

  start(): void {
    for (const child of Object.values(this.#children)) child.start();
    // Who waits for it too says why there is none.
    this.#options.database.then((database) => this.#use(database)).catch(() => undefined);
  }

  #use(database: NodeDatabase): void {
    this.#database = database;
    this.#beginWhatCan();
    void database.embedded?.lost.then((err) => {
      this.#options.log.fatal({ err }, 'lost the database');
      void this.end('database lost', 1);
    });
  }

  /** Stops the processes and the database in order, and then this one. */
  async end(why: string, code = 0): Promise<void> {
    const { config, log, database } = this.#options;
    const { radius, others } = this.#children;
    this.#exitCode ||= code;
    if (this.#isEnding) return;
    this.#isEnding = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error('shutdown took too long; exiting');
      for (const child of [radius, others]) child.kill();
      process.exit(1);
    }, config.stopWithinMs).unref();
    const othersEnded = others.stop(why);
    // RADIUS comes after the others, and has at least half of the time to finish what it has taken in.
    await Promise.race([othersEnded, later(config.stopWithinMs / 2)]);
    const codes = await Promise.all([othersEnded, radius.stop(why)]);
    const { embedded } = await database;
    await embedded?.stop().catch((err) => {
      log.error({ err }, 'shutdown failed');
      this.#exitCode = 1;
    });
    if (codes.some((each) => each !== 0)) this.#exitCode ||= 1;
    log.info('stopped');
    process.exit(this.#exitCode);
  }

  #child(part: Part, name: string): Child {
    const { log, write } = this.#options;
    return new Child({
      ...{ part, name, log, write },
      onReport: (report) => this.#onReport(part, report),
      onEnd: () => this.#onEnd(part),
    });
  }

  #onReport(part: Part, report: Report): void {
    if (report.type === 'question') this.#questions.pass(report);
    else if (report.type === 'answer') this.#questions.answer(report);
    else if (report.type === 'notice') this.#options.write(`\n${report.text}\n\n`);
    else if (report.type === 'ready') {
      this.#ports = { ...this.#ports, ...report.ports };
      this.#greet();
    } else {
      if (report.type === 'loaded') this.#loaded.add(part);
      else this.#isPrepared = true;
      this.#beginWhatCan();
    }
  }

  /** The process with the other roles prepares the database, since it has loaded what that takes. */
  #beginWhatCan(): void {
    if (!this.#database) return;
    const { url: databaseUrl } = this.#database;
    for (const part of this.#loaded) {
      if (part === 'radius' && !this.#isPrepared) continue;
      this.#loaded.delete(part);
      const isDemo = this.#options.isDemo && !this.#isPrepared;
      const { gatewaySimulatorUrl } = this.#options.config;
      const begin: Begin = { databaseUrl, ports: this.#ports, isDemo, gatewaySimulatorUrl };
      this.#children[part].send({ type: 'begin', begin });
    }
  }

  /** Once, when the whole node is there. */
  #greet(): void {
    const { config, log } = this.#options;
    if (this.#wasReady || !Object.values(this.#children).every(({ isReady }) => isReady)) return;
    this.#wasReady = true;
    log.info({ roles: namesOf(config.roles), ...this.#ports }, 'the node is ready');
  }

  /** Returns whether to start it again. One that fails at the start has said why; the node does not start either. */
  #onEnd(part: Part): boolean {
    this.#loaded.delete(part);
    if (part === 'radius') this.#questions.abandon();
    else this.#questions.forget();
    if (!this.#wasReady) void this.end('a process did not start', 1);
    return this.#wasReady;
  }
}

/** Keeps nothing waiting. */
function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
