import { z } from 'zod';
import { formatTimestamp, isDay, parseTimestamp } from '../zone.ts';
import { kind, sentence } from './kind.ts';

/** A day of the calendar, `yyyy-mm-dd` at both doors. */
export function ymd() {
  const problem = 'must be a date yyyy-mm-dd';
  return kind(z.string(sentence(problem)).trim().refine(isDay, { error: problem }), {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', format: 'date', example: '2026-01-31' },
  });
}

const TIMESTAMP = 'must be a timestamp yyyy-mm-dd HH:MM:SS';

/** An instant: native Date, written `yyyy-mm-dd HH:MM:SS` in the ISP's time zone. */
export function timestamp() {
  return kind(z.date(sentence(TIMESTAMP)).meta({ override: { type: 'string', format: 'date-time' } }), {
    parse: (text, zone) => parseTimestamp(text.trim(), zone) ?? text,
    render: (value: Date, zone) => formatTimestamp(value, zone),
    document: {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
      example: '2026-01-31 18:30:00',
    },
  });
}

/** A day or an instant, as `auth_log` takes them. Native: a `yyyy-mm-dd` text or a Date. */
export function dayOrTimestamp() {
  const problem = 'must be a date yyyy-mm-dd or a timestamp yyyy-mm-dd HH:MM:SS';
  const schema = z.union([ymd(), timestamp()], sentence(problem));
  return kind(schema, {
    parse: (text, zone) => parseTimestamp(text.trim(), zone) ?? text.trim(),
    render: (value: string | Date, zone) => (typeof value === 'string' ? value : formatTimestamp(value, zone)),
    document: { type: 'string', example: '2026-01-31' },
  });
}
