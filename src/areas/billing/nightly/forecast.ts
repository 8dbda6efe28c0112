import type { Decimal } from 'decimal.js';
import { addDays, dayOf } from '../../../core/zone.ts';
import type { Database } from '../../../db/database.ts';
import type { ServiceStatus } from '../../services/vocabulary.ts';
import { advanceToToday } from '../life-cycle/time/time-rules.ts';
import { type Book, Draft } from '../model/draft.ts';
import { unpaidOf } from '../model/dues.ts';
import type { Day, Subscription } from '../model/subscription.ts';
import { total } from '../pricing/amounts.ts';
import { readDrafts } from '../store/read-drafts.ts';
import type { AdvanceOptions } from './advance-services.ts';
import { candidatesOf, ispsOf } from './candidates.ts';

/** What the clock will do to a service on a day, unless something comes between. */
export interface Forecast {
  readonly day: Day;
  readonly ispId: number;
  readonly serviceId: number;
  readonly username: string;
  readonly was: ServiceStatus;
  readonly becomes: ServiceStatus;
  /** The validity that begins, if one does. */
  readonly period: { readonly startsOn: Day; readonly endsOn: Day } | null;
  readonly charged: Decimal;
  readonly invoiced: Decimal;
  readonly osAmt: Decimal;
}

const BATCH = 200;

/** What the clock will do up to a day, service by service in the order of their ids. Nothing is changed, nobody waits. */
export async function* forecast({ db, clock }: Omit<AdvanceOptions, 'log'>, until: Day): AsyncGenerator<Forecast> {
  for (const { isp_id: ispId, timezone } of await ispsOf(db.pool)) {
    const ids = await candidatesOf(db.pool, { ispId, today: addDays(until, 1) });
    // Wallets and credits last as long as they do for all of them together.
    let book: Book | undefined;
    for (let at = 0; at < ids.length; at += BATCH) {
      const drafts = await look(db, { ispId, serviceIds: ids.slice(at, at + BATCH), now: clock.now() });
      book = shared(book, drafts[0]?.book);
      for (const draft of drafts)
        yield* lifeOf(draft, { book: book ?? draft.book, from: dayOf(clock.now(), timezone), until });
    }
  }
}

function look(db: Database, wanted: { ispId: number; serviceIds: readonly number[]; now: Date }): Promise<Draft[]> {
  return db.transaction((tx) => readDrafts(tx, { ...wanted, by: 'clock', readOnly: true }));
}

function shared(book: Book | undefined, read: Book | undefined): Book | undefined {
  if (!book || !read) return book ?? read;
  for (const [id, wallet] of read.wallets) if (!book.wallets.has(id)) book.wallets.set(id, wallet);
  return book;
}

/** From one day on which something can happen to the next. */
function* lifeOf(first: Draft, { book, from, until }: { book: Book; from: Day; until: Day }): Generator<Forecast> {
  const { subscription, seller, isp } = first;
  for (let day: Day | undefined = from; day !== undefined && day <= until; day = nextDayOf(subscription, day)) {
    const occasion = { today: day, now: first.occasion.now, by: 'clock' };
    const draft = new Draft({ subscription, seller, isp, book, occasion });
    const was = subscription.status;
    const before = subscription.period;
    advanceToToday(draft);
    numberInvoices(subscription);
    if (draft.entries.length === 0 && draft.usage === null && was === subscription.status) continue;
    const { period } = subscription;
    yield {
      day,
      ispId: subscription.ispId,
      serviceId: subscription.id,
      username: subscription.username,
      was,
      becomes: subscription.status,
      period: period === before || period === null ? null : { startsOn: period.startsOn, endsOn: period.endsOn },
      charged: total(draft.charges.map(({ line }) => line.total)),
      invoiced: total(draft.invoices.map(({ invoice }) => invoice.total)),
      osAmt: subscription.osAmt,
    };
  }
}

/** The day behind one of those that count. */
function nextDayOf(subscription: Subscription, today: Day): Day | undefined {
  const { validUpto, graceUpto, promiseUpto, billFrom, invoices } = subscription;
  const late = invoices.filter((invoice) => unpaidOf(invoice).greaterThan(0)).map((invoice) => invoice.dueOn);
  const ends = [validUpto, graceUpto, promiseUpto, ...late].flatMap((day) => (day === null ? [] : [addDays(day, 1)]));
  return [...ends, billFrom].filter((day) => day > today).sort()[0];
}

/** A late fee belongs to an invoice that has a number. */
function numberInvoices({ invoices }: Subscription): void {
  for (const [at, invoice] of invoices.entries()) invoice.id ??= -1 - at;
}
