/** The source of time. It is passed in so that tests and dry runs can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
