import { raw, type Sql, sql } from '../../../../db/sql.ts';

/** The clocks of a ticket: until the first answer, until the resolution, and what the law sets. */
export const CLOCKS = ['respond', 'resolve', 'legal'] as const;
export type ClockName = (typeof CLOCKS)[number];

/** Of the ticket `t`: by when, and what stops the clock. Working time stands still during a pause, the law's does not. */
const OF_CLOCK: Readonly<Record<ClockName, { readonly by: string; readonly stopped: string }>> = {
  respond: { by: 't.respond_by', stopped: 't.first_reply_at, t.paused_at, t.closed_at' },
  resolve: { by: 't.resolve_by', stopped: 't.resolved_at, t.paused_at, t.closed_at' },
  legal: { by: 't.legal_by', stopped: 't.resolved_at, t.closed_at' },
};

/** Whether a deadline was missed; never where there is none. */
export function isMissed(clock: ClockName, now: Sql = sql`now()`): Sql {
  const { by, stopped } = OF_CLOCK[clock];
  return sql`coalesce(${raw(by)} < coalesce(${raw(stopped)}, ${now}), false)`;
}
