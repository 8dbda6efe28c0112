import type { Config } from './config/config.ts';
import type { Logger } from './config/log.ts';
import { surviveRejections } from './core/last-resort.ts';

/** What a process runs, and ends with. */
interface Running {
  /** Resolves when it cannot continue. */
  readonly lost: Promise<Error>;
  stop(): Promise<void>;
}

export interface Run<T> {
  readonly node: T;
  /** Stops the node, then the process with this exit code, or 1 if that fails. */
  end(why: string, code?: number): Promise<void>;
}

/** Runs a node, or a part of one, in this process, which ends when that is lost or something throws where nobody catches. */
export async function runInProcess<T extends Running>(
  { stopWithinMs }: Pick<Config, 'stopWithinMs'>,
  log: Logger,
  starting: Promise<T>,
): Promise<Run<T>> {
  surviveRejections(log);
  const ending = new Ending(log, stopWithinMs);
  // The state of the process is unknown after it: log, stop, and let the supervisor restart.
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'uncaught exception');
    void starting.then(
      (node) => ending.end(node, origin, 1),
      () => undefined,
    );
  });
  const node = await starting;
  void node.lost.then((error) => {
    log.fatal({ err: error }, 'lost the database');
    void ending.end(node, 'database lost', 1);
  });
  return { node, end: (why, code) => ending.end(node, why, code) };
}

/** The end of this process, in order and within its time. */
class Ending {
  readonly #log: Logger;
  readonly #withinMs: number;
  #isEnding = false;
  #exitCode = 0;

  constructor(log: Logger, withinMs: number) {
    this.#log = log;
    this.#withinMs = withinMs;
  }

  async end(node: Pick<Running, 'stop'>, why: string, code = 0): Promise<void> {
    const log = this.#log;
    this.#exitCode ||= code;
    if (this.#isEnding) return;
    this.#isEnding = true;
    log.info({ why }, 'stopping');
    setTimeout(() => {
      log.error('shutdown took too long; exiting');
      process.exit(1);
    }, this.#withinMs).unref();
    try {
      await node.stop();
      log.info('stopped');
      process.exit(this.#exitCode);
    } catch (error) {
      log.error({ err: error }, 'shutdown failed');
      process.exit(1);
    }
  }
}
