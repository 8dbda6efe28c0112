import { useSyncExternalStore } from 'react';

/** A call that a telephone system opened and that is logged. */
export interface PoppedCall {
  readonly id: number;
  /** As the telephone system gave it. */
  readonly number: string;
}

let popped: PoppedCall | undefined;
const listeners = new Set<() => void>();

/** The call that the agent is in; undefined: what came of it is noted, or need not be. */
export function setPoppedCall(call: PoppedCall | undefined): void {
  popped = call;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePoppedCall = (): PoppedCall | undefined => useSyncExternalStore(subscribe, () => popped);
