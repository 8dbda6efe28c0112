import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Input } from '../../api/client.ts';
import { UNSENT, UNSENT_DB } from '../../api/field-store.ts';

export type Move = Omit<Input<'visit.move'>, 'id' | 'client_ref' | 'idempotency_key'>;

/** What a technician has done, in the order in which it was done. */
export interface Action {
  readonly seq?: number;
  readonly userid: number;
  readonly visitid: number;
  /** Whom the visit went to, for when it is no longer theirs. */
  readonly name: string;
  /** By which the node knows a repetition, for ever. */
  readonly ref: string;
  readonly move: Move;
  /** Why the node does not carry it out; absent: it has not been asked yet. */
  readonly refused?: string;
  /** The dispatcher has been told. */
  readonly isReported?: true;
}

export type Stored = Action & { readonly seq: number };

interface Schema extends DBSchema {
  readonly actions: { readonly key: number; readonly value: Action; readonly indexes: { readonly userid: number } };
}

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(UNSENT_DB, 1, {
    upgrade: (db) => {
      const actions = db.createObjectStore('actions', { keyPath: 'seq', autoIncrement: true });
      actions.createIndex('userid', 'userid');
    },
  });

/** Those of one user, oldest first. */
export async function unsentOf(userid: number): Promise<Stored[]> {
  const db = await open();
  const actions = (await db.getAllFromIndex('actions', 'userid', userid)) as Stored[];
  db.close();
  if (actions.length === 0 && localStorage.getItem(UNSENT) === String(userid)) localStorage.removeItem(UNSENT);
  return actions;
}

export async function addUnsent(action: Action): Promise<void> {
  const db = await open();
  // Before the write: a browser that is killed in between looks once in vain.
  localStorage.setItem(UNSENT, String(action.userid));
  await db.add('actions', action);
  db.close();
}

export async function changeUnsent(action: Stored): Promise<void> {
  const db = await open();
  await db.put('actions', action);
  db.close();
}

export async function removeUnsent(seq: number): Promise<void> {
  const db = await open();
  await db.delete('actions', seq);
  db.close();
}
