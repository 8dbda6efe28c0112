/** Of `radius.traffic_hour.buckets`: octets by five minutes, first twelve from the subscriber, then twelve to the subscriber. */
export const BUCKET_MS = 300_000;
export const BUCKETS_PER_HOUR = 12;
export const BUCKETS_PER_ROW = 2 * BUCKETS_PER_HOUR;
export const HOUR_MS = 3_600_000;

/** On which nodes hear that somebody looks at the graph of a service; the payload is its id. */
export const TRAFFIC_CHANNEL = 'traffic';

/** For which an ISP may keep the traffic of services. */
export const MAX_HISTORY_DAYS = 90;

/** What a graph shows: a day by five minutes, or a week by hours. */
export const PERIODS = ['day', 'week'] as const;
