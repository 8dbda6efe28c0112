import { numberText } from './formats.ts';

const number = (value: number, digits: number) => numberText(value, { maximumFractionDigits: digits });

/** Gigabytes for people: `12.4 GB`, `830 MB`. */
export function gigabytes(gb: number): string {
  if (gb !== 0 && Math.abs(gb) < 1) return `${number(gb * 1024, 0)} MB`;
  return gb >= 1024 ? `${number(gb / 1024, 2)} TB` : `${number(gb, gb < 100 ? 1 : 0)} GB`;
}

export const megabytes = (mb: number): string => gigabytes(mb / 1024);

/** Kilobits a second for people: `20 Mbit/s`. Plans count in thousands, or as NASes do in 1,024. */
export function speed(kbps: number): string {
  const thousand = kbps % 1000 !== 0 && kbps % 1024 === 0 ? 1024 : 1000;
  return kbps >= thousand ? `${number(kbps / thousand, 1)} Mbit/s` : `${number(kbps, 0)} kbit/s`;
}

export const count = (value: number): string => number(value, 0);
