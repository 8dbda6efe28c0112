import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import { processesIn } from '../peers/support/process.ts';
import { TestCluster } from './support/test-cluster.ts';

it('a cluster for tests leaves neither a folder nor a process when a part does not start', async () => {
  const failure = await TestCluster.start({ roles: ['api,radius,jobs', 'dance'] }).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const log = /^node2 ended before it was ready\. The end of (\S+):\n/.exec(failure ?? '')?.[1];
  expect(log, failure).toBeDefined();
  const dir = dirname(log ?? '');
  expect(existsSync(dir)).toBe(false);
  expect(processesIn(dir)).toEqual([]);
});
