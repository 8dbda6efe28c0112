import { words } from '../words/words.ts';
import type { Service } from './place.ts';

type State = Pick<Service, 'status' | 'expired' | 'exhausted' | 'bw_level'>;

/** Whether a connection runs, and if not, why. */
export function StateText({ of }: { readonly of: State }) {
  const isGood = of.status === 'Active' && !of.expired && !of.exhausted && of.bw_level === 1;
  return (
    <p class={isGood ? 'good' : 'notice'} role="status">
      {textOf(of)}
    </p>
  );
}

function textOf({ status, expired, exhausted, bw_level }: State): string {
  if (expired && (status === 'NPD' || status === 'Active')) return words.status.expired;
  if (status !== 'Active') return words.status[status];
  if (exhausted) return words.status.slow;
  return bw_level > 1 ? words.status.lower : words.status.runs;
}
