/** What a technician's phone keeps. The databases have names of their own, since a sign-out wipes only the first. */
export const VISITS_DB = 'lastmile-field';
export const UNSENT_DB = 'lastmile-field-unsent';

/** In the local storage: whose visits are kept, and since when; and whose steps are not sent yet. */
export const KEPT = 'lastmile-field-kept';
export const UNSENT = 'lastmile-field-unsent';
export const KEPT_MS = 48 * 3_600_000;

/** Deletes the visits. What the technician has done and the node has not been told stays. */
export function wipeVisits(): void {
  localStorage.removeItem(KEPT);
  indexedDB.deleteDatabase(VISITS_DB);
}

/** Those of another user, or older than two days. */
export function wipeStale(userid?: number): void {
  const [of, at = 0] = localStorage.getItem(KEPT)?.split(' ').map(Number) ?? [];
  if (of !== undefined && (Date.now() - at > KEPT_MS || of !== (userid ?? of))) wipeVisits();
}
