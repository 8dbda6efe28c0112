import { isLastmileError } from '@lastmile/client';
import { change, read } from '../../api/client.ts';
import { sentenceOf } from '../../api/faults.ts';
import { line } from '../../api/line.ts';
import { instant } from '../../ui/instant.ts';
import { newKey } from '../../ui/new-key.ts';
import { words } from '../../words/words.ts';
import { type Action, addUnsent, changeUnsent, type Move, removeUnsent, type Stored, unsentOf } from './unsent.ts';

/** Where no browser sends by itself when there is a connection again. */
const EVERY_MS = 30_000;
/** Asked again later, these answers would be the same. */
const REFUSALS: readonly string[] = ['badInput', 'conflict', 'forbidden', 'notFound'];

/** Sends what a technician has done: at once, when the console opens, when the node is back, and every 30 seconds. */
export class Outbox {
  readonly #userid: number;
  readonly #listeners = new Set<() => void>();
  #actions: readonly Stored[] = [];
  #sending: Promise<void> | undefined;

  constructor(userid: number) {
    this.#userid = userid;
    void this.send();
    line.onBack(() => void this.send());
    globalThis.addEventListener('online', () => void this.send());
    setInterval(() => void this.send(), EVERY_MS);
  }

  readonly actions = (): readonly Stored[] => this.#actions;

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  async add(visitid: number, name: string, move: Move): Promise<void> {
    const [userid, ref] = [this.#userid, newKey()];
    await addUnsent({ userid, visitid, name, ref, move: { ...move, done_at: new Date() } });
    await this.#look();
    void this.send();
  }

  /** The technician has seen that it was refused. */
  async dismiss({ seq }: Stored): Promise<void> {
    await removeUnsent(seq);
    await this.#look();
  }

  /** One tab at a time sends, and what is added in the meantime goes along. */
  async send(): Promise<void> {
    await this.#sending?.catch(() => undefined);
    this.#sending ??= this.#exclusively().finally(() => {
      this.#sending = undefined;
    });
    await this.#sending.catch(() => undefined);
  }

  async #exclusively(): Promise<void> {
    await this.#look();
    if (this.#actions.length === 0) return;
    // Browsers have locks only where the page is secure; a repetition is carried out once in any case.
    if (!navigator.locks) return this.#sendAll();
    await navigator.locks.request(`lastmile-field ${this.#userid}`, () => this.#sendAll());
  }

  async #sendAll(): Promise<void> {
    // Somebody else may have signed in, in another tab.
    const { userid } = await read('login.me', undefined as never);
    if (userid !== this.#userid) return;
    const waiting = (await unsentOf(this.#userid)).filter(({ isReported }) => !isReported);
    const refused = new Map<number, string>();
    for (const action of waiting) {
      const why = action.refused ?? refused.get(action.visitid) ?? (await deliver(action));
      if (why === undefined) await removeUnsent(action.seq);
      else {
        // What follows it builds upon it.
        refused.set(action.visitid, why);
        await changeUnsent({ ...action, refused: why });
        await report(action, why);
        await changeUnsent({ ...action, refused: why, isReported: true });
      }
      await this.#look();
    }
  }

  async #look(): Promise<void> {
    this.#actions = await unsentOf(this.#userid);
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Why the node does not carry it out; undefined: it does. @throws what says nothing about the action itself */
async function deliver({ visitid, ref, move }: Action): Promise<string | undefined> {
  try {
    await change('visit.move', { ...move, id: visitid, client_ref: ref });
    return undefined;
  } catch (error) {
    if (isRefusal(error)) return sentenceOf(error);
    throw error;
  }
}

/** Tells the dispatcher. @throws as `deliver` */
async function report({ visitid, ref, move }: Action, why: string): Promise<void> {
  const done = [words.visits.states[move.state], move.done_at && instant(move.done_at as Date)].join(', ');
  const found = [move.report, move.outcome, move.reason, move.mac, move.serial, move.optical_dbm];
  const text = [done, ...found.filter((each) => each !== undefined), why].join('; ').slice(0, 1000);
  try {
    await change('visit.conflict_report', { id: visitid, text, client_ref: `${ref} refused` });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

const isRefusal = (error: unknown): boolean => isLastmileError(error) && REFUSALS.includes(error.kind);

let current: { readonly userid: number; readonly outbox: Outbox } | undefined;

/** The one of this page. */
export function outboxOf(userid: number): Outbox {
  if (current?.userid !== userid) current = { userid, outbox: new Outbox(userid) };
  return current.outbox;
}
