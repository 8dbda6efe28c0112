import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../deploy/cluster/programs.ts';
import { run } from '../peers/support/process.ts';

const DEPLOY = resolve(import.meta.dirname, '../../deploy');
const PYTHON = '/usr/bin/python3';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lastmile-files-'));
});
afterAll(async () => rm(folder, { recursive: true }));

/** As JSON, by the parser that Patroni has. */
async function yaml(file: string): Promise<unknown> {
  const script = 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)';
  const { code, stdout, stderr } = await run(PYTHON, ['-c', script, join(DEPLOY, file)]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

interface Compose {
  readonly services: Readonly<Record<string, { readonly environment: Readonly<Record<string, string>> }>>;
}

describe('the files that an operator copies', () => {
  it('haproxy.cfg is valid as it is', async () => {
    const { code, stdout, stderr } = await run(pathOf('haproxy'), ['-c', '-f', join(DEPLOY, 'haproxy/haproxy.cfg')]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/Configuration file is valid/);
  });

  it('haproxy.cfg takes every address that the compose file gives it', async () => {
    const { environment } = ((await yaml('compose/cluster.yml')) as Compose).services.haproxy ?? { environment: {} };
    const dump = await run(pathOf('haproxy'), ['-c', '-f', join(DEPLOY, 'haproxy/haproxy.cfg')], { env: environment });
    expect(dump.code, dump.stderr).toBe(0);
    const { stdout } = await run('grep', ['-oE', 'presetenv [A-Z0-9_]+', join(DEPLOY, 'haproxy/haproxy.cfg')]);
    const known = stdout
      .trim()
      .split('\n')
      .map((line) => line.replace('presetenv ', ''));
    expect(known).toEqual(expect.arrayContaining(Object.keys(environment)));
  });

  it('patroni.yml answers commits from two machines only, and works on without etcd', async () => {
    expect(await yaml('patroni/patroni.yml')).toMatchObject({
      bootstrap: { dcs: { synchronous_mode: true, failsafe_mode: true, ttl: 20, loop_wait: 5 } },
    });
    expect(await yaml('patroni/restore.yml')).toMatchObject({ bootstrap: { method: 'restore' } });
  });

  it('all nodes of the compose file have the same secrets key and database', async () => {
    const { services } = (await yaml('compose/cluster.yml')) as Compose;
    const [first, ...others] = ['node1', 'node2', 'node3'].map((name) => services[name]?.environment);
    expect(first).toMatchObject({ SECRETS_KEY: expect.stringContaining('SECRETS_KEY') });
    for (const other of others) expect(other).toEqual(first);
  });

  it('radiusd.conf is valid as it is', async () => {
    await run('cp', [join(DEPLOY, 'freeradius/radiusd.conf'), folder]);
    await writeFile(join(folder, 'dictionary'), '');
    const { stdout } = await run(pathOf('freeradius'), ['-XC', '-d', folder]);
    expect(stdout).toMatch(/Configuration appears to be OK/);
  });
});
