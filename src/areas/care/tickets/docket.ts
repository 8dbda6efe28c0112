import { z } from 'zod';
import { errorText, kind } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';

/** How many digits the number of the day has at least. */
const PLACES = 4;

/** The check digit of Luhn, which finds every wrong digit and nearly every swap of two neighbours. */
export function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** `yymmdd` of the day, the number within the day, and the check digit. */
export function docketOf(day: string, number: number): string {
  const digits = day.slice(2).replaceAll('-', '') + String(number).padStart(PLACES, '0');
  return digits + checkDigit(digits);
}

const isDocket = (text: string) => /^\d{11,16}$/.test(text) && checkDigit(text.slice(0, -1)) === Number(text.slice(-1));

/** A docket as people read it out: spaces and hyphens do not count. */
export function docket() {
  const problem = 'must be a docket of 11 or more digits; its check digit is wrong if you misheard one';
  const schema = z
    .string(errorText(problem))
    .transform((text) => text.replace(/[\s-]/g, ''))
    .pipe(z.string().refine(isDocket, { error: problem }));
  return kind(schema, {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: docketOf('2026-01-31', 1) },
  });
}

/** The next docket of the day. The counter stays locked until the commit: no number is lost, and none is given twice. */
export async function nextDocket(tx: Tx, ispId: number, day: string): Promise<string> {
  const [counter] = await query<{ number: number }>(
    tx,
    sql`INSERT INTO crm.ticket_counter AS c (isp_id, day, last_number) VALUES (${ispId}, ${day}::date, 1)
        ON CONFLICT (isp_id, day) DO UPDATE SET last_number = c.last_number + 1 RETURNING last_number AS number`,
  );
  if (!counter) throw new Error('a counter has a number');
  return docketOf(day, counter.number);
}
