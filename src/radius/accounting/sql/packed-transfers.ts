// What the records of a batch added reaches this program in one value of the answer: a row for each would cost a record about 3 %.

/** In SQL over a row of `TRAFFIC`: 32 octets. */
export const PACKED_TRANSFER =
  'int4send(ord) || int4send(service_id) || timestamptz_send(since) || int8send(up) || int8send(down)';

const OCTETS = 32;
const SERVICE = 4;
const SINCE = 8;
const UP = 16;
const DOWN = 24;

/** Of PostgreSQL: 2000-01-01, from which its times count microseconds. */
const EPOCH_MS = 946_684_800_000;
const HIGH = 2 ** 32;

/** What one record added to the usage of its service, in octets. `since`: the report before, in milliseconds. */
export interface Transfer {
  /** Index of the record. */
  readonly ord: number;
  readonly serviceId: number;
  readonly since: number;
  readonly up: number;
  readonly down: number;
}

export function forEachTransfer(packed: Buffer, take: (transfer: Transfer) => void): void {
  for (let at = 0; at + OCTETS <= packed.length; at += OCTETS)
    take({
      ord: packed.readInt32BE(at),
      serviceId: packed.readInt32BE(at + SERVICE),
      since: EPOCH_MS + int8(packed, at + SINCE) / 1000,
      up: int8(packed, at + UP),
      down: int8(packed, at + DOWN),
    });
}

/** As a number, which is exact up to 2^53: a bigint costs ten times as much. */
const int8 = (packed: Buffer, at: number): number => packed.readInt32BE(at) * HIGH + packed.readUInt32BE(at + 4);
