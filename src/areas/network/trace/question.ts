import { isIPv4 } from 'node:net';
import type { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import { nextSecond } from '../../../core/zone.ts';

/** Of a subscriber's address there are some sessions a day. */
const MAX_DAYS = 92;
const DAY_MS = 86_400_000;

export const questionShape = {
  ip: wire.ip(),
  port: wire.wholeNumber(1, 65_535).optional(),
  at: wire.timestamp().optional(),
  from: wire.timestamp().optional(),
  upto: wire.described(`included; at most ${MAX_DAYS} days after from`, wire.timestamp()).optional(),
  nasip: wire.ip().optional(),
  reason: wire.text(500),
  ispid: wire.described('required if the caller belongs to no ISP', wire.id()).optional(),
  resellerid: wire.described('when absent, the whole ISP', wire.id()).optional(),
};

type Question = z.output<z.ZodObject<typeof questionShape>>;

/** What is looked for: who had the address at any time from `from` until before `upto`. */
export interface Sought {
  readonly ip: string;
  /** Undefined: any. */
  readonly port: number | undefined;
  readonly nasip: string | undefined;
  readonly from: Date;
  readonly upto: Date;
  /** The question is about one second. */
  readonly isInstant: boolean;
}

/** @throws Fault of kind `badInput` unless there is either an instant or a range in its order */
export function soughtOf({ ip, port, nasip, at, from, upto }: Question): Sought {
  if (port !== undefined && !isIPv4(ip)) throw badParameter('port', 'applies only to an IPv4 address');
  if (at) {
    if (from || upto) throw badParameter(from ? 'from' : 'upto', 'must be absent if at is given');
    return { ip, port, nasip, from: at, upto: nextSecond(at), isInstant: true };
  }
  if (!from) throw badParameter(upto ? 'from' : 'at', upto ? 'is required with upto' : 'is required, or from and upto');
  if (!upto) throw badParameter('upto', 'is required with from');
  if (upto < from) throw badParameter('upto', 'must not be before from');
  if (upto.getTime() - from.getTime() > MAX_DAYS * DAY_MS)
    throw badParameter('upto', `must be at most ${MAX_DAYS} days after from`);
  return { ip, port, nasip, from, upto: nextSecond(upto), isInstant: false };
}
