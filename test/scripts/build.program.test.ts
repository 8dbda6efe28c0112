import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { run } from '../client/consumer-project.ts';

const SCRIPT = resolve('scripts/build/main.mjs');
/** In place of the tools: notes that it ran, fails if a source says so, and writes the output. */
const TOOL = `
const fs = require('node:fs'), path = require('node:path');
const root = path.resolve(__dirname, '../'.repeat(__dirname.split('node_modules/')[1].split('/').length + 1));
const name = process.cwd() === root ? path.basename(process.argv[1]) : path.basename(process.cwd());
fs.appendFileSync(path.join(root, 'ran'), name + '\\n');
if (fs.readFileSync(path.join(root, 'src/main.ts'), 'utf8') === 'broken') process.exit(2);
const output = { 'index.js': 'src/db/generated/client.ts', tsc: 'dist/main.js' }[name] ?? 'dist/' + name + '/browser/index.html';
fs.mkdirSync(path.dirname(path.join(root, output)), { recursive: true });
fs.writeFileSync(path.join(root, output), 'built');
`;
const TOOLS = ['prisma-cli/build/index.js', 'typescript-native/bin/tsc', 'vite/bin/vite.js'];
const ALL = ['console', 'index.js', 'portal', 'tsc'];

let root: string;
const write = async (name: string, text: string) => {
  await mkdir(dirname(join(root, name)), { recursive: true });
  await writeFile(join(root, name), text);
};
const removeTools = () => rm(join(root, 'node_modules'), { recursive: true });

/** Which steps ran, sorted, whether it succeeded and what it said. */
async function build(...args: readonly string[]) {
  await write('ran', '');
  const { ok, output } = await run(process.execPath, [SCRIPT, ...args], root);
  const ran = (await readFile(join(root, 'ran'), 'utf8')).split('\n').filter(Boolean);
  return { ran: ran.sort(), ok, output };
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lastmile-build-'));
  for (const tool of TOOLS) await write(`node_modules/${tool}`, TOOL);
  for (const name of ['main.ts', 'other.ts']) await write(`src/${name}`, name);
  for (const name of ['prisma/schema/main.prisma', 'clients/console/a.ts', 'clients/portal/a.ts'])
    await write(name, name);
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('builds everything once, and nothing while no source has another content', async () => {
  expect((await build()).ran).toEqual(ALL);
  expect((await build()).ran).toEqual([]);
  // As a checkout does: another time, the same content.
  await write('src/other.ts', 'other.ts');
  await write('test/some.test.ts', 'not a source');
  expect((await build()).ran).toEqual([]);
});

it('builds what reads a source that has changed', async () => {
  await build();
  const readers: [string, string[]][] = [
    ['src/other.ts', ['console', 'tsc']],
    ['src/new.ts', ['console', 'tsc']],
    ['clients/portal/a.ts', ['portal']],
    ['clients/console/a.ts', ['console']],
    ['prisma/schema/main.prisma', ['console', 'index.js', 'tsc']],
    ['tsconfig.json', ['tsc']],
    ['package-lock.json', ALL],
  ];
  for (const [name, steps] of readers) {
    await write(name, 'changed');
    expect((await build()).ran, name).toEqual(steps);
  }
  expect((await build()).ran).toEqual([]);
});

it('builds when a source or the output is gone', async () => {
  await build();
  await rm(join(root, 'src/other.ts'));
  expect((await build()).ran).toEqual(['console', 'tsc']);
  await rm(join(root, 'dist/main.js'));
  expect((await build()).ran).toEqual(['tsc']);
  await rm(join(root, 'src/db/generated'), { recursive: true });
  expect((await build()).ran).toEqual(['index.js']);
});

it('builds anew after a failure, also when the source is as it was when the build last succeeded', async () => {
  await build();
  await write('src/main.ts', 'broken');
  expect(await build()).toMatchObject({ ran: ['console', 'tsc'], ok: false });
  expect(await build()).toMatchObject({ ran: ['console', 'tsc'], ok: false });
  await write('src/main.ts', 'main.ts');
  expect(await build()).toMatchObject({ ran: ['console', 'tsc'], ok: true });
});

it('takes a stamp that it cannot read as none', async () => {
  await build();
  await write('dist/.built.json', '{"server');
  expect((await build()).ran).toEqual(ALL);
});

it('does nothing without the tools where all is built, also in a copy without the sources', async () => {
  await build();
  await removeTools();
  await rm(join(root, 'src/db/generated'), { recursive: true });
  expect(await build()).toEqual({ ran: [], ok: true, output: '' });
  const copy = join(root, 'copy');
  for (const name of ['dist', 'node_modules'])
    await cp(join(root, name), join(copy, name), { recursive: true }).catch(() => undefined);
  expect(await run(process.execPath, [SCRIPT], copy)).toEqual({ ok: true, output: '' });
});

it('says in one sentence what to do without the tools, and lets an installation succeed', async () => {
  await removeTools();
  const sentence = (output: string) => output.trim().split('\n');
  const nothing = await build();
  expect(nothing).toMatchObject({ ran: [], ok: false });
  expect(sentence(nothing.output)).toEqual([
    expect.stringMatching(/^Nothing is built, and .*run "npm ci && npm run build/),
  ]);
  expect(await build('--installing')).toMatchObject({ ok: true });
  await write('dist/main.js', 'built elsewhere');
  expect(sentence((await build()).output)).toEqual([expect.stringMatching(/^dist was built from other sources, and /)]);
});
