import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { programArguments } from '../fixtures/program.ts';

/** Starts a node that is expected not to start. */
async function start(argument: string, url: string) {
  const env = {
    ...{
      PATH: process.env.PATH ?? '/usr/bin:/bin',
      DATABASE_URL: url,
      SECRETS_KEY: 'ab'.repeat(32),
      LOG_LEVEL: 'silent',
    },
    ...{ BIND_ADDRESS: '127.0.0.1', HTTP_PORT: '0', RADIUS_AUTH_PORT: '0', RADIUS_ACCT_PORT: '0' },
  };
  const child = spawn(process.execPath, [...programArguments('main'), argument], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = await once(child, 'close');
  return { code, err };
}

it('a node that is to make the demo does not start on data, and says why in one sentence', async () => {
  const db = await freshDatabase();
  const isp = await makeIsp(db);
  const { code, err } = await start('--demo', db.url);
  expect([code, err]).toEqual([1, expect.stringMatching(/^The demo needs an installation without an ISP[^\n]*\.\n$/)]);
  expect(await db.prisma.isp.findMany({ select: { id: true } })).toEqual([{ id: isp.id }]);
});

it('a node refuses any other argument', async () => {
  const { code, err } = await start('--demonstrate', 'postgresql://unused@127.0.0.1/unused');
  expect([code, err]).toEqual([1, 'A node takes only the argument --demo, not --demonstrate.\n']);
});
