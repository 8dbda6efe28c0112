import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../../src/config/log.ts';
import { createPool } from '../../../../src/db/connection.ts';
import { NotConnected, PersistentConnection } from '../../../../src/radius/state/batch/persistent-connection.ts';
import { freshDatabase } from '../../../fixtures/database.ts';

const db = await freshDatabase();
const log = createLog('silent');
let connection: PersistentConnection;

beforeEach(() => {
  connection = new PersistentConnection(db.openPool({ name: 'persistent', max: 1, pipelined: true }));
});
afterEach(() => connection.close());

const PID = { text: 'SELECT pg_backend_pid() AS pid', name: 'pid' };
const pid = () => connection.query<{ pid: number }>(PID);

describe('a persistent connection', () => {
  it('is opened once for two concurrent statements, and stays open', async () => {
    const [first, second] = await Promise.all([pid(), pid()]);
    expect(second).toEqual(first);
    expect(await pid()).toEqual(first);
  });

  it('runs statements in the order of the calls', async () => {
    await connection.query({ text: 'CREATE TEMP TABLE said (at serial, word text)' });
    const words = ['one', 'two', 'three'];
    await Promise.all(
      words.map((word) => connection.query({ text: 'INSERT INTO said (word) VALUES ($1)', values: [word] })),
    );
    const rows = await connection.query<{ word: string }>({ text: 'SELECT word FROM said ORDER BY at' });
    expect(rows.map(({ word }) => word)).toEqual(words);
  });

  it('answers the statement after one that fails, and is replaced', async () => {
    const before = await pid();
    const [failed, next] = await Promise.allSettled([connection.query({ text: 'SELECT 1 / 0' }), pid()]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
    expect(next).toEqual({ status: 'fulfilled', value: before });
    expect(await pid()).not.toEqual(before);
  });

  it('rejects both statements when it breaks, and is replaced', async () => {
    const [own] = await pid();
    const both = Promise.allSettled([connection.query({ text: 'SELECT pg_sleep(60)' }), pid()]);
    await db.pool.query('SELECT pg_terminate_backend($1)', [own?.pid]);
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await pid()).not.toEqual([own]);
  });

  it('tells all callers when there is none', async () => {
    const nowhere = createPool('postgresql://127.0.0.1:1/none', { name: 'away', max: 1, pipelined: true }, log);
    const away = new PersistentConnection(nowhere);
    const both = await Promise.allSettled([away.query(PID), away.query(PID)]);
    await nowhere.end();
    for (const each of both) expect(each).toMatchObject({ status: 'rejected', reason: expect.any(NotConnected) });
  });
});
