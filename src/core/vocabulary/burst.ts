import { z } from 'zod';
import type { FieldFault } from '../fault.ts';
import { errorText, kind } from '../wire/index.ts';

const RATE = '(\\d{1,9})([kM]?)';
const TIME = '[1-9]\\d{0,2}';
const PAIR = `${RATE}/${RATE}`;
const FORM = new RegExp(`^${PAIR}(?: ${PAIR}(?: ${TIME}/${TIME}(?: [1-8](?: ${PAIR})?)?)?)?$`);
const FACTORS: Readonly<Record<string, number>> = { k: 1_000, M: 1_000_000 };

/**
 * What follows the rate in Mikrotik-Rate-Limit: burst rate, burst threshold, burst time in seconds, priority and minimum rate,
 * all but the first optional, each only after the ones before it. Pairs are `rx/tx` as the router sees them, so the
 * subscriber's upload comes first. At most 75 characters.
 */
export function burst() {
  const problem =
    'must be the burst rate as upload/download, optionally followed by the threshold, the time in seconds, a priority from 1 to 8 ' +
    'and the minimum rate, such as 20M/40M 8M/16M 8/8 8 1M/2M';
  return kind(
    z
      .string(errorText(problem))
      .trim()
      .transform((text) => text.replace(/ +/g, ' '))
      .pipe(z.string().regex(FORM, { error: problem })),
    {
      parse: (text) => text,
      render: (value: string) => value,
      document: {
        type: 'string',
        example: '40M/80M 8M/16M 8/8',
        description:
          'for a Mikrotik NAS, the part after the rate in Mikrotik-Rate-Limit: burst rate, burst threshold and burst time in seconds (each upload/download), priority, minimum rate (upload/download)',
      },
    },
  );
}

interface Level {
  readonly dl: number | undefined;
  readonly ul: number | undefined;
  readonly burst: string | undefined;
}

/** RouterOS refuses the session unless burst rate ≥ rate ≥ minimum rate. */
export function burstFaults(parameter: string, { dl, ul, burst: text }: Level): FieldFault[] {
  if (text === undefined) return [];
  if (dl === undefined || ul === undefined)
    return [{ parameter, problem: 'needs the download and upload rates of its level' }];
  const pairs = [...(FORM.exec(text) ?? [])].slice(1);
  const bps = (at: number) => Number(pairs[at]) * (FACTORS[pairs[at + 1] ?? ''] ?? 1);
  if (bps(0) < ul * 1_000 || bps(2) < dl * 1_000) {
    return [{ parameter, problem: `the burst rate must not be below the rate of the level, ${ul}k/${dl}k` }];
  }
  if (pairs[8] !== undefined && (bps(8) > ul * 1_000 || bps(10) > dl * 1_000)) {
    return [{ parameter, problem: `the minimum rate must not be above the rate of the level, ${ul}k/${dl}k` }];
  }
  return [];
}
