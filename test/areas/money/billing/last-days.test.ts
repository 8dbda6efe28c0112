import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import type { Action } from '../../../../src/areas/money/billing/life-cycle/table.ts';
import { applyDay, passDays } from '../../../../src/areas/money/billing/life-cycle/time/time-rules.ts';
import { History, type HistoryStep, type Terms } from '../../../factories/history.ts';

const POSTPAID: Terms = {
  ...{ prepaid: false, startsOn: '2026-06-01', billingStartDay: 1, discountPercent: '0', discountAmt: '0', taxes: [] },
  ...{ inclusive: false, creditLimit: null, franchisee: false, freezes: true, lateFee: false, offer: 0 },
};
const PREPAID: Terms = { ...POSTPAID, prepaid: true, billingStartDay: 0, startsOn: '2026-03-03' };

/** A service and its days, on each of which the rules of the day are applied first. */
class Life {
  readonly #history: History;

  constructor(given: Terms) {
    this.#history = new History(given);
    this.on(given.startsOn);
  }

  /** `status validFrom validUpto osAmt promiseUpto` */
  on(day: string): string {
    this.#history.passTo(day, 'daily');
    const { status, validFrom, validUpto, osAmt, promiseUpto } = this.#history.subscription;
    return [status, validFrom, validUpto, osAmt.toFixed(2), promiseUpto ?? 'none'].join(' ');
  }

  acts(day: string, action: Action): this {
    return this.does(day, { kind: 'act', action });
  }

  pays(day: string, amt: number): this {
    return this.does(day, { kind: 'pay', amt: new Decimal(amt), byIsp: true });
  }

  does(day: string, event: HistoryStep['event']): this {
    this.on(day);
    this.#history.step({ days: 0, event });
    return this;
  }

  periods(): string[] {
    return this.#history.subscription.periods.map(({ startsOn, endsOn }) => `${startsOn} ${endsOn}`);
  }

  /** Whether the rules would change anything now. */
  isDone(): boolean {
    const changes = passDays([this.#history.draft()], { from: this.#history.today, upto: this.#history.today });
    return !applyDay(this.#history.draft()) && [...changes].length === 0;
  }
}

/** NP since 10 June, for a month and an installation due the day before. */
const unpaid = () => new Life(POSTPAID).acts('2026-06-02', 'invoice');
/** Its validity ended with 2 April. */
const expired = () => new Life(PREPAID).pays('2026-03-03', 649);

describe('a promise to pay', () => {
  it('lets a postpaid service stay Active through its last day, and ends its access on the next', () => {
    const life = unpaid();
    expect(life.on('2026-06-10')).toBe('NP 2026-06-01 2026-06-30 649.00 none');
    life.acts('2026-06-11', 'restore');
    expect(life.on('2026-06-11')).toBe('Active 2026-06-01 2026-06-30 649.00 2026-06-14');
    expect(life.on('2026-06-14')).toBe('Active 2026-06-01 2026-06-30 649.00 2026-06-14');
    expect(life.on('2026-06-15')).toBe('NPD 2026-06-01 2026-06-30 649.00 none');
  });

  it('is over on the next day if it was kept', () => {
    const life = unpaid().acts('2026-06-11', 'restore').pays('2026-06-14', 649);
    expect(life.on('2026-06-16')).toBe('Active 2026-06-01 2026-06-30 0.00 none');
  });

  it('changes nothing of a suspension when it is over', () => {
    const life = unpaid().acts('2026-06-11', 'restore').acts('2026-06-12', 'suspend');
    expect(life.on('2026-06-16')).toBe('Suspend 2026-06-01 2026-06-30 649.00 2026-06-14');
  });

  it('leaves a prepaid service its paid validity, whatever else it owes', () => {
    const owes = { kind: 'adjust', type: 'Debit', amt: new Decimal(100), tax: 'None' } as const;
    const life = expired().does('2026-03-03', owes).acts('2026-03-03', 'invoice');
    life.acts('2026-03-14', 'np').acts('2026-03-14', 'restore');
    expect(life.on('2026-03-17')).toBe('Active 2026-03-03 2026-04-02 100.00 2026-03-17');
    expect(life.on('2026-03-18')).toBe('Active 2026-03-03 2026-04-02 100.00 none');
  });

  it('keeps a prepaid service Active after its validity, until the day after its last', () => {
    const life = expired();
    expect(life.on('2026-04-02')).toBe('Active 2026-03-03 2026-04-02 0.00 none');
    expect(life.on('2026-04-03')).toBe('NPD 2026-03-03 2026-04-02 0.00 none');
    life.acts('2026-04-05', 'restore');
    expect(life.on('2026-04-08')).toBe('Active 2026-03-03 2026-04-02 0.00 2026-04-08');
    expect(life.on('2026-04-09')).toBe('NPD 2026-03-03 2026-04-02 0.00 none');
  });
});

describe('a renewal', () => {
  it('continues the validity on its last day, and begins today from the next one on', () => {
    const renewedOn = (day: string) => expired().pays(day, 1).acts(day, 'renew').on(day);
    expect(renewedOn('2026-04-02')).toBe('Active 2026-03-03 2026-05-02 498.00 none');
    expect(renewedOn('2026-04-03')).toBe('Active 2026-04-03 2026-05-02 498.00 none');
    expect(renewedOn('2026-04-10')).toBe('Active 2026-04-10 2026-05-09 498.00 none');
  });

  it('happens by itself if the advance is the whole price, but not if a paisa is missing', () => {
    const life = (amt: number) => expired().pays('2026-03-20', amt).on('2026-04-03');
    expect(life(499)).toBe('Active 2026-04-03 2026-05-02 0.00 none');
    expect(life(498.99)).toBe('NPD 2026-03-03 2026-04-02 -498.99 none');
  });
});

describe('the last day of a period', () => {
  it('is followed by the first of the next, without a gap', () => {
    const life = new Life(POSTPAID).pays('2026-06-02', 5000);
    life.on('2026-07-01');
    expect(life.periods().slice(-1)).toEqual(['2026-07-01 2026-07-31']);
    life.on('2026-08-01');
    expect(life.periods().slice(-1)).toEqual(['2026-08-01 2026-08-31']);
    expect(life.isDone()).toBe(true);
  });

  it('bills a period that began postpaid, if the service is prepaid by then', () => {
    const life = new Life(POSTPAID).does('2026-06-15', { kind: 'switch prepaid' });
    expect(life.on('2026-06-30')).toBe('Active 2026-06-01 2026-06-30 150.00 none');
    expect(life.on('2026-07-01')).toBe('NPD 2026-06-01 2026-06-30 649.00 none');
  });
});

describe('the days of grace', () => {
  it('end no suspension, but are over when it ends', () => {
    const life = new Life({ ...POSTPAID, freezes: false }).acts('2026-06-02', 'np').acts('2026-06-03', 'suspend');
    expect(life.on('2026-06-08')).toMatch(/^Suspend /);
    expect(life.acts('2026-06-08', 'restore').on('2026-06-08')).toMatch(/^NPD /);
  });
});

describe('the first period', () => {
  it('begins on the day to bill from, prepaid with the advance that covers it', () => {
    const first = (amt: number) => new Life(PREPAID).pays('2026-03-05', amt).on('2026-03-06');
    expect(first(649)).toBe('Active 2026-03-05 2026-04-04 0.00 none');
    expect(first(648.99)).toBe('NewRequest   -648.99 none');
    expect(new Life(POSTPAID).on('2026-06-01')).toBe('Active 2026-06-01 2026-06-30 150.00 none');
  });

  it.each([
    ['2028-01-31', '2028-02-28', '2028-02-29', '2028-03-30'],
    ['2027-01-31', '2027-02-27', '2027-02-28', '2027-03-30'],
    ['2026-03-31', '2026-04-29', '2026-04-30', '2026-05-30'],
  ])('from %s ends with %s, and the next is from %s to %s', (startsOn, endsOn, next, nextEnd) => {
    const life = new Life({ ...PREPAID, startsOn }).pays(startsOn, 1148);
    expect(life.on(endsOn)).toBe(`Active ${startsOn} ${endsOn} -499.00 none`);
    expect(life.on(next)).toBe(`Active ${next} ${nextEnd} 0.00 none`);
  });
});

describe('the credit limit', () => {
  it('may be reached, but not passed', () => {
    const limited = (creditLimit: string) => new Life({ ...POSTPAID, creditLimit }).on('2026-07-01').slice(0, 3);
    expect(limited('649')).toBe('Act');
    expect(limited('648.99')).toBe('NPD');
  });
});
