import { expect, it } from 'vitest';
import { timesRun } from './times-run.ts';

timesRun('fails');

it('fails each time', () => {
  expect(1).toBe(2);
});
