import { shownOctetText } from '../../../core/network/octet-text.ts';
import type { Row } from '../../../routeros/exchange.ts';

const MAX_SHOWN = 200;

/** A text of a router for people: without control characters, and not too long. */
export const shownText = (text: string): string => shownOctetText(text).slice(0, MAX_SHOWN);

export const textIn = (row: Row | undefined, name: string): string | null => {
  const value = row?.get(name);
  return value === undefined || value === '' ? null : shownText(value);
};

export function numberIn(row: Row | undefined, name: string): number | null {
  const value = row?.get(name);
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : null;
}

/** RouterOS says `true` or `yes`. */
export const isYes = (row: Row | undefined, name: string): boolean => /^(true|yes)$/.test(row?.get(name) ?? '');

const UNITS_MS: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  us: 0.001,
};
const PART = /(\d{1,9}(?:\.\d{1,6})?)(ms|us|w|d|h|m|s)/y;
const CLOCK = /^(?:(\d{1,6})d)?(\d{1,3}):(\d{2}):(\d{2})$/;

/** `2w3d4h5m6s`, `1ms234us` or `1d04:05:06`, in milliseconds. Null for any other text. */
export function durationMs(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const [, days = '0', hours, minutes, seconds] = CLOCK.exec(text) ?? [];
  if (hours !== undefined)
    return ((Number(days) * 24 + Number(hours)) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  PART.lastIndex = 0;
  let sum = 0;
  let end = 0;
  for (let part = PART.exec(text); part; part = PART.exec(text)) {
    sum += Number(part[1]) * (UNITS_MS[part[2] ?? ''] ?? 0);
    end = PART.lastIndex;
  }
  return end === text.length ? sum : null;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** What a router takes for the time: `nov/30/2026` or, since 7.10, `2026-11-30`, with the time and its offset from UTC. */
export function clockIn(row: Row | undefined): Date | null {
  const [, month = '', of = '', year = ''] = /^([a-z]{3})\/(\d{2})\/(\d{4})$/i.exec(row?.get('date') ?? '') ?? [];
  const old = MONTHS.indexOf(month.toLowerCase()) + 1;
  const day = old > 0 ? `${year}-${String(old).padStart(2, '0')}-${of}` : (row?.get('date') ?? '');
  const time = row?.get('time') ?? '';
  const offset = row?.get('gmt-offset') ?? '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}:\d{2}$/.test(time) || !/^[+-]\d{2}:\d{2}$/.test(offset))
    return null;
  const instant = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
