import type { Logger } from '../config/log.ts';
import type { Database } from '../db/database.ts';

/** Counted from the question, and of a node that hears no notifications as well: nobody keeps a lost access for longer. */
const LONGEST_MS = 1_000;
const MAX_LOGINS = 10_000;

interface Found<T> {
  readonly login: T;
  readonly until: number;
}

/**
 * Who was found behind an API key a moment ago: finding out takes as long as a small list does. Forgotten when the database
 * says that somebody's access changed, and, before its answer is sent, by every change made through this node. Nothing is
 * remembered before the notifications are listened to, nor what was read while one came.
 */
class ApiKeyCache<T> {
  readonly #found = new Map<string, Found<T>>();
  #listening = false;
  #changes = 0;

  constructor(db: Pick<Database, 'listen'>, log: Logger) {
    this.#listen(db).catch((err) => log.warn({ err }, 'API keys are not cached: cannot listen for access changes'));
  }

  async #listen(db: Pick<Database, 'listen'>): Promise<void> {
    // A reset, after the connection was lost for a while, is a notice too.
    await db.listen('access', () => this.forget());
    this.#listening = true;
  }

  /** What is remembered of a key, or what `find` finds now. */
  async get(key: string, find: () => Promise<T | undefined>): Promise<T | undefined> {
    const now = performance.now();
    const found = this.#found.get(key);
    if (found && now < found.until) return found.login;
    const changes = this.#listening ? this.#changes : undefined;
    const login = await find();
    if (login && changes === this.#changes) this.#remember(key, { login, until: now + LONGEST_MS });
    return login;
  }

  forget(): void {
    this.#changes += 1;
    this.#found.clear();
  }

  #remember(key: string, found: Found<T>): void {
    if (this.#found.size >= MAX_LOGINS) this.#found.clear();
    this.#found.set(key, found);
  }
}

const ofDatabase = new WeakMap<object, ApiKeyCache<never>>();

export function apiKeyCacheOf<T>({ db, log }: { db: Database; log: Logger }): ApiKeyCache<T> {
  const known = ofDatabase.get(db) as ApiKeyCache<T> | undefined;
  if (known) return known;
  const made = new ApiKeyCache<T>(db, log);
  ofDatabase.set(db, made as ApiKeyCache<never>);
  return made;
}

/** After a change through this node. */
export function invalidateApiKeys(db: Database): void {
  ofDatabase.get(db)?.forget();
}
