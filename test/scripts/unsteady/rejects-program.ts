import { expect, it } from 'vitest';
import { timesRun } from './times-run.ts';

timesRun('rejects');

it('passes and leaves a promise that is rejected', () => {
  void Promise.reject(new Error('nobody waits'));
  expect(1).toBe(1);
});
