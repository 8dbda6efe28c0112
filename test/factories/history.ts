import { Decimal } from 'decimal.js';
import { refusalOfWallet, refuse } from '../../src/areas/money/billing/charging/charge.ts';
import { adjust, type TaxTreatment } from '../../src/areas/money/billing/life-cycle/actions/adjust.ts';
import { close } from '../../src/areas/money/billing/life-cycle/actions/close.ts';
import { postPayment, reversePayment } from '../../src/areas/money/billing/life-cycle/actions/payment.ts';
import { changePlan } from '../../src/areas/money/billing/life-cycle/actions/plan-change.ts';
import { refundAdvance } from '../../src/areas/money/billing/life-cycle/actions/refund.ts';
import { buyTopup } from '../../src/areas/money/billing/life-cycle/actions/top-up.ts';
import { writeOff } from '../../src/areas/money/billing/life-cycle/actions/write-off.ts';
import { type Action, act } from '../../src/areas/money/billing/life-cycle/table.ts';
import { firstDayAfter } from '../../src/areas/money/billing/life-cycle/time/next-day.ts';
import { applyDay, passDays } from '../../src/areas/money/billing/life-cycle/time/time-rules.ts';
import { daysFrom } from '../../src/areas/money/billing/model/calendar.ts';
import { Draft, type DraftEntry, type SharedBalances } from '../../src/areas/money/billing/model/draft.ts';
import { dueOf, unpaidAmount } from '../../src/areas/money/billing/model/dues.ts';
import type { IspTerms } from '../../src/areas/money/billing/model/isp-terms.ts';
import type { Offer, Period, Seller, Subscription } from '../../src/areas/money/billing/model/subscription.ts';
import { total, ZERO } from '../../src/areas/money/billing/pricing/amounts.ts';
import { Fault } from '../../src/core/fault.ts';
import { addDays } from '../../src/core/zone.ts';

export interface Terms {
  readonly prepaid: boolean;
  readonly startsOn: string;
  readonly billingStartDay: number;
  readonly discountPercent: string;
  readonly discountAmt: string;
  readonly taxes: readonly string[];
  readonly inclusive: boolean;
  readonly creditLimit: string | null;
  readonly franchisee: boolean;
  readonly freezes: boolean;
  readonly lateFee: boolean;
  /** As the settings name them; absent: at once, and from the first cent on. */
  readonly lateFeeAfterDays?: number;
  readonly minDues?: string;
  readonly endsPeriodsWithAccess?: boolean;
  readonly offer: number;
}

/** A day on which something ends for a service, or one next to it. It is today if there is none from today on. */
export interface Boundary {
  readonly end: 'validUpto' | 'graceUpto' | 'promiseUpto' | 'dueOn' | 'month';
  readonly off: -1 | 0 | 1;
}

export interface HistoryStep {
  /** Days since the step before, or the day that the step waits for. */
  readonly days: number | Boundary;
  readonly event:
    | { readonly kind: 'advance' | 'cancel payment' | 'switch prepaid' | 'write off' }
    | {
        readonly kind: 'adjust';
        readonly type: 'Debit' | 'Credit';
        readonly amt: Decimal;
        readonly tax: TaxTreatment;
      }
    | { readonly kind: 'refund'; readonly amt: Decimal }
    | { readonly kind: 'delete'; readonly used: boolean }
    | { readonly kind: 'set commission'; readonly percent: string }
    | { readonly kind: 'act'; readonly action: Action }
    | { readonly kind: 'pay'; readonly amt: Decimal; readonly byIsp: boolean }
    | { readonly kind: 'change plan'; readonly offer: number; readonly schedule: 'immediately' | 'next_bill' }
    | { readonly kind: 'top up'; readonly amt: Decimal };
}

const offer = (id: number, length: number, unit: 'Day' | 'Month', ...amts: string[]): Offer => ({
  planId: id,
  subPlanId: id,
  length,
  unit,
  items: amts.map((amt, at) => ({ description: `Charge ${at + 1}`, amt: new Decimal(amt) })),
  volumes: {
    bw1Gb: '100',
    bw2Gb: null,
    bw2Dl: null,
    bw2Pool: null,
    bw3Gb: null,
    bw3Dl: null,
    bw3Pool: null,
    dataCarryover: false,
  },
});

export const OFFERS: readonly Offer[] = [
  offer(1, 1, 'Month', '499.00'),
  offer(2, 1, 'Month', '333.33', '0.01', '166.66'),
  offer(3, 3, 'Month', '1200.00', '99.99'),
  offer(4, 28, 'Day', '280.00'),
  offer(5, 1, 'Month', '0.00'),
];

/** The life of a service in memory, with everything posted for it. */
export class History {
  subscription: Subscription;
  today: string;
  readonly #isp: IspTerms;
  #seller: Seller | null;
  #balances: SharedBalances;
  readonly #entries: DraftEntry[] = [];
  /** What happened, each with its day. */
  readonly #story: string[] = [];
  #doneUpto: string;
  readonly #payments: { amt: Decimal; entry: DraftEntry }[] = [];
  #credits = 0;
  /** What each period was charged, and for how many days. */
  readonly #charged = new Map<number, { days: number; whole: Decimal }>();
  #ids = 0;

  constructor(given: Terms) {
    this.today = given.startsOn;
    this.#doneUpto = addDays(given.startsOn, -1);
    this.#isp = ispOf(given);
    this.#seller = given.franchisee ? FRANCHISEE : null;
    this.#balances = { wallets: new Map([[1, new Decimal(5_000)]]), credits: new Decimal(1_000) };
    this.subscription = newSubscription(given);
  }

  draft(subscription = this.subscription, balances = this.#balances): Draft {
    const context = { today: this.today, now: new Date(`${this.today}T06:30:00Z`), by: 'history' };
    return new Draft({ subscription, seller: this.#seller, isp: this.#isp, balances, context });
  }

  /** A refused step changes nothing but the day. */
  step({ days, event }: HistoryStep): void {
    this.today = this.dayOf(days);
    if (this.#changeTerms(event) || (this.subscription.deleted && !this.#allowedAfterDeletion(event))) return;
    const balances = { wallets: new Map(this.#balances.wallets), credits: this.#balances.credits };
    const draft = this.draft(copyOf(this.subscription), balances);
    try {
      this.#apply(draft, event);
      refuse(refusalOfWallet(draft));
    } catch (error) {
      if (error instanceof Fault && error.kind === 'conflict') return;
      throw error;
    }
    this.#save(draft);
    if (event.kind === 'delete') this.subscription = { ...this.subscription, deleted: true };
  }

  /** The day of a step. */
  dayOf(days: HistoryStep['days']): string {
    if (typeof days === 'number') return addDays(this.today, days);
    const { end, off } = days;
    const day = this.#endOf(end);
    const wished = day && addDays(day, off);
    return wished && wished > this.today ? wished : this.today;
  }

  #endOf(end: Boundary['end']): string | null {
    if (end === 'month') return addDays(`${addDays(`${this.today.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
    return end === 'dueOn' ? (this.subscription.invoices.at(-1)?.dueOn ?? null) : this.subscription[end];
  }

  /** A run of each day up to this one, or a single late one that does what they would have done. */
  passTo(day: string, how: 'daily' | 'late'): void {
    if (!this.subscription.deleted) {
      if (how === 'late') this.#pass(firstDayAfter(this.#doneUpto, day), day);
      else
        for (let each = firstDayAfter(this.#doneUpto, day); each <= day; each = addDays(each, 1)) {
          this.today = each;
          const draft = this.draft(copyOf(this.subscription));
          if (applyDay(draft)) this.#save(draft);
        }
    }
    this.today = day;
    this.#doneUpto = day;
  }

  #pass(from: string, upto: string): void {
    this.today = upto;
    for (const changed of passDays([this.draft(copyOf(this.subscription))], { from, upto }))
      for (const draft of changed) this.#save(draft);
  }

  /** What was posted, opened and set, and on which days. */
  story(): string[] {
    return this.#story;
  }

  /** How it stands. */
  standing(): object {
    const { periods, invoices, charges, period, offer, pending, ...rest } = this.subscription;
    return {
      ...rest,
      ...{ offer: offer.planId, pending: pending?.offer.planId, wallet: this.wallet().toFixed(2) },
      periods: periods.map(({ charged, ...each }) => each),
      invoices: invoices.map((each) => ({ ...each, paidAmt: each.paidAmt.toFixed(2), total: each.total.toFixed(2) })),
      charges: charges.map(({ total }) => total.toFixed(2)),
    };
  }

  /** Applies an event that changes the terms only. */
  #changeTerms(event: HistoryStep['event']): boolean {
    if (event.kind === 'switch prepaid')
      this.subscription = { ...this.subscription, prepaid: !this.subscription.prepaid };
    else if (event.kind === 'set commission' && this.#seller)
      this.#seller = { ...this.#seller, commissionPercent: new Decimal(event.percent) };
    return event.kind === 'switch prepaid' || event.kind === 'set commission';
  }

  /** The payments of a deleted service can be cancelled, and what is owed then can be paid or written off. */
  #allowedAfterDeletion(event: HistoryStep['event']): boolean {
    return (
      ['cancel payment', 'write off', 'refund'].includes(event.kind) ||
      (event.kind === 'pay' && event.amt.lessThanOrEqualTo(this.subscription.osAmt))
    );
  }

  #apply(draft: Draft, event: HistoryStep['event']): void {
    switch (event.kind) {
      case 'advance':
        applyDay(draft);
        return;
      case 'delete':
        close(draft, event);
        return;
      case 'act':
        act(draft, event.action);
        return;
      case 'pay': {
        const received = { amt: event.amt, mode: 'Online', collector: 1, byIsp: event.byIsp };
        this.#payments.push({ amt: event.amt, entry: postPayment(draft, received) });
        return;
      }
      case 'cancel payment': {
        const payment = this.#payments.at(-1);
        if (!payment?.entry.id) return;
        const { amt, entry } = payment;
        reversePayment(draft, { entryId: entry.id ?? 0n, amt, mode: 'Online', lines: entry.lines });
        refuse(refusalOfWallet(draft));
        this.#payments.pop();
        return;
      }
      case 'adjust':
        adjust(draft, { ...event, description: 'Adjustment', invoice: null });
        return;
      case 'write off':
        writeOff(draft);
        return;
      case 'refund':
        refundAdvance(draft, { amt: event.amt, mode: 'Bank', payer: 1 });
        return;
      case 'change plan':
        changePlan(draft, OFFERS[event.offer] ?? (OFFERS[0] as Offer), event.schedule);
        return;
      case 'top up': {
        const gb = new Decimal(1);
        buyTopup(draft, { topupPlanId: null, name: 'Top-up', gb, amt: event.amt, type: 'Expiring' }, ZERO);
      }
    }
  }

  /** As the database does it: gives ids to new records. */
  #save(draft: Draft): void {
    const { subscription } = draft;
    const id = () => {
      this.#ids += 1;
      return this.#ids;
    };
    for (const period of subscription.periods) period.id ??= id();
    for (const entry of draft.entries) entry.id = BigInt(id());
    for (const charge of subscription.charges) charge.id ??= BigInt(id());
    for (const invoice of subscription.invoices) invoice.id ??= id();
    if (subscription.pending) subscription.pending.id ??= id();
    for (const { kind, period, lines } of draft.entries) {
      if (kind !== 'plan' || !period?.id) continue;
      this.#charged.set(period.id, { days: servedDays(period), whole: total(serviceLines(lines)) });
    }
    for (const { months } of draft.credits) this.#credits += months;
    const { today } = draft.context;
    for (const { kind, period, memo, lines } of draft.entries)
      this.#story.push(`${today} ${kind} ${period?.startsOn ?? ''} ${memo}: ${lines.map(({ amt }) => amt).join(' ')}`);
    for (const { invoice } of draft.invoices)
      this.#story.push(`${today} invoice ${invoice.total} due ${invoice.dueOn}`);
    for (const { upto } of draft.promises) this.#story.push(`${today} promise until ${upto}`);
    if (draft.stored.subscription.status !== subscription.status)
      this.#story.push(`${today} ${draft.stored.subscription.status} to ${subscription.status}`);
    if (draft.usage) this.#story.push(`${today} ${draft.usage} until ${subscription.validUpto}`);
    this.#entries.push(...draft.entries);
    this.#balances = draft.balances;
    this.subscription = subscription;
  }

  unbalancedEntries(): DraftEntry[] {
    return this.#entries.filter(({ lines }) => !total(lines.map((line) => new Decimal(line.amt))).isZero());
  }

  ledgerBalance(): Decimal {
    return this.#sumOf('service');
  }

  /** The wallet less what its entries say. */
  walletDrift(): Decimal {
    return this.wallet().minus(5_000).plus(this.#sumOf('wallet'));
  }

  wallet(): Decimal {
    return this.#balances.wallets.get(1) ?? ZERO;
  }

  walletFloor(): Decimal {
    return FRANCHISEE.creditLimit.negated();
  }

  /** The ISP's credits less what is left of them after all that were used and returned. */
  creditsDrift(): number {
    return this.#balances.credits.toNumber() - (1_000 - this.#credits);
  }

  /** Voided periods with credits, and periods with fewer than 0. */
  wrongCredits(): string[] {
    return this.subscription.periods
      .filter(({ voided, credits }) => credits < 0 || (voided && credits !== 0))
      .map(({ startsOn, endsOn, credits }) => `${startsOn}..${endsOn} ${credits}`);
  }

  /** The remaining commission of each charged period, and its share by days. */
  commissions(): [left: Decimal, share: Decimal][] {
    return [...this.#charged].flatMap(([id, { days }]) => {
      const period = this.subscription.periods.find((each) => each.id === id);
      if (!period) return [];
      const entries = this.#entries.filter((entry) => entry.period?.id === id && entry.kind.startsWith('plan'));
      const booked = commissionIn(entries.filter(({ kind }) => kind === 'plan'));
      return [[commissionIn(entries), period.voided ? ZERO : booked.times(servedDays(period)).div(days)]];
    });
  }

  /** The outstanding amount after the final bill. */
  owedAtDeletion(used: boolean): Decimal {
    const draft = this.draft(copyOf(this.subscription), {
      ...this.#balances,
      wallets: new Map(this.#balances.wallets),
    });
    try {
      close(draft, { used });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
    }
    return draft.subscription.osAmt;
  }

  /** What a deletion left open: money, charges without an invoice, unbilled periods. */
  leftOpen(): string[] {
    const { osAmt, charges, periods } = this.subscription;
    const unbilled = periods.filter(({ billed }) => !billed).map(({ startsOn }) => `the period from ${startsOn}`);
    return [
      ...(osAmt.isZero() ? [] : [osAmt.toFixed(2)]),
      ...charges.map(({ description }) => description),
      ...unbilled,
    ];
  }

  #sumOf(kind: string): Decimal {
    const lines = this.#entries.flatMap((entry) => entry.lines).filter((line) => line.account.kind === kind);
    return total(lines.map((line) => new Decimal(line.amt)));
  }

  unpaid(): Decimal {
    return total(this.subscription.invoices.map(unpaidAmount));
  }

  /** Due on invoices. What was refunded of a payment that is cancelled then is owed on none. */
  due(): Decimal {
    const { invoices } = this.subscription;
    return Decimal.min(dueOf(this.subscription), total(invoices.map((each) => Decimal.max(0, each.total))));
  }

  overlaps(): string[] {
    const periods = this.#periods();
    return periods.flatMap((period, at) => {
      const next = periods[at + 1];
      return next && next.startsOn <= period.endsOn ? [`${period.startsOn}..${period.endsOn} ${next.startsOn}`] : [];
    });
  }

  #periods(): Period[] {
    const periods = this.subscription.periods.filter((period) => !period.voided);
    return periods.sort((one, other) => (one.startsOn < other.startsOn ? -1 : 1));
  }

  repeatedEntries(): string[] {
    const keys = this.#entries.flatMap(({ kind, period, dedupeKey }) =>
      period ? [`${kind} ${period.id}`] : dedupeKey === null ? [] : [dedupeKey],
    );
    return keys.filter((key, at) => keys.indexOf(key) !== at);
  }

  /** What the CHECK constraints of the service table would refuse. */
  brokenValidity(): string | null {
    const { status, validFrom, validUpto, period, statusBefore, suspendedOn, deleted } = this.subscription;
    if (deleted) return null;
    if ((status === 'Suspend') !== (statusBefore !== null && suspendedOn !== null)) return 'a suspension';
    if (status === 'NewRequest') return period || validFrom || validUpto ? 'a new service with a validity' : null;
    if (!period || !validFrom || !validUpto || validFrom > validUpto) return `${validFrom}..${validUpto}`;
    return period.voided || period.endsOn !== validUpto
      ? `${period.startsOn}..${period.endsOn} is not the newest`
      : null;
  }

  /** The cost of each billed period net of credits, and the range for its share of the charge by days. */
  endedPeriods(): [charged: Decimal, least: Decimal, most: Decimal][] {
    return [...this.#charged].flatMap(([id, { days, whole }]) => {
      const period = this.subscription.periods.find((each) => each.id === id);
      if (!period) return [];
      const entries = this.#entries.filter((entry) => entry.period?.id === id && entry.kind.startsWith('plan'));
      const charged = total(entries.flatMap(({ lines }) => serviceLines(lines)));
      const share = period.voided ? ZERO : whole.times(servedDays(period)).div(days);
      return [[charged, share.minus('0.06'), share.plus('0.06')]];
    });
  }
}

const servedDays = ({ startsOn, endsOn, frozenDays }: Period): number => daysFrom(startsOn, endsOn) - frozenDays;

const serviceLines = (lines: DraftEntry['lines']) =>
  lines.filter((line) => line.account.kind === 'service').map((line) => new Decimal(line.amt));

const commissionIn = (entries: readonly DraftEntry[]): Decimal =>
  total(
    entries
      .flatMap(({ lines }) => lines)
      .filter(({ account }) => account.kind === 'nominal' && account.name === 'commission')
      .map((line) => new Decimal(line.amt)),
  );

const FRANCHISEE: Seller = {
  resellerId: 1,
  franchisee: true,
  commissionPercent: new Decimal('12.5'),
  creditLimit: new Decimal(300),
  invoices: true,
};

const taxesOf = (given: Terms) => ({
  rates: given.taxes.map((percent, at) => ({ name: `Tax ${at + 1}`, percent })),
  inclusive: given.inclusive,
});

const ispOf = (given: Terms): IspTerms => ({
  ispId: 1,
  zone: 'Asia/Kolkata',
  currency: 'INR',
  taxes: taxesOf(given),
  sale: null,
  taxation: taxesOf(given),
  invoiceDueDays: 7,
  graceDays: 5,
  promiseDays: 3,
  freezesSuspended: given.freezes,
  lateFeeAmt: new Decimal(given.lateFee ? '10' : '0'),
  lateFeePercent: new Decimal(given.lateFee ? '2.5' : '0'),
  lateFeeMax: null,
  lateFeeAfterDays: given.lateFeeAfterDays ?? 0,
  minDues: new Decimal(given.minDues ?? '0'),
  endsPeriodsWithAccess: given.endsPeriodsWithAccess ?? false,
  booksClosedUpto: null,
  limitsCredits: false,
});

const newSubscription = (given: Terms): Subscription => ({
  id: 1,
  username: 'ravi',
  deleted: false,
  doneUpto: null,
  ispId: 1,
  resellerId: given.franchisee ? 1 : null,
  prepaid: given.prepaid,
  status: 'NewRequest',
  statusBefore: null,
  suspendedOn: null,
  graceUpto: null,
  promiseUpto: null,
  holds: [],
  renewalRefused: false,
  validFrom: null,
  validUpto: null,
  billFrom: given.startsOn,
  billingStartDay: given.billingStartDay,
  anchorDay: null,
  discount: { percent: new Decimal(given.discountPercent), amt: new Decimal(given.discountAmt) },
  installationAmt: new Decimal('150'),
  creditLimit: given.creditLimit === null ? null : new Decimal(given.creditLimit),
  osAmt: ZERO,
  billed: false,
  offer: OFFERS[given.offer] ?? (OFFERS[0] as Offer),
  pending: null,
  period: null,
  periods: [],
  charges: [],
  invoices: [],
});

/** Rules change a subscription in place. */
export function copyOf(subscription: Subscription): Subscription {
  const periods = new Map(subscription.periods.map((period) => [period, { ...period }]));
  return {
    ...subscription,
    period: subscription.period && (periods.get(subscription.period) ?? null),
    periods: [...periods.values()],
    charges: subscription.charges.map((charge) => ({ ...charge })),
    invoices: subscription.invoices.map((invoice) => ({ ...invoice })),
  };
}
