import { useSyncExternalStore } from 'react';

/** A call that a telephone system opened and that is logged. */
export interface PoppedCall {
  readonly id: number;
  /** As the telephone system gave it. */
  readonly number: string;
}

/** What this tab keeps, so that a reload does not lose the call: the call, and the login session in which it came. */
const KEY = 'lastmile-popped-call';

let popped: PoppedCall | undefined;
let session = '';
const listeners = new Set<() => void>();

/** The call that the agent is in; undefined: what came of it is noted, or need not be. */
export function setPoppedCall(call: PoppedCall | undefined): void {
  popped = call;
  if (call) sessionStorage.setItem(KEY, JSON.stringify({ session, ...call }));
  else sessionStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Takes up the call of before a reload. That of another login session is forgotten: it may be somebody else's. */
export function recallPoppedCall(ofSession: string): void {
  session = ofSession;
  setPoppedCall(popped ?? keptCall());
}

function keptCall(): PoppedCall | undefined {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as (PoppedCall & { session: string }) | null;
  return kept?.session === session ? { id: kept.id, number: kept.number } : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePoppedCall = (): PoppedCall | undefined => useSyncExternalStore(subscribe, () => popped);
