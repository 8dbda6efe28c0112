import { z } from 'zod';
import { EARLIEST, formatTimestamp, isDay, LATEST, parseTimestamp } from '../zone.ts';
import { errorText, kind } from './kind.ts';

/** A calendar day of the years 1000 to 9999, `yyyy-mm-dd` in both APIs. */
export function ymd() {
  const problem = 'must be a date yyyy-mm-dd from year 1000 to 9999';
  return kind(z.string(errorText(problem)).trim().refine(isDay, { error: problem }), {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', format: 'date', example: '2026-01-31' },
  });
}

const TIMESTAMP = 'must be a timestamp yyyy-mm-dd HH:MM:SS from year 1000 to 9999';

/** An instant, `yyyy-mm-dd HH:MM:SS` in the ISP's time zone. Native: Date. */
export function timestamp() {
  const schema = z.date(errorText(TIMESTAMP)).min(EARLIEST, { error: TIMESTAMP }).max(LATEST, { error: TIMESTAMP });
  return kind(schema.meta({ override: { type: 'string', format: 'date-time' } }), {
    parse: (text, zone) => parseTimestamp(text.trim(), zone) ?? text,
    render: (value: Date, zone) => formatTimestamp(value, zone),
    document: {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
      example: '2026-01-31 18:30:00',
    },
  });
}

/** A day or an instant. Native: `yyyy-mm-dd` text or Date. */
export function dayOrTimestamp() {
  const problem = 'must be a date yyyy-mm-dd or a timestamp yyyy-mm-dd HH:MM:SS from year 1000 to 9999';
  const schema = z.union([ymd(), timestamp()], errorText(problem));
  return kind(schema, {
    parse: (text, zone) => parseTimestamp(text.trim(), zone) ?? text.trim(),
    render: (value: string | Date, zone) => (typeof value === 'string' ? value : formatTimestamp(value, zone)),
    document: { type: 'string', example: '2026-01-31' },
  });
}
