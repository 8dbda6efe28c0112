import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { customerFields, makeTenant, type Tenant } from '../fixtures/tenants.ts';
import { freePort } from '../peers/support/ports.ts';
import { ConsumerProject, type Outcome, ROOT, run, tsc } from './consumer-project.ts';

const COMPARISON = relative(
  ROOT,
  fileURLToPath(new URL('../../clients/typescript/consumer/exact.ts', import.meta.url)),
);
/** Of the ISP that the program asks for. */
const CUSTOMERS = 250;
const CREATED_AT = '2026-01-31T12:00:00.000Z';
const IMPORTABLE = ['@trpc/client', '@trpc/server', '@trpc/server/observable', 'superjson'];

const api = await startApi();
let tenant: Tenant;
let project: ConsumerProject;
let compiled: Outcome;
let exact: Promise<Outcome>;

beforeAll(async () => {
  tenant = await makeTenant(api);
  const { prisma } = api.db;
  await prisma.customer.updateMany({ where: { id: tenant.customerid }, data: { createdAt: new Date(CREATED_AT) } });
  const others = Array.from({ length: CUSTOMERS - 1 }, () => ({ ...customerFields, ispId: tenant.ispid }));
  await prisma.customer.createMany({ data: others });
  project = await ConsumerProject.make();
  // Compares with the server's types. It takes longest, so it runs in parallel with the rest.
  exact = tsc(['-p', 'clients/typescript/consumer/tsconfig.exact.json'], ROOT);
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

  it('depends on exactly the versions of tRPC and superjson that the server is tested with', async () => {
    const client = await packageJson(project.client);
    const { '@trpc/server': trpc, superjson } = (await packageJson(ROOT)).dependencies;
    expect(client.dependencies).toEqual({ '@trpc/client': trpc, '@trpc/server': trpc, superjson });
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

  it('sees the exact types of the server', { timeout: 120_000 }, async () => {
    const { output } = await exact;
    // Other faults of the repository are for its own check of types.
    expect(output.split('\n').filter((line) => line.startsWith(COMPARISON))).toEqual([]);
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
      wrongKey: { kind: 'unauthenticated', status: 401, message: 'wrong userid or api_key', fields: [] },
      badInput: {
        kind: 'badInput',
        status: 400,
        message: 'rows_limit: must be a whole number from 1 to 100; nonsense: is not a parameter here',
        fields: [
          { parameter: 'rows_limit', problem: 'must be a whole number from 1 to 100' },
          { parameter: 'nonsense', problem: 'is not a parameter here' },
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
