import { BUCKET_MS, BUCKETS_PER_HOUR } from '../../../areas/network/traffic/vocabulary.ts';

/** Octets that a session has transferred between two reports. Times are in milliseconds. */
export interface Transferred {
  /** Of the report before, or the start of the session. */
  readonly from: number;
  readonly upto: number;
  readonly up: number;
  readonly down: number;
}

/** Longer silence is drawn at its rate, but no further back: one record must not make hundreds of rows. */
const MAX_SPAN_MS = 86_400_000;

/**
 * Calls `add` with the share of each five minutes, in the order of time: nobody knows more than that the octets lie between the two
 * reports, so they are spread evenly over that time. Without a time between them all belong to the bucket of the report.
 */
export function spread(
  { from, upto, up, down }: Transferred,
  add: (hour: number, bucket: number, up: number, down: number) => void,
): void {
  const last = bucketOf(upto);
  const span = upto - from;
  if (span <= 0 || (span < BUCKET_MS && bucketOf(from) === last)) {
    add(Math.floor(last / BUCKETS_PER_HOUR), last % BUCKETS_PER_HOUR, up, down);
    return;
  }
  for (let at = Math.max(from, upto - MAX_SPAN_MS); at < upto; ) {
    const bucket = bucketOf(at);
    const end = Math.min((bucket + 1) * BUCKET_MS, upto);
    const share = (end - at) / span;
    add(Math.floor(bucket / BUCKETS_PER_HOUR), bucket % BUCKETS_PER_HOUR, up * share, down * share);
    at = end;
  }
}

const bucketOf = (at: number): number => Math.floor(at / BUCKET_MS);
