import { createHash } from 'node:crypto';

/** A seal without its head. Instants are milliseconds since 1970, digests hexadecimal. */
export interface Seal {
  readonly ispId: number;
  readonly seq: number;
  readonly eventId: number;
  readonly at: number;
  readonly sealedAt: number;
  readonly format: number;
  readonly digest: string;
}

/** The head of a chain, as it is printed, logged and compared. */
export interface Head {
  /** 0: the installation. */
  readonly isp: number;
  readonly seq: number;
  /** When the last seal was made, in ISO 8601. */
  readonly sealed_at: string;
  readonly head: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What the first seal of a chain follows. It says which events may be from before the chain. */
export const firstHead = (ispId: number, beganAfter: number): string => sha256(`lastmile audit ${ispId} ${beganAfter}`);

/** The head of the chain that ends with this seal. */
export function headOf(previous: string, { ispId, seq, eventId, at, sealedAt, format, digest }: Seal): string {
  return sha256([previous, ispId, seq, eventId, at, sealedAt, format, digest].join(' '));
}
