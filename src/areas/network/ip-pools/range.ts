import { badParameter } from '../../../core/fault.ts';

/** An inclusive range of IPv4 addresses, dotted. */
export interface Range {
  readonly from: string;
  readonly upto: string;
}

/** Every address of a pool is a row. */
const MAX_ADDRESSES = 65_536;

/** IPv4 as a number from 0 to 2^32 - 1. */
const toNumber = (ip: string): number => ip.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0);
const toIp = (value: number): string => [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) % 256).join('.');
export const sizeOf = ({ from, upto }: Range): number => toNumber(upto) - toNumber(from) + 1;

/** @throws Fault if a pool cannot have this range */
export function checkRange(range: Range): void {
  if (sizeOf(range) < 1) throw badParameter('range_upto', 'must not be below range_from');
  if (sizeOf(range) > MAX_ADDRESSES)
    throw badParameter('range_upto', `a pool takes at most ${MAX_ADDRESSES} addresses`);
}

/** What is left of a range without a part at one of its ends; undefined if nothing is left. */
export function subtractRange(range: Range, part: Range): Range | undefined {
  const [from, upto, partFrom, partUpto] = [range.from, range.upto, part.from, part.upto].map(toNumber) as [
    number,
    number,
    number,
    number,
  ];
  if (partUpto < from || partFrom > upto)
    throw badParameter('range_from', `the pool has no address from ${part.from} to ${part.upto}`);
  if (partFrom <= from && partUpto >= upto) return undefined;
  if (partFrom > from && partUpto < upto)
    throw badParameter('range_from', 'a pool is one range, so you can remove addresses only at its ends');
  return partFrom <= from
    ? { from: toIp(partUpto + 1), upto: range.upto }
    : { from: range.from, upto: toIp(partFrom - 1) };
}
