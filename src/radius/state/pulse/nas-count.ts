import { added, addTraffic } from './owner-count.ts';

/** What a NAS did in a minute, and when it was heard. */
export interface NasCount {
  readonly nasId: number;
  accepts: number;
  rejects: number;
  acknowledged: number;
  refused: number;
  silent: number;
  /** Octets from and to its subscribers, as far as they count. */
  up: number;
  down: number;
  /** When it was last heard, in milliseconds; 0: not since the last write. */
  authAt: number;
  acctAt: number;
  /** The last Interim-Update, and the last packets that were dropped by reason, likewise. */
  interimAt: number;
  unauthenticAt: number;
  unsignedAt: number;
  /** The last accounting records with an address and a session time that cannot be, likewise. */
  badAddressAt: number;
  badSessionTimeAt: number;
  /** How far its clock is ahead, in seconds. The most of the minute, since a record may have waited. Null: it has not told. */
  clockAheadS: number | null;
  /** When its clock was right last; 0: not since the last write. */
  clockRightAt: number;
}

/** An Event-Timestamp has 32 bits, unsigned; the difference is stored as a signed number of 32 bits. */
const MAX_CLOCK_S = 2_000_000_000;

const within = (value: number, limit: number): number => Math.min(Math.max(value, -limit), limit);

const NOTHING: Omit<NasCount, 'nasId'> = {
  ...{ accepts: 0, rejects: 0, acknowledged: 0, refused: 0, silent: 0, up: 0, down: 0 },
  ...{ authAt: 0, acctAt: 0, interimAt: 0, unauthenticAt: 0, unsignedAt: 0 },
  ...{ badAddressAt: 0, badSessionTimeAt: 0, clockAheadS: null, clockRightAt: 0 },
};

/** When something of a NAS was seen last. */
export const TIMES = [
  ...['authAt', 'acctAt', 'interimAt', 'unauthenticAt', 'unsignedAt'],
  ...['badAddressAt', 'badSessionTimeAt', 'clockRightAt'],
] as const;

export const newNas = (nasId: number): NasCount => ({ nasId, ...NOTHING });

/** Adds what another count of the NAS has. */
export function addNas(nas: NasCount, lost: NasCount): void {
  for (const name of ['accepts', 'rejects', 'acknowledged', 'refused', 'silent'] as const)
    nas[name] = added(nas[name], lost[name]);
  addTraffic(nas, lost);
  for (const name of TIMES) nas[name] = Math.max(nas[name], lost[name]);
  nas.clockAheadS ??= lost.clockAheadS;
}

/** Its clock is so many seconds ahead in a record, and was right last at `rightAt`. */
export function noteClock(nas: NasCount, aheadS: number, rightAt: number): void {
  const ahead = within(aheadS, MAX_CLOCK_S);
  nas.clockAheadS = Math.max(nas.clockAheadS ?? ahead, ahead);
  nas.clockRightAt = Math.max(nas.clockRightAt, rightAt);
}
