import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { customerFields, makeTenant, type Tenant } from '../fixtures/tenants.ts';
import { freePort } from '../peers/support/ports.ts';
import { ConsumerProject, type Outcome, ROOT, run, tsc } from './consumer-project.ts';

/** Of the ISP that the program asks for. */
const CUSTOMERS = 250;
const CREATED_AT = '2026-01-31T12:00:00.000Z';
const IMPORTABLE = ['@trpc/client', '@trpc/server', '@trpc/server/observable', 'superjson'];

const api = await startApi();
let tenant: Tenant;
let project: ConsumerProject;
let compiled: Outcome;

beforeAll(async () => {
  tenant = await makeTenant(api);
  const { prisma } = api.db;
  await prisma.customer.updateMany({ where: { id: tenant.customerid }, data: { createdAt: new Date(CREATED_AT) } });
  const others = Array.from({ length: CUSTOMERS - 1 }, () => ({ ...customerFields, ispId: tenant.ispid }));
  await prisma.customer.createMany({ data: others });
  project = await ConsumerProject.make();
  compiled = await tsc(['-p', '.'], project.folder);
});
afterAll(() => project.remove());

const packageJson = async (folder: string) => JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));

describe('the packed client', () => {
  it('has the version of the server', async () => {
    const client = await packageJson(project.client);
    expect(client.version).toBe((await packageJson(ROOT)).version);
  });

  it('contains its licence, its README and the built modules, and no source', async () => {
    const names = [...(await project.clientFiles()).keys()].filter(
      (name) => !/^dist\/[a-z]+(\.d\.ts|\.js)$/.test(name),
    );
    expect(names.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  });

  it('leaves the version of tRPC to the program, which has one with what else it uses of it', async () => {
    const { dependencies, peerDependencies } = await packageJson(project.client);
    const { superjson } = (await packageJson(ROOT)).dependencies;
    expect(dependencies).toEqual({ superjson: `^${superjson}` });
    expect(peerDependencies).toEqual({ '@trpc/client': '^11.4.0', '@trpc/server': '^11.4.0' });
  });

  it('mentions nothing of the server in its modules', async () => {
    for (const [name, text] of await project.clientFiles()) {
      if (!name.startsWith('dist/')) continue;
      expect(text, name).not.toMatch(/prisma|\bpg\b|express|\bzod\b|['"]node:|\.\.\/|src\//i);
      const imports = text.matchAll(/^(?:import|export) .*?from ['"]([^.][^'"]*)['"]/gm);
      for (const [, module] of imports) expect(IMPORTABLE, name).toContain(module);
    }
  });
});

describe('a program that installed the client', () => {
  it('compiles in strict mode, and only if its calls are correct', () => {
    expect(compiled.output).toBe('');
  });

  it('gets native values, pages, counts and explained errors from a node', async () => {
    const deadUrl = `http://127.0.0.1:${await freePort()}`;
    const login = { userid: tenant.me.userid, apiKey: tenant.me.api_key };
    const given = JSON.stringify({ ...login, baseUrl: api.url, deadUrl });
    const script = `import { calls } from './dist/calls.js'; console.log(JSON.stringify(await calls(${given})));`;
    const { ok, output } = await run(process.execPath, ['--input-type=module', '-e', script], project.folder);
    expect(ok, output).toBe(true);
    expect(JSON.parse(output)).toEqual({
      test: 'OK',
      version: (await packageJson(ROOT)).version,
      firstCreatedAt: CREATED_AT,
      count: CUSTOMERS,
      pages: [100, 100, 50],
      withoutCredentials: {
        kind: 'unauthenticated',
        status: 401,
        message: 'userid and api_key are required',
        fields: [],
      },
      wrongKey: {
        kind: 'unauthenticated',
        status: 401,
        message: 'wrong userid or api_key, or the key may not be used from this address',
        fields: [],
      },
      badInput: {
        kind: 'badInput',
        status: 400,
        message: 'rows_limit: must be a whole number from 1 to 100; nonsense: is not a parameter of this endpoint',
        fields: [
          { parameter: 'rows_limit', problem: 'must be a whole number from 1 to 100' },
          { parameter: 'nonsense', problem: 'is not a parameter of this endpoint' },
        ],
      },
      noNode: {
        kind: 'network',
        status: null,
        message: `cannot reach ${deadUrl}/trpc: connect ECONNREFUSED ${deadUrl.slice('http://'.length)}`,
        fields: [],
      },
    });
  });

  it('bundles for browsers without anything of Node, in less than 20 kB compressed', async () => {
    await writeFile(join(project.folder, 'entry.js'), "export * from '@lastmile/client';");
    const flags = ['--bundle', '--minify', '--platform=browser', '--format=esm', '--outfile=bundle.js'];
    const { ok, output } = await run(join(ROOT, 'node_modules/.bin/esbuild'), ['entry.js', ...flags], project.folder);
    expect(ok, output).toBe(true);
    const bundle = await readFile(join(project.folder, 'bundle.js'));
    const compressed = gzipSync(bundle).length;
    console.info(`browser bundle: ${bundle.length} bytes, ${compressed} compressed`);
    expect(compressed).toBeLessThan(20_000);
  });
});
