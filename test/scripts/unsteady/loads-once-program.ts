import { expect, it } from 'vitest';
import { timesRun } from './times-run.ts';

if (timesRun('loads-once') === 1) throw new Error('not yet');

it('passes if it is loaded', () => {
  expect(1).toBe(1);
});
