import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { execute, query, sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';

const db = await freshDatabase();

it('what a frozen node has locked is soon free, and its change is made once when it wakes up', async () => {
  await execute(db.pool, sql`CREATE TABLE counted (times int)`);
  await execute(db.pool, sql`INSERT INTO counted VALUES (0)`);
  const program = new URL('frozen-program.ts', import.meta.url);
  const child = fork(program, [db.url, '2500'], { execArgv: ['--import', 'tsx'] });
  afterAll(() => void child.kill('SIGKILL'));
  expect(await once(child, 'message')).toEqual(['locked', undefined]);
  child.kill('SIGSTOP');
  // It fails when it has waited for ten seconds.
  await execute(db.pool, sql`UPDATE counted SET times = times + 10`);
  child.kill('SIGCONT');
  child.send('go on');
  expect(await once(child, 'message')).toEqual(['locked', undefined]);
  child.send('go on');
  expect(await once(child, 'message')).toEqual(['committed', undefined]);
  expect(await query(db.pool, sql`SELECT times FROM counted`)).toEqual([{ times: 11 }]);
});
