import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { emptyIsp, movingTo } from './moving.ts';

// What is read in each encoding is in `test/field/files` and `test/field/dumps`.
const api = await startApi();
const moving = await movingTo(api);
await emptyIsp(api, 'ENC');

it('a file in an encoding that nobody knows is not read', async () => {
  const mapped = await moving.mapping({ encoding: 'klingon' });
  const done = await moving.import('--isp', 'ENC', '--format', 'csv', '--dir', moving.folder, '--mapping', mapped);
  expect(done).toMatchObject({ code: 1, err: expect.stringContaining('must be the name of an encoding') });
});

it('a file that breaks off in the middle of a letter is refused in one sentence', async () => {
  const dir = join(moving.folder, 'broken');
  await mkdir(dir);
  const whole = Buffer.from('\uFEFFkey,name\r\n1,Michał\r\n', 'utf16le');
  await writeFile(join(dir, 'customers.csv'), whole.subarray(0, whole.length - 1));
  const done = await moving.import('--isp', 'ENC', '--format', 'csv', '--dir', dir);
  expect(done).toMatchObject({ code: 1, err: 'customers.csv is not in utf-16le, or damaged.\n' });
});
