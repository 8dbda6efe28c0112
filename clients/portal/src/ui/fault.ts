import { CallError } from '../api/call.ts';
import { words } from '../words/words.ts';

/** One sentence for people, in their language. */
export function sentenceOf(error: unknown): string {
  const { faults } = words;
  if (!(error instanceof CallError)) return faults.other;
  const { kind, parameter } = error;
  const reason = kind === 'conflict' || kind === 'badInput' ? faults.reasons[parameter ?? ''] : undefined;
  return reason ?? faults.kinds[kind] ?? faults.other;
}

export const isSignedOut = (error: unknown): boolean => error instanceof CallError && error.kind === 'unauthenticated';
