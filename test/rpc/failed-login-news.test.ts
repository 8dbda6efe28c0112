import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { systemClock } from '../../src/core/clock.ts';
import { FailedLoginNews } from '../../src/rpc/failed-login-news.ts';
import { FailedLogins } from '../../src/rpc/failed-logins.ts';
import { freshDatabase } from '../fixtures/database.ts';

const db = await freshDatabase();

async function nodeWith(): Promise<FailedLogins> {
  const failures = new FailedLogins(systemClock);
  const news = await FailedLoginNews.start({ db, failures, log: createLog('warn'), pauseMs: 20 });
  onTestFinished(() => news.stop());
  return failures;
}

const isRefused = (node: FailedLogins, key: string): boolean => {
  try {
    node.guard([key]);
    return false;
  } catch {
    return true;
  }
};

it('twenty wrong credentials in a minute are too many in all, however they are spread over the nodes', async () => {
  const nodes = [await nodeWith(), await nodeWith(), await nodeWith()];
  for (let attempt = 0; attempt < 20; attempt++) nodes[attempt % 3]?.record(['address 192.0.2.1']);
  await expect.poll(() => nodes.map((node) => isRefused(node, 'address 192.0.2.1'))).toEqual([true, true, true]);
  expect(nodes.map((node) => isRefused(node, 'address 192.0.2.2'))).toEqual([false, false, false]);
});

it('each is counted once', async () => {
  const [one, other] = [await nodeWith(), await nodeWith()];
  for (let attempt = 0; attempt < 20; attempt++) one.record(attempt === 0 ? ['user 8'] : ['user 7', 'user 8']);
  await expect.poll(() => isRefused(other, 'user 8')).toBe(true);
  expect([one, other].map((node) => isRefused(node, 'user 7'))).toEqual([false, false]);
  other.record(['user 7']);
  expect(isRefused(other, 'user 7')).toBe(true);
});

it('a flood of addresses fits into one notification', async () => {
  const [one, other] = [await nodeWith(), await nodeWith()];
  for (let attempt = 0; attempt < 20; attempt++) one.record(['user 9']);
  for (let address = 0; address < 5_000; address++)
    one.record([`address ${'f'.repeat(39)}${address}`, `user ${'\0'.repeat(16)}${address}`]);
  await expect.poll(() => isRefused(other, 'user 9')).toBe(true);
});
