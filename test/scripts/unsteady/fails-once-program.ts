import { expect, it } from 'vitest';
import { timesRun } from './times-run.ts';

const times = timesRun('fails-once');

it('passes each time', () => {
  expect(1).toBe(1);
});

it('passes the second time', () => {
  expect(times).toBe(2);
});
