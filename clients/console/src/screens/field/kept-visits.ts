import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Row } from '../../api/client.ts';
import { KEPT, KEPT_MS, VISITS_DB, wipeVisits } from '../../api/field-store.ts';
import type { Me } from '../../api/queries.ts';
import { owesSignOut } from '../../api/sign-out.ts';

export type Visit = Row<'visit.mine'>;

/** What a technician saw last: two days' visits, and who they are, since the node cannot be asked. */
export interface Kept {
  readonly who: Me;
  readonly visits: readonly Visit[];
  readonly at: number;
}

interface Schema extends DBSchema {
  readonly days: { readonly key: number; readonly value: Kept };
}

const open = (): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(VISITS_DB, 1, {
    upgrade: (db) => void db.createObjectStore('days'),
    // A sign-out in another tab deletes it.
    blocking: (_version, _blocked, event) => (event.target as IDBDatabase).close(),
  });

/** Keeps the visits of one user, and of no other. Those that arrive while the user signs out are not kept. */
export async function keepVisits(who: Me, visits: readonly Visit[]): Promise<void> {
  if (owesSignOut()) return;
  const at = Date.now();
  localStorage.setItem(KEPT, `${who.userid} ${at}`);
  const db = await open();
  if (localStorage.getItem(KEPT) === null) {
    db.close();
    return wipeVisits();
  }
  const writing = db.transaction('days', 'readwrite');
  await Promise.all([writing.store.clear(), writing.store.put({ who, visits, at }, who.userid), writing.done]);
  db.close();
}

/** The visits that are kept, unless they are too old; of this user, or of the last one. */
export async function readKept(userid?: number): Promise<Kept | undefined> {
  // Opening makes the database.
  if (localStorage.getItem(KEPT) === null) return undefined;
  const db = await open();
  const all = await db.getAll('days');
  db.close();
  return all.find(({ who, at }) => Date.now() - at <= KEPT_MS && (userid === undefined || who.userid === userid));
}
