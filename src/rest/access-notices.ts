import type { Database } from '../db/database.ts';

/** Changes of access often come many at a time. */
const PAUSE_MS = 200;

/** Calls `check` soon after somebody's access has changed, on any node. */
export class AccessNotices {
  readonly #db: Pick<Database, 'listen'>;
  readonly #check: () => void;
  #unlisten: Promise<() => Promise<void>> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Pick<Database, 'listen'>, check: () => void) {
    this.#db = db;
    this.#check = check;
  }

  /** May be called again. @throws when the notification connection cannot be opened */
  async listen(): Promise<void> {
    this.#unlisten ??= this.#db.listen('access', () => this.#checkSoon());
    try {
      await this.#unlisten;
    } catch (error) {
      this.#unlisten = undefined;
      throw error;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    void this.#unlisten?.then((unlisten) => unlisten()).catch(() => undefined);
  }

  #checkSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#check();
    }, PAUSE_MS).unref();
  }
}
