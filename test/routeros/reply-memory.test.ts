import { expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from '../../src/routeros/commands.ts';
import { RouterConnection } from '../../src/routeros/connection.ts';
import { LIMITS } from '../../src/routeros/limits.ts';
import { ReplyMemory } from '../../src/routeros/reply-memory.ts';
import type { Misbehaviour } from '../../src/routeros/simulator/misbehave.ts';
import { RouterSimulator } from '../../src/routeros/simulator/simulator.ts';

const MB = 1_000_000;
const RIGHT = { username: 'lastmile', password: 'router secret' };
const limits = { ...LIMITS, loginMs: 60_000, cancelMs: 50 };

const questions = [COMMANDS.identity, COMMANDS.clock, COMMANDS.ntp, COMMANDS.radius] as const;

async function connected(memory: ReplyMemory, tenant: number, misbehaviour?: Misbehaviour) {
  const simulator = await RouterSimulator.start();
  onTestFinished(() => simulator.stop());
  const target = { ip: '127.0.0.1', port: simulator.port, fingerprint: null, isPlain: true };
  const connection = await RouterConnection.open(target, RIGHT, { limits, replies: { memory, tenant } });
  onTestFinished(() => connection.close());
  simulator.misbehaviour = misbehaviour;
  const ask = (count: number) =>
    questions.slice(0, count).map((each) => connection.ask(each, { timeoutMs: 60_000 }).then(() => 'answered', String));
  return { simulator, connection, ask };
}

const FULL = 'RouterFailure: RouterOS API: memory';

it('a reply takes memory while it arrives, and none when it has ended', async () => {
  const memory = new ReplyMemory();
  const router = await connected(memory, 1, 'unended');
  const asked = router.ask(1);
  await expect.poll(() => memory.taken).toBeGreaterThan(3 * MB);
  router.simulator.dropAll();
  expect(await Promise.all(asked)).toEqual(['RouterFailure: RouterOS API: protocol']);
  expect(memory.taken).toBe(0);
  const well = await connected(memory, 1);
  expect(await Promise.all(well.ask(4))).toEqual(Array(4).fill('answered'));
  expect(memory.taken).toBe(0);
});

it('is not charged after its time is over, whatever the router goes on to send', async () => {
  const memory = new ReplyMemory();
  const { connection, simulator } = await connected(memory, 1, 'unended');
  await expect(connection.ask(COMMANDS.identity, { timeoutMs: 1 })).rejects.toMatchObject({ kind: 'timeout' });
  simulator.misbehaviour = undefined;
  // All that it sent has come before the next answer, unless the connection was given up, as its rows came too slowly.
  await connection.ask(COMMANDS.clock, { timeoutMs: 60_000 }).catch(() => undefined);
  expect(memory.taken).toBe(0);
});

it('one tenant holds its share: a further question fails, and another tenant is answered', async () => {
  const memory = new ReplyMemory({ ofOne: 7 * MB, ofAll: 100 * MB });
  const hostile = await connected(memory, 1, 'unended');
  const asked = hostile.ask(3);
  expect(await Promise.race(asked)).toBe(FULL);
  expect(memory.taken).toBeLessThan(7 * MB);
  const other = await connected(memory, 2);
  expect(await Promise.all(other.ask(4))).toEqual(Array(4).fill('answered'));
  hostile.simulator.dropAll();
  await Promise.all(asked);
  expect(memory.taken).toBe(0);
});

it('who holds the most gives way when all memory is taken', async () => {
  const memory = new ReplyMemory({ ofOne: 7 * MB, ofAll: 8 * MB });
  const greedy = await connected(memory, 1, 'unended');
  const lost = greedy.ask(2);
  await expect.poll(() => memory.taken).toBeGreaterThan(6 * MB);
  const modest = await connected(memory, 2, 'unended');
  const kept = modest.ask(1);
  expect(await Promise.race(lost)).toBe(FULL);
  modest.simulator.dropAll();
  expect(await Promise.all(kept)).toEqual(['RouterFailure: RouterOS API: protocol']);
  greedy.simulator.dropAll();
  await Promise.all(lost);
  expect(memory.taken).toBe(0);
});

it('a sentence that never ends is charged as its words arrive', async () => {
  const memory = new ReplyMemory({ ofOne: 2 * MB, ofAll: 100 * MB });
  const { ask, connection } = await connected(memory, 1, 'unended_sentence');
  expect(await Promise.all(ask(1))).toEqual([FULL]);
  expect(connection.isOpen).toBe(false);
  expect(memory.taken).toBe(0);
});
