import type { Database, Notice } from '../../../db/database.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import { BatchQueue } from '../batch/batch-queue.ts';
import type { Directory } from './directory.ts';
import { readAllServices, readServices } from './read-services.ts';

/** A change as the database announces it: `<subject>:<id>`, `<subject>:*` for all of it; see the migrations. */
interface Change {
  readonly subject: string;
  /** Null is all. */
  readonly id: number | null;
}

/** Somebody who waits for the changes before it. */
interface Barrier {
  readonly passed: () => void;
}

const RETRY_MS = 500;
const PATIENCE_MS = 1_000;

/** Fills a directory and keeps it fresh. */
export class DirectorySync {
  readonly #directory: Directory;
  readonly #changes: BatchQueue<Change | Barrier>;
  #heard: Database['flushNotifications'] = async () => false;
  #unlisten: (() => Promise<void>) | undefined;
  #stopped = false;
  #loaded = false;
  /** Services that changed while all were being read: their rows may have been read before the change. */
  #changedMeanwhile: Set<number> | undefined;

  constructor(directory: Directory) {
    this.#directory = directory;
    this.#changes = new BatchQueue((changes) => this.#catchUp(changes));
  }

  /** Whether all services have been read once. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** Listens, then reads what is small; the services follow behind. */
  async start(db: Pick<Database, 'listen' | 'flushNotifications'>): Promise<void> {
    this.#heard = () => db.flushNotifications();
    this.#unlisten = await db.listen('directory', (notice) => this.#hear(notice));
    await this.#readTenants();
    this.#changes.add({ subject: 'service', id: null });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#unlisten?.();
  }

  /** Resolves when memory has all that was committed before, as far as this node can know it, or after a second. */
  async caughtUp(): Promise<void> {
    let patience: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      patience = setTimeout(resolve, PATIENCE_MS).unref();
    });
    await Promise.race([this.#passFence(), late]);
    clearTimeout(patience);
  }

  async #passFence(): Promise<void> {
    if (await this.#heard()) await new Promise<void>((passed) => this.#changes.add({ passed }));
  }

  #hear(notice: Notice): void {
    if (notice.type === 'reset') {
      this.#changes.add({ subject: 'everything', id: null });
      return;
    }
    const [subject = '', id = '*'] = notice.payload.split(':');
    this.#changes.add({ subject, id: id === '*' ? null : Number(id) });
  }

  async #readTenants(): Promise<void> {
    await this.#directory.refreshIsps(null);
    await this.#directory.refreshPlans(null);
    await this.#directory.refreshNases(null);
  }

  /** Until it succeeds: a change that is not followed would be forgotten. */
  async #catchUp(all: readonly (Change | Barrier)[]): Promise<void> {
    const changes = all.filter((each) => 'subject' in each);
    while (!this.#stopped) {
      try {
        await this.#apply(changes);
        for (const each of all) if ('passed' in each) this.#afterReading(each.passed);
        return;
      } catch (error) {
        const { log } = this.#directory.options;
        logThrottled(log, { err: error }, 'changes of subscribers and NASes cannot be read; retrying');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async #apply(changes: readonly Change[]): Promise<void> {
    const directory = this.#directory;
    const of = (...subjects: string[]) => idsOf(changes.filter(({ subject }) => subjects.includes(subject)));
    if (changes.some(({ subject }) => subject === 'everything')) {
      await this.#readTenants();
      this.#readAll();
      return;
    }
    const isps = of('isp', 'isp_setting');
    if (isps !== undefined) await directory.refreshIsps(isps);
    // A pool of the NAS that has another name is in the plans that use it.
    const plans = of('nas_ip_pool') === undefined ? of('plan') : null;
    if (plans !== undefined) await directory.refreshPlans(plans);
    const nases = of('nas', 'nas_share');
    if (nases !== undefined) await directory.refreshNases(nases);
    const services = of('service', 'usage');
    if (services === null) this.#readAll();
    else if (services !== undefined) await this.#readSome(services);
  }

  async #readSome(ids: readonly number[]): Promise<void> {
    for (const id of ids) this.#changedMeanwhile?.add(id);
    const rows = await readServices(this.#directory.options.pool, ids);
    const found = new Set(rows.map(([id]) => id));
    await this.#directory.putServices(rows);
    for (const id of ids) if (!found.has(id)) this.#directory.services.remove(id);
  }

  #reading: Promise<void> | undefined;
  #readAgain = false;

  /** Where so much changed that all services are read, that is waited for; where none have been read yet, it is not. */
  #afterReading(passed: () => void): void {
    if (this.#loaded && this.#reading) void this.#reading.then(passed);
    else passed();
  }

  /** Reads all services beside the notifications, which go on taking effect. */
  #readAll(): void {
    this.#readAgain = true;
    this.#reading ??= this.#readWhileAsked().finally(() => {
      this.#reading = undefined;
    });
  }

  async #readWhileAsked(): Promise<void> {
    while (this.#readAgain && !this.#stopped) {
      this.#readAgain = false;
      try {
        await this.#readEvery();
        this.#loaded = true;
      } catch (error) {
        this.#readAgain = true;
        logThrottled(this.#directory.options.log, { err: error }, 'services cannot be read; retrying');
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  async #readEvery(): Promise<void> {
    const directory = this.#directory;
    directory.generation += 1;
    this.#changedMeanwhile = new Set();
    for await (const rows of readAllServices(directory.options.pool)) {
      if (this.#stopped) return;
      await directory.putServices(rows);
    }
    directory.services.sweep(directory.generation);
    const changed = [...this.#changedMeanwhile];
    this.#changedMeanwhile = undefined;
    if (changed.length > 0) await this.#readSome(changed);
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
