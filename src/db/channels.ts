import type { Logger } from '../config/log.ts';

/** `reset`: the connection was lost meanwhile and notifications may be missing, so read the tables again. */
export type Notice = { readonly type: 'notice'; readonly payload: string } | { readonly type: 'reset' };

/** Its errors are logged. */
export type NoticeHandler = (notice: Notice) => void | Promise<void>;

/** Who is told of the notifications of each channel. */
export class Channels {
  readonly #handlers = new Map<string, Set<NoticeHandler>>();
  readonly #log: Pick<Logger, 'error'>;

  constructor(log: Pick<Logger, 'error'>) {
    this.#log = log;
  }

  get names(): readonly string[] {
    return [...this.#handlers.keys()];
  }

  add(channel: string, handler: NoticeHandler): void {
    this.#handlers.set(channel, (this.#handlers.get(channel) ?? new Set()).add(handler));
  }

  /** True if nobody is told of this channel any more. */
  remove(channel: string, handler: NoticeHandler): boolean {
    const handlers = this.#handlers.get(channel);
    handlers?.delete(handler);
    return handlers?.size === 0 && this.#handlers.delete(channel);
  }

  dispatch(channel: string, notice: Notice): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      // Asynchronous, so that an error of one handler does not affect the others.
      void Promise.resolve(notice)
        .then(handler)
        .catch((error) => this.#log.error({ err: error, channel }, 'failed to handle a notification'));
    }
  }

  /** Tells everybody that notifications may be missing. */
  reset(): void {
    for (const channel of this.#handlers.keys()) this.dispatch(channel, { type: 'reset' });
  }
}
