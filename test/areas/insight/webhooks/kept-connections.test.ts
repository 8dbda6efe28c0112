import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { numberEvents } from '../../../../src/areas/insight/events/number-events.ts';
import { webhookDispatcher } from '../../../../src/areas/insight/webhooks/dispatcher.ts';
import { startApi } from '../../../fixtures/api.ts';
import { makeTenant } from '../../../fixtures/tenants.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';

const api = await startApi({ OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' });
const { pool } = api.db;
const { me, ispid } = await makeTenant(api);
const nodes = [webhookDispatcher(api.kernel).start()];
afterAll(() => Promise.all(nodes.map((each) => each.stop())));
let id = 0;
afterEach(() => api.ok('webhook/delete', { id }, me));

/** A receiver with a webhook that is told of the numbers of `tell`. */
async function receives(): Promise<Receiver> {
  const receiver = await startReceiver();
  id = Number((await api.ok<{ id: string }>('webhook/create', { url: receiver.url, type: 'customer.*' }, me)).id);
  return receiver;
}

/** So many events, with numbers. */
async function tell(count: number, from = 1): Promise<void> {
  await pool.query(
    `SELECT crm.note_event($1, NULL, 'customer.updated', n, NULL, NULL, jsonb_build_object('n', n))
     FROM generate_series($2::int, $2::int + $3::int - 1) n`,
    [ispid, from, count],
  );
  while ((await numberEvents(api.db)) > 0);
}

const numberOf = ({ body }: Received): number => JSON.parse(body).data.n;
const numbers = ({ received }: Receiver): number[] => received.map(numberOf);
const upTo = (count: number, from = 1) => Array.from({ length: count - from + 1 }, (_, index) => from + index);
const told = (receiver: Receiver) => expect.poll(() => numbers(receiver), { interval: 50 });
/** The number of the last event that is noted. */
const noted = () =>
  expect.poll(async () => {
    const { rows } = await pool.query(
      `SELECT (e.data ->> 'n')::int AS n FROM crm.webhook w JOIN crm.event e ON e.id = w.cursor WHERE w.id = $1`,
      [id],
    );
    return rows[0]?.n;
  });
/** The status of each attempt that is in the list, in order. */
const attempts = async () =>
  (
    await pool.query(
      'SELECT attempt, http_status AS status, error FROM crm.webhook_delivery WHERE webhook_id = $1 ORDER BY id',
      [id],
    )
  ).rows;

describe('the connection of a webhook', () => {
  it('has many events, one after another, and those of the next turn', async () => {
    const receiver = await receives();
    let underWay = 0;
    let most = 0;
    receiver.answer = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await nextTurn();
      underWay -= 1;
      return 204;
    };
    await tell(250);
    await told(receiver).toEqual(upTo(250));
    await noted().toBe(250);
    await tell(10, 251);
    await told(receiver).toEqual(upTo(260));
    await noted().toBe(260);
    expect({ most, connections: receiver.connections }).toEqual({ most: 1, connections: 1 });
    expect(await attempts()).toEqual(upTo(260).map(() => ({ attempt: 1, status: 204, error: null })));
  });

  it('is replaced when the receiver has ended it, which is no failure', async () => {
    const receiver = await receives();
    await tell(1);
    await noted().toBe(1);
    receiver.hangUp();
    await tell(1, 2);
    await told(receiver).toEqual([1, 2]);
    await noted().toBe(2);
    // It reads the message, and ends the connection instead of an answer.
    const hangUps = [3, 5];
    receiver.answer = (received) => {
      if (hangUps[0] !== numberOf(received)) return 204;
      hangUps.shift();
      receiver.hangUp();
      return undefined;
    };
    await tell(3, 3);
    await told(receiver).toEqual([1, 2, 3, 3, 4, 5, 5]);
    await noted().toBe(5);
    expect(await attempts()).toEqual(upTo(5).map(() => ({ attempt: 1, status: 204, error: null })));
    expect(receiver.connections).toBe(4);
  });
});

describe('what a webhook has accepted', () => {
  it('is noted a hundred messages later at most', async () => {
    const receiver = await receives();
    const other = await pool.connect();
    let witnessId = 0;
    try {
      await other.query('BEGIN');
      await other.query('LOCK TABLE crm.webhook_delivery IN SHARE MODE');
      await tell(150);
      await told(receiver).toEqual(upTo(100));
      // A webhook that comes later is told while this one waits.
      const witness = await startReceiver();
      witnessId = Number((await api.ok<{ id: string }>('webhook/create', { url: witness.url }, me)).id);
      await tell(1, 151);
      await told(witness).toContain(151);
      expect(numbers(receiver)).toEqual(upTo(100));
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    await told(receiver).toEqual(upTo(151));
    await noted().toBe(151);
    await api.ok('webhook/delete', { id: witnessId }, me);
  });

  it('is noted while the receiver takes its time for the next message', async () => {
    const receiver = await receives();
    let answer = () => {};
    const late = new Promise<number>((resolve) => {
      answer = () => resolve(204);
    });
    receiver.answer = (received) => (numberOf(received) === 4 ? late : 204);
    await tell(5);
    await noted().toBe(3);
    answer();
    await noted().toBe(5);
    expect([...new Set(numbers(receiver))]).toEqual(upTo(5));
  });

  it('is not repeated after a pause', async () => {
    const receiver = await receives();
    receiver.answer = async (received) => {
      if (numberOf(received) === 2) await api.ok('webhook/update', { id, status: 'Paused' }, me);
      return 204;
    };
    await tell(150);
    await expect.poll(async () => (await attempts()).length).toBeGreaterThan(1);
    const paused = () => pool.query('SELECT FROM crm.webhook WHERE id = $1 AND leased_until IS NULL', [id]);
    await expect.poll(async () => (await paused()).rowCount).toBe(1);
    await api.ok('webhook/update', { id, status: 'Enabled' }, me);
    await told(receiver).toEqual(upTo(150));
    await noted().toBe(150);
  });

  it('is told again after a replay, also if it was not noted yet', async () => {
    const receiver = await receives();
    let isReplayed = false;
    receiver.answer = async (received) => {
      if (numberOf(received) !== 3 || isReplayed) return 204;
      isReplayed = true;
      const first = JSON.parse(receiver.received[0]?.body ?? '').id;
      await api.ok('webhook/replay', { id, after: first - 1 }, me);
      return 204;
    };
    await tell(5);
    await expect.poll(() => numbers(receiver).join(), { interval: 50 }).toMatch(/^1,2,3,(4,(5,)?)?1,2,3,4,5$/);
    await noted().toBe(5);
  });

  it('does not count for another address', async () => {
    const [before, after] = [await receives(), await startReceiver()];
    before.answer = async (received) => {
      if (numberOf(received) === 2) await api.ok('webhook/update', { id, url: after.url }, me);
      return 204;
    };
    await tell(3);
    await told(after).toEqual(expect.arrayContaining([2, 3]));
    await noted().toBe(3);
    expect(numbers(after)).toEqual([...(numbers(after).includes(1) ? [1] : []), 2, 3]);
  });
});

describe('a node whose lease ended while it waited for an answer', () => {
  it.each([204, 500])('notes nothing of it, and another has delivered everything: %s', async (status) => {
    const receiver = await receives();
    let answer = () => {};
    const late = new Promise<number>((resolve) => {
      answer = () => resolve(status);
    });
    let isFirst = true;
    receiver.answer = (received) => {
      if (numberOf(received) !== 2 || !isFirst) return 204;
      isFirst = false;
      return late;
    };
    await tell(4);
    await told(receiver).toEqual([1, 2]);
    await noted().toBe(1);
    const frozen = nodes.pop()?.stop();
    nodes.push(webhookDispatcher(api.kernel).start());
    await pool.query(`UPDATE crm.webhook SET leased_until = now() - interval '1 ms' WHERE id = $1`, [id]);
    await told(receiver).toEqual([1, 2, 2, 3, 4]);
    await noted().toBe(4);
    answer();
    // Its attempt is in the list, and that is all.
    await expect.poll(async () => (await attempts()).length).toBe(5);
    await frozen;
    await tell(1, 5);
    await told(receiver).toEqual([1, 2, 2, 3, 4, 5]);
    await noted().toBe(5);
    const { rows } = await pool.query('SELECT status, attempts, retry_at FROM crm.webhook WHERE id = $1', [id]);
    expect(rows).toEqual([{ status: 'Enabled', attempts: 0, retry_at: null }]);
  });
});
