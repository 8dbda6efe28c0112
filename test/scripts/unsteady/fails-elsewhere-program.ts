import { expect, it } from 'vitest';
import { timesRun } from './times-run.ts';

const times = timesRun('fails-elsewhere');

it('passes the second time', () => {
  expect(times).toBe(2);
});

it('passes the first time', () => {
  expect(times).toBe(1);
});
