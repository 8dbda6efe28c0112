import type { Actor } from '../../../core/access/actor.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { type Scope, scopeOf } from '../../../core/tenancy/scope.ts';
import type { Notice } from '../../../db/database.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import { AuditedChanges } from './audited-changes.ts';
import { ChangedIds } from './changed-ids.ts';
import { SessionChanges } from './session-changes.ts';
import { rowOfTopic, TOPIC_OF_SUBJECT, type Topic } from './topics.ts';
import { visibleTo } from './visible.ts';

/** Never a content: who is told reads what it may. `id` null: many records. */
export interface Change {
  readonly topic: Topic;
  readonly id: number | null;
}

interface Listening {
  readonly scope: Scope;
  readonly permissions: Actor['permissions'];
  readonly tell: (changes: readonly Change[]) => void;
}

interface Sources {
  readonly audited: AuditedChanges;
  readonly sessions: SessionChanges;
}

const DELIVER_EVERY_MS = 1_000;
/** In deliveries. */
const SESSIONS_EVERY = 5;
/** More records of a topic are told as one change without id. */
const MAX_TOLD = 20;

/**
 * Tells listeners which records have changed, once a second, and only of those that they could read. Looks at the database
 * only while somebody listens, once for all of them.
 */
export class ChangeFeed {
  readonly #kernel: Pick<Kernel, 'db' | 'log'>;
  readonly #listening = new Map<object, Listening>();
  readonly #changed = new ChangedIds();
  /** While somebody listens: what is read, from where the first listener came. */
  #sources: Promise<Sources> | undefined;
  #unlisten: Promise<() => Promise<void>> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looks = 0;

  constructor(kernel: Pick<Kernel, 'db' | 'log'>) {
    this.#kernel = kernel;
  }

  /**
   * Tells of every change that is committed after this resolves. Returns a function that ends it.
   * @throws when the database does not answer
   */
  async listen(actor: Actor, tell: Listening['tell']): Promise<() => void> {
    const key = {};
    this.#listening.set(key, { scope: scopeOf(actor), permissions: actor.permissions, tell });
    const end = () => {
      this.#listening.delete(key);
    };
    try {
      this.#sources ??= this.#start();
      await this.#sources;
    } catch (error) {
      end();
      this.#sources = undefined;
      throw error;
    }
    this.#timer ??= setTimeout(() => void this.#deliver(), DELIVER_EVERY_MS).unref();
    return end;
  }

  close(): void {
    this.#listening.clear();
    clearTimeout(this.#timer);
    void this.#unlisten?.then((unlisten) => unlisten()).catch(() => undefined);
  }

  /** `*` says nothing of whose records changed, so nobody is told; screens read themselves anew once in a while. */
  #onNotice(notice: Notice): void {
    if (notice.type !== 'notice' || this.#listening.size === 0) return;
    const [subject = '', id = ''] = notice.payload.split(':');
    const topic = TOPIC_OF_SUBJECT.get(subject);
    if (topic && /^\d+$/.test(id)) this.#changed.add(topic, Number(id));
  }

  async #start(): Promise<Sources> {
    this.#unlisten ??= this.#kernel.db.listen('directory', (notice) => this.#onNotice(notice));
    await this.#unlisten.catch((error) => {
      this.#unlisten = undefined;
      throw error;
    });
    const { db } = this.#kernel;
    const sources = { audited: new AuditedChanges(db), sessions: new SessionChanges(db) };
    await sources.audited.readInto(this.#changed);
    await sources.sessions.readInto(this.#changed);
    return sources;
  }

  async #deliver(): Promise<void> {
    try {
      await this.#look();
      for (const [topic, ids] of this.#changed.take()) await this.#tell(topic, ids);
    } catch (err) {
      logThrottled(this.#kernel.log, { err }, 'consoles hear of no changes for now');
    }
    const isNeeded = this.#listening.size > 0;
    if (!isNeeded) this.#sources = undefined;
    this.#timer = isNeeded ? setTimeout(() => void this.#deliver(), DELIVER_EVERY_MS).unref() : undefined;
  }

  async #look(): Promise<void> {
    const sources = await this.#sources;
    if (!sources || this.#listening.size === 0) return;
    this.#looks += 1;
    await sources.audited.readInto(this.#changed);
    if (this.#looks % SESSIONS_EVERY === 0) await sources.sessions.readInto(this.#changed);
  }

  async #tell(topic: Topic, ids: readonly number[]): Promise<void> {
    const { needs } = rowOfTopic(topic);
    const listening = [...this.#listening.values()].filter(({ permissions }) => permissions.has(needs));
    const scopes = new Map(listening.map(({ scope }) => [keyOf(scope), scope]));
    const visible = await visibleTo(this.#kernel.db, { topic, ids }, [...scopes.values()]);
    for (const { scope, tell } of listening) {
      const seen = visible.get(scopes.get(keyOf(scope)) ?? scope) ?? [];
      if (seen.length === 0) continue;
      tell(seen.length > MAX_TOLD ? [{ topic, id: null }] : seen.map((id) => ({ topic, id })));
    }
  }
}

/** Equal for callers who see the same rows. */
const keyOf = ({ ispId, resellerId, locations }: Scope): string => JSON.stringify([ispId, resellerId, locations]);
