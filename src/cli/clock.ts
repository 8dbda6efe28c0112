import { forecast } from '../areas/money/billing/run/forecast.ts';
import type { Forecast } from '../areas/money/billing/run/forecast-step.ts';
import { runBilling } from '../areas/money/billing/run/run-billing.ts';
import type { Logger } from '../config/log.ts';
import { systemClock } from '../core/clock.ts';
import { isDay } from '../core/zone.ts';
import type { Database } from '../db/database.ts';
import { NamedLocks } from '../db/named-locks.ts';
import { type Command, type Terminal, UsageError } from './command.ts';
import { withDatabase } from './running.ts';

export const clockCommand: Command = {
  usage: '[--until <yyyy-mm-dd> --dry-run]',
  summary: 'Advance every service to today, or list what will happen up to a given day',
  details: [
    'Without options: does one billing run, as nodes do all the time. Repeating it is harmless. It skips an ISP that a node is',
    'working on.',
    '--dry-run --until <day>: lists the services that will be renewed, billed, slowed down or cut off by then, with amounts, if',
    'nobody pays or changes anything first. It changes nothing and blocks nobody.',
  ],
  takes: { min: 0, max: 0 },
  options: { until: { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async run({ config, log, say }, { options }) {
    const { until, 'dry-run': dry } = options;
    if ((until === undefined) !== !dry) throw new UsageError('--until and --dry-run must be used together.');
    if (until !== undefined && (typeof until !== 'string' || !isDay(until)))
      throw new UsageError('--until must be a date such as 2027-02-01.');
    await withDatabase({ ...config, migrated: true }, log, (db) =>
      typeof until === 'string' ? list(db, until, say) : advance(db, log, say),
    );
  },
};

async function advance(db: Database, log: Logger, say: Terminal['say']): Promise<void> {
  // A connection that is lost is told by the transactions, too.
  const locks = new NamedLocks(db, () => undefined, { connection: 'clock locks' });
  try {
    const { seen, changed, failed, failedIsps } = await runBilling({ db, log, clock: systemClock, locks });
    say(`${seen} services checked, ${changed} changed, ${failed} failed.`);
    if (failedIsps > 0) say(`Could not check ${failedIsps} ISPs; see the log for the reasons.`);
  } finally {
    locks.close();
  }
}

async function list(db: Database, until: string, say: Terminal['say']): Promise<void> {
  let events = 0;
  for await (const each of forecast({ db, clock: systemClock }, until)) {
    events += 1;
    say(lineOf(each));
  }
  say(`${events} events until ${until}.`);
}

function lineOf(event: Forecast): string {
  const { day, ispId, serviceId, username, was, becomes, period, charged, invoiced, osAmt, problem } = event;
  const parts = [
    was === becomes ? was : `${was} -> ${becomes}`,
    ...(period ? [`valid ${period.startsOn} to ${period.endsOn}`] : []),
    ...(charged.isZero() ? [] : [`charged ${charged.toFixed(2)}`]),
    ...(invoiced.isZero() ? [] : [`invoiced ${invoiced.toFixed(2)}`]),
    `outstanding ${osAmt.toFixed(2)}`,
    ...(problem === null ? [] : [`will fail: ${problem}`]),
  ];
  return `${day} ISP ${ispId} service ${serviceId} ${username}: ${parts.join(', ')}`;
}
