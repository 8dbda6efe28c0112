import { badParameter } from '../../../../core/fault.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';

/** Times of the day, `hh:mm`, on the wall clock of the ISP. */
interface Hours {
  /** Between them messages wait; both empty: never. */
  readonly quiet_from: string;
  readonly quiet_upto: string;
  /** Between them advertising may be sent. */
  readonly promotions_from: string;
  readonly promotions_upto: string;
}

type Changed = { readonly [Name in keyof Hours]?: Hours[Name] | undefined };

/**
 * Refuses hours that have one end only, that never end, or that leave no minute for advertising.
 * @throws Fault of kind `badInput`
 */
export async function refuseNoHours(tx: Tx, ispId: number, input: Changed): Promise<void> {
  const names = ['quiet_from', 'quiet_upto', 'promotions_from', 'promotions_upto'] as const;
  if (names.every((name) => input[name] === undefined)) return;
  const [stored] = await query<Hours>(
    tx,
    sql`SELECT quiet_from, quiet_upto, promotions_from, promotions_upto FROM crm.isp_setting
        WHERE isp_id = ${ispId} FOR NO KEY UPDATE`,
  );
  if (!stored) throw new Error(`ISP ${ispId} has no settings`);
  const hours = Object.fromEntries(names.map((name) => [name, input[name] ?? stored[name]])) as unknown as Hours;
  const { quiet_from: from, quiet_upto: upto } = hours;
  if ((from === '') !== (upto === ''))
    throw badParameter('quiet_upto', 'must be set together with quiet_from, or both must be empty');
  if (from !== '' && from === upto) throw badParameter('quiet_upto', 'must differ from quiet_from');
  if (hours.promotions_upto <= hours.promotions_from)
    throw badParameter('promotions_upto', 'must be later than promotions_from on the same day');
  if (!leaveTime(hours))
    throw badParameter(
      input.quiet_from === undefined && input.quiet_upto === undefined ? 'promotions_from' : 'quiet_from',
      `the quiet hours from ${from} to ${upto} cover all hours for advertising, which would wait for ever`,
    );
}

const DAY_MINUTES = 24 * 60;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
/** From a time of the day to the next such time. */
const until = (from: string, upto: string): number => (minutesOf(upto) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES;

/** Is a minute of the hours for advertising outside of the quiet hours? */
function leaveTime({ quiet_from, quiet_upto, promotions_from: begin, promotions_upto: end }: Hours): boolean {
  if (quiet_from === '') return true;
  const isQuietAtBegin = until(quiet_from, begin) < until(quiet_from, quiet_upto);
  return !isQuietAtBegin || until(begin, quiet_upto) < until(begin, end);
}
