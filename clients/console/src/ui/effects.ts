import type { Outputs } from '@lastmile/client';
import { words } from '../words/words.ts';
import { addDays, day, daysBetween, today } from './day.ts';
import { isAbove0, money, sumOf } from './money.ts';

/** What a change would do, as the node computed it. */
export type Outcome = Exclude<Outputs['service']['action'], 'Done'>;
type Charge = Outcome['charges'][number];
type Offered = Pick<Outcome, 'planname' | 'subplanname'>;

/** What a change does, in the reader's words: to access, plan and validity, then to money. */
export function effectsOf(outcome: Outcome, now = today()): string[] {
  return [
    accessEffect(outcome),
    planEffect(outcome),
    validityEffect(outcome, now),
    ...chargeEffects(outcome.charges),
    balanceEffect(outcome),
  ].filter((sentence) => sentence !== undefined);
}

function accessEffect({ before, status, promise_upto }: Outcome): string | undefined {
  const w = words.effects;
  if (promise_upto !== null && promise_upto !== before?.promise_upto) return w.promised(day(promise_upto));
  if (!before || before.status === status) return undefined;
  if (status === 'Suspend') return w.suspends;
  if (before.status === 'Suspend') return w.suspensionEnds;
  if (status === 'NP') return w.reduces;
  if (status === 'NPD') return w.cutsOff;
  return before.status === 'NewRequest' ? w.begins : w.resumes;
}

function planEffect({ before, next_plan, ...after }: Outcome): string | undefined {
  const w = words.effects;
  if (!before) return undefined;
  if (before.subplanid !== after.subplanid) return w.changesPlan(offerName(before), offerName(after));
  if (next_plan && before.next_plan?.subplanid !== next_plan.subplanid)
    return w.changesPlanLater(offerName(after), offerName(next_plan));
  return undefined;
}

export const offerName = ({ planname, subplanname }: Offered): string => `${planname}, ${subplanname}`;

function validityEffect({ before, opens, valid_upto, subplanid }: Outcome, now: string): string | undefined {
  const w = words.effects;
  if (valid_upto === null) return undefined;
  const [was, is] = [before?.valid_upto ?? null, day(valid_upto)];
  const isSamePlan = before?.subplanid === subplanid;
  if (!opens) return was === null || was === valid_upto ? undefined : w.validUntil(day(was), is);
  const when = dayWord(opens.from, now);
  if (was === null) return w.firstPeriod(when, is);
  if (was !== valid_upto) return (isSamePlan ? w.renews : w.newPeriod)(when, day(was), is);
  // A plan change that leaves the validity as it is says so already.
  return isSamePlan ? w.nextPeriod(when, is) : undefined;
}

function dayWord(of: string, now: string): string {
  const w = words.effects;
  if (of === now) return w.today;
  return of === addDays(now, 1) ? w.tomorrow : w.on(day(of));
}

/** Lines of one kind for the same days are one sentence. */
function chargeEffects(charges: readonly Charge[]): (string | undefined)[] {
  const groups = new Map<string, Charge[]>();
  for (const charge of charges) {
    const { kind, from, upto, description } = charge;
    const key = JSON.stringify(from === null ? [kind, description] : [kind, from, upto]);
    groups.set(key, [...(groups.get(key) ?? []), charge]);
  }
  return [...groups.values()].map(groupEffect);
}

function groupEffect(charges: readonly Charge[]): string | undefined {
  const total = sumOf(charges.map((each) => each.total));
  const [first] = charges;
  if (!first || !/[1-9]/.test(total)) return undefined;
  const w = words.effects;
  const days = daysOf(first);
  const [charged, credited] = days === undefined ? [w.charged, w.credited] : [w.chargedFor, w.creditedFor];
  const what = days ?? chargeName(first);
  return isAbove0(total) ? charged(money(total), what) : credited(money(total.slice(1)), what);
}

function daysOf({ kind, from, upto }: Charge): string | undefined {
  if (from === null || upto === null) return undefined;
  const w = words.effects;
  const days = w.days(day(from), day(upto));
  return kind === 'plan_credit' ? w.unusedDays(daysBetween(from, upto) + 1, days) : days;
}

/** What is charged or credited. */
export function chargeName({ kind, description, item }: Charge): string {
  if (kind === 'plan') return item;
  if (kind === 'plan_credit') return words.effects.unused(item);
  if (kind === 'topup') return topupName(description, item);
  return kindWord(kind) ?? (description === item ? words.adjusting.entries.adjustment : description);
}

/** The node writes `Top-up: Weekend`. */
function topupName(description: string, item: string): string {
  const prefix = `${item}: `;
  return description.startsWith(prefix) ? words.effects.topupOf(description.slice(prefix.length)) : words.effects.topup;
}

function kindWord(kind: string): string | undefined {
  const kinds: Readonly<Record<string, string>> = words.effects.kinds;
  return kinds[kind];
}

function balanceEffect({ before, os_amt }: Outcome): string | undefined {
  const w = words.effects;
  if (before?.os_amt === os_amt) return undefined;
  if (os_amt.startsWith('-')) return w.inAdvance(money(os_amt.slice(1)));
  return isAbove0(os_amt) ? w.due(money(os_amt)) : w.nothingDue;
}

/** The sum of what is charged, less what is credited. */
export const netOf = ({ charges }: Pick<Outcome, 'charges'>): string => sumOf(charges.map(({ total }) => total));

/** The label of a button that confirms, with the sum that it charges or credits. */
export const withSum =
  (label: string) =>
  (outcome: Outcome | undefined): string => {
    const net = outcome ? netOf(outcome) : '';
    return /[1-9]/.test(net) ? words.preview.labelled(label, money(net)) : label;
  };

/** What was done, followed by what was charged or credited with it. */
export function toldWithSum(sentence: string, outcome: Outcome): string {
  const net = netOf(outcome);
  if (!/[1-9]/.test(net)) return sentence;
  const { charged, alsoCredited } = words.told;
  return `${sentence} ${isAbove0(net) ? charged(money(net)) : alsoCredited(money(net.slice(1)))}`;
}
