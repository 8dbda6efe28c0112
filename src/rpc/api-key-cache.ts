import type { Logger } from '../config/log.ts';
import type { Database } from '../db/database.ts';

/** Counted from the start of the look-up. Also the longest that a node without notifications lets a revoked key in. */
const MAX_AGE_MS = 1_000;
const MAX_ENTRIES = 10_000;

interface Entry<T> {
  readonly login: T;
  readonly expiresAt: number;
}

/**
 * The login users of recently used API keys: looking one up takes as long as a small list. The cache is cleared when the
 * database notifies that someone's access changed. Every change through this node waits for that before it is answered, or
 * clears the cache itself. It keeps
 * nothing before it listens for notifications, and nothing that was read while one arrived.
 */
class ApiKeyCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  #isListening = false;
  #version = 0;

  constructor(db: Pick<Database, 'listen'>, log: Logger) {
    this.#listen(db).catch((err) => log.warn({ err }, 'API keys are not cached: cannot listen for access changes'));
  }

  async #listen(db: Pick<Database, 'listen'>): Promise<void> {
    // The reset after a lost connection calls the handler too.
    await db.listen('access', () => this.clear());
    this.#isListening = true;
  }

  /** Returns the cached login user of a key, or calls `load`. */
  async get(key: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const now = performance.now();
    const entry = this.#entries.get(key);
    if (entry && now < entry.expiresAt) return entry.login;
    const version = this.#isListening ? this.#version : undefined;
    const login = await load();
    if (login && version === this.#version) this.#add(key, { login, expiresAt: now + MAX_AGE_MS });
    return login;
  }

  clear(): void {
    this.#version += 1;
    this.#entries.clear();
  }

  #add(key: string, entry: Entry<T>): void {
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.clear();
    this.#entries.set(key, entry);
  }
}

const caches = new WeakMap<object, ApiKeyCache<never>>();

export function apiKeyCacheOf<T>({ db, log }: { db: Database; log: Logger }): ApiKeyCache<T> {
  const existing = caches.get(db) as ApiKeyCache<T> | undefined;
  if (existing) return existing;
  const cache = new ApiKeyCache<T>(db, log);
  caches.set(db, cache as ApiKeyCache<never>);
  return cache;
}

/** Call after a change through this node if its notifications may not have arrived. */
export function clearApiKeyCache(db: Database): void {
  caches.get(db)?.clear();
}
