import type { Output } from '../api/call.ts';
import { locale } from '../words/language.ts';
import { words } from '../words/words.ts';
import type { Service } from './place.ts';
import { dayInWords, moment, ofGigabytes, speed } from './texts.ts';

type State = Pick<Service, 'status' | 'prepaid' | 'valid_upto' | 'expired' | 'exhausted' | 'bw_level'>;
type Access = Output<'access'>;

const isGood = (of: State): boolean => of.status === 'Active' && !of.expired && !of.exhausted && of.bw_level === 1;

/** Whether a connection runs, and if not, why. */
export function StateText({ of, text = textOf(of) }: { readonly of: State; readonly text?: string }) {
  return (
    <p class={isGood(of) ? 'good' : 'notice'} role="status">
      {text}
    </p>
  );
}

function textOf({ status, prepaid, valid_upto, expired, exhausted, bw_level }: State): string {
  if (prepaid && expired && valid_upto !== null && (status === 'NPD' || status === 'Active'))
    return words.status.expired(dayInWords(valid_upto));
  if (status !== 'Active') return words.status[status];
  if (exhausted) return words.status.slow;
  return bw_level > 1 ? words.status.lower : words.status.runs;
}

/** The same with the speed and until when, as far as the node knows them. */
export function accessText(of: Service, { verdict, cause, upto, dl, incident }: Access): string {
  if (incident) return incidentText(incident);
  const { used_gb, total_gb, full_used_gb, full_gb } = of;
  const { status } = words;
  if (cause !== 'volume' || upto === null) return textOf(of);
  if (verdict === 'blocked') return status.stopped(ofGigabytes(used_gb, total_gb ?? used_gb), dayInWords(upto));
  if (full_gb === null || dl === null) return textOf(of);
  return status.reduced(ofGigabytes(full_used_gb, full_gb), speed(dl), dayInWords(upto));
}

/** In the words of the provider, in the language of the page, or else in ours. */
function incidentText({ kind, en, hi, expected_at }: NonNullable<Access['incident']>): string {
  const { status } = words;
  const told = (locale().startsWith('hi') ? hi : en) ?? status.incident[kind];
  const isAhead = expected_at !== null && Date.parse(expected_at) > Date.now();
  return isAhead ? `${told} ${status.expected(moment(expected_at))}` : told;
}

/** Kbit/s now; null: the connection is stopped, or it is slower by a speed that is not known. */
export function speedNow(of: Service, { verdict, dl }: Access): number | null {
  if (verdict === 'blocked' || verdict === 'new') return null;
  return dl ?? (isGood(of) ? of.dl : null);
}
