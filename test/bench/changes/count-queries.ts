import pg from 'pg';

export interface Queries {
  readonly statements: number;
  /** Statements that were sent while none of their connection was unanswered. */
  readonly roundTrips: number;
}

type Query = (...given: unknown[]) => unknown;

/** Counts, from now on, the queries of all connections of this process. */
export function countQueries(): () => Queries {
  let statements = 0;
  let roundTrips = 0;
  const unanswered = new WeakMap<object, number>();
  const query = pg.Client.prototype.query as Query;
  pg.Client.prototype.query = function counted(this: object, ...given: unknown[]) {
    const waiting = unanswered.get(this) ?? 0;
    statements++;
    if (waiting === 0) roundTrips++;
    unanswered.set(this, waiting + 1);
    const answered = () => unanswered.set(this, (unanswered.get(this) ?? 1) - 1);
    const callback = given.at(-1);
    if (typeof callback === 'function')
      given[given.length - 1] = (...result: unknown[]) => {
        answered();
        return callback(...result);
      };
    const result = query.apply(this, given);
    if (result instanceof Promise) result.then(answered, answered);
    return result;
  } as typeof pg.Client.prototype.query;
  return () => ({ statements, roundTrips });
}
