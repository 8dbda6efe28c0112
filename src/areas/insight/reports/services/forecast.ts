import { ZERO } from '../../../money/billing/pricing/amounts.ts';
import type { Forecast } from '../../../money/billing/run/forecast-step.ts';
import { named, orNone, plain, summed } from '../columns.ts';
import { PARAMETERS } from '../parameters.ts';
import { codeReport } from '../report.ts';
import { checkUntil, foretell } from './foretell.ts';

const RULES =
  'What the billing run will do up to a day, at most 92 days away, if nobody pays or changes anything first. The run’s own rules compute it on a copy in memory. Wallets and credits are used up in the order of the days.';

/** Of a forecast that somebody waits for: those of a few seconds. */
const MAX_LIVE = 20_000;
/** Of a prepared one: those of a few minutes. By day only sums are kept in memory, by service every event. */
const MAX_BY_DAY = 2_000_000;
const MAX_BY_SERVICE = 100_000;

const head = {
  group: 'subscribers',
  access: 'report.read',
  parameters: { until: PARAMETERS.until },
  check: checkUntil,
} as const;

/** What an event is, by the columns of the sums. */
const IS = {
  begins: ({ was, period }: Forecast) => was === 'NewRequest' && period !== null,
  renews: ({ was, prepaid, period }: Forecast) => prepaid && was !== 'NewRequest' && period !== null,
  bills: ({ prepaid, invoiced }: Forecast) => !prepaid && !invoiced.isZero(),
  np: ({ was, becomes }: Forecast) => was !== 'NP' && becomes === 'NP',
  npd: ({ was, becomes }: Forecast) => was !== 'NPD' && becomes === 'NPD',
  fails: ({ problem }: Forecast) => problem !== null,
} as const;
const KINDS = Object.keys(IS) as (keyof typeof IS)[];

/** The sums of some events. */
class Sums {
  readonly #counts = new Map(KINDS.map((kind) => [kind, 0]));
  #charged = ZERO;
  #invoiced = ZERO;

  add(event: Forecast): void {
    for (const kind of KINDS) if (IS[kind](event)) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
    this.#charged = this.#charged.plus(event.charged);
    this.#invoiced = this.#invoiced.plus(event.invoiced);
  }

  get amounts() {
    return { charged: this.#charged.toFixed(2), invoiced: this.#invoiced.toFixed(2) };
  }

  get all() {
    return { ...Object.fromEntries(this.#counts), ...this.amounts };
  }
}

export const forecastByDay = codeReport({
  ...head,
  name: 'forecast',
  title: 'Forecast by day',
  description: `${RULES} \`begins\`: first periods; \`renews\`: prepaid services whose advance covers the next period; \`bills\`: postpaid services that are invoiced; \`np\` and \`npd\`: services that change to that status; \`fails\`: services that the run cannot advance. A service may be in several columns, on several days.`,
  aliases: ['/billing/forecast'],
  columns: {
    day: plain('day', 'Day'),
    begins: summed('count', 'Begin'),
    renews: summed('count', 'Renewed'),
    bills: summed('count', 'Billed'),
    np: summed('count', 'Become NP'),
    npd: summed('count', 'Become NPD'),
    fails: summed('count', 'Fail'),
    charged: summed('money', 'Charged'),
    invoiced: summed('money', 'Invoiced'),
  },
  chart: { by: 'day', of: ['charged'] },
  async read(call, { until }) {
    const byDay = new Map<string, Sums>();
    const total = new Sums();
    for await (const event of foretell(call, until, call.prepared ? MAX_BY_DAY : MAX_LIVE)) {
      const its = byDay.get(event.day) ?? new Sums();
      byDay.set(event.day, its);
      for (const sums of [its, total]) sums.add(event);
    }
    const days = [...byDay].sort(([one], [other]) => one.localeCompare(other));
    const rows = days.map(([day, its]) => ({ day, ...its.all }));
    return { rows: rows.slice(0, call.maxRows), total: total.all, count: rows.length };
  },
});

export const forecastOfServices = codeReport({
  ...head,
  name: 'forecast_services',
  title: 'Forecast by service',
  description: `${RULES} One row for each service and each day on which it changes: its status before and after, the period that opens, the charged and invoiced amounts, and its balance afterwards, above 0 if it owes. \`problem\` says why the run will fail for it.`,
  columns: {
    day: plain('day', 'Day'),
    serviceid: named('username', plain('id', 'Service id')),
    username: plain('text', 'Username'),
    was: plain('text', 'Status before'),
    becomes: plain('text', 'Status after'),
    valid_from: orNone('day', 'Valid from'),
    valid_upto: orNone('day', 'Valid until'),
    charged: summed('money', 'Charged'),
    invoiced: summed('money', 'Invoiced'),
    balance: plain('money', 'Balance'),
    problem: orNone('text', 'Problem'),
  },
  async read(call, { until }) {
    const events: Forecast[] = [];
    const total = new Sums();
    for await (const event of foretell(call, until, call.prepared ? MAX_BY_SERVICE : MAX_LIVE)) {
      events.push(event);
      total.add(event);
    }
    events.sort((one, other) => one.day.localeCompare(other.day) || one.serviceId - other.serviceId);
    return { rows: events.slice(0, call.maxRows).map(rowOf), total: total.amounts, count: events.length };
  },
});

const rowOf = (event: Forecast) => ({
  day: event.day,
  serviceid: event.serviceId,
  username: event.username,
  was: event.was,
  becomes: event.becomes,
  valid_from: event.period?.startsOn ?? null,
  valid_upto: event.period?.endsOn ?? null,
  charged: event.charged.toFixed(2),
  invoiced: event.invoiced.toFixed(2),
  balance: event.osAmt.toFixed(2),
  problem: event.problem,
});
