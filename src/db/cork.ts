import type pg from 'pg';

/** Holds back what is sent on the connection until all statements of this moment are written: one system call for all. */
export function cork({ connection: { stream } }: pg.Client | pg.PoolClient): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
