import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Notice } from '../../../db/database.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import { BatchQueue } from '../batch/batch-queue.ts';
import type { Directory } from './directory.ts';
import { ServiceLoader } from './service-loader.ts';

type SyncedDatabase = Pick<Database, 'listen' | 'flushNotifications'>;

/** A change as the database notifies it, `<subject>:<id>` or `<subject>:*` for all; see the migrations. */
interface Change {
  readonly subject: string;
  /** Null is all. */
  readonly id: number | null;
}

/** Marks a place in the queue: `passed` is called when all changes before it have been applied. */
interface Barrier {
  readonly passed: () => void;
}

const RETRY_MS = 500;
const MAX_WAIT_MS = 1_000;

/** Fills a directory and keeps it in step with the database, by the notifications of channel `directory`. */
export class DirectorySync {
  readonly #directory: Directory;
  readonly #loader: ServiceLoader;
  readonly #hasServices: boolean;
  #hasTenants = false;
  readonly #queue: BatchQueue<Change | Barrier>;
  #db: SyncedDatabase | undefined;
  #unlisten: (() => Promise<void>) | undefined;
  #stopped = false;

  /** `services`: whether the directory has services, which only packets need; all else is small. */
  constructor(directory: Directory, { services }: { readonly services: boolean }) {
    this.#directory = directory;
    this.#hasServices = services;
    this.#loader = new ServiceLoader(directory);
    this.#queue = new BatchQueue((changes) => this.#applyAll(changes));
  }

  /** Whether all that the directory has was read once. */
  get loaded(): boolean {
    return this.#hasServices ? this.#loader.loaded : this.#hasTenants;
  }

  /** Listens, then reads the small tables; the services follow in the background. */
  async start(db: SyncedDatabase): Promise<void> {
    this.#db = db;
    this.#unlisten = await db.listen('directory', (notice) => this.#onNotice(notice));
    await this.#readTenants();
    if (this.#hasServices) this.#queue.add({ subject: 'service', id: null });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#loader.stop();
    await this.#unlisten?.();
  }

  /** Resolves with true when memory has everything committed before the call; with false if this node cannot know in a second. */
  async caughtUp(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), MAX_WAIT_MS).unref();
    });
    const caughtUp = await Promise.race([this.#passBarrier(), timeout]);
    clearTimeout(timer);
    return caughtUp;
  }

  async #passBarrier(): Promise<boolean> {
    const flushed = (await this.#db?.flushNotifications()) ?? false;
    if (flushed) await new Promise<void>((passed) => this.#queue.add({ passed }));
    return flushed;
  }

  #onNotice(notice: Notice): void {
    if (notice.type === 'reset') {
      this.#queue.add({ subject: 'everything', id: null });
      return;
    }
    const [subject = '', id = '*'] = notice.payload.split(':');
    this.#queue.add({ subject, id: id === '*' ? null : Number(id) });
  }

  async #readTenants(): Promise<void> {
    await this.#directory.refreshIsps(null);
    await this.#directory.refreshPlans(null);
    await this.#directory.refreshProxies(null);
    await this.#directory.refreshNases(null);
    this.#hasTenants = true;
  }

  /** Retries until it succeeds: a change that is not applied would be lost. */
  async #applyAll(batch: readonly (Change | Barrier)[]): Promise<void> {
    const changes = batch.filter((each) => 'subject' in each);
    while (!this.#stopped) {
      try {
        await this.#apply(changes);
        for (const each of batch) if ('passed' in each) this.#loader.afterReload(each.passed);
        return;
      } catch (error) {
        const { log } = this.#directory.options;
        logThrottled(log, { err: error }, 'cannot read changes of subscribers and NASes; retrying');
        await sleep(RETRY_MS);
      }
    }
  }

  async #apply(changes: readonly Change[]): Promise<void> {
    const directory = this.#directory;
    const of = (...subjects: string[]) => idsOf(changes.filter(({ subject }) => subjects.includes(subject)));
    if (changes.some(({ subject }) => subject === 'everything')) {
      await this.#readTenants();
      if (this.#hasServices) this.#loader.reloadAll();
      return;
    }
    const isps = of('isp', 'isp_setting');
    if (isps !== undefined) await directory.refreshIsps(isps);
    // A plan in memory has the names of its NAS pools and the ids of its IPv6 pools, so a changed pool may change any plan.
    const plans = of('nas_ip_pool', 'ip6_pool') === undefined ? of('plan') : null;
    if (plans !== undefined) await directory.refreshPlans(plans);
    const proxies = of('proxy');
    if (proxies !== undefined) await directory.refreshProxies(proxies);
    const nases = of('nas', 'nas_share');
    if (nases !== undefined) await directory.refreshNases(nases);
    const services = this.#hasServices ? of('service', 'usage') : undefined;
    if (services === null) this.#loader.reloadAll();
    else if (services !== undefined) await this.#loader.reload(services);
  }
}

/** The ids of some changes: undefined for none, null for all. */
function idsOf(changes: readonly Change[]): number[] | null | undefined {
  if (changes.length === 0) return undefined;
  const ids = new Set<number>();
  for (const { id } of changes) {
    if (id === null) return null;
    ids.add(id);
  }
  return [...ids];
}
