import { cp, readFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConsumerProject, run } from '../client/consumer-project.ts';
import { executablePath, openPage } from '../fixtures/chromium.ts';
import { Api } from './support/api.ts';
import { example } from './support/example.ts';
import { Installation, type Node } from './support/installation.ts';
import { ADMIN_API_KEY } from './support/story.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const APP = join(ROOT, 'clients/typescript/consumer/vite');
const COMPILERS = {
  'typescript-5': 'npm:typescript@5.9.3',
  'typescript-6': 'npm:typescript@6.0.3',
  'typescript-7': 'npm:typescript@7.0.2',
};
/** The oldest tRPC that the client takes. */
const OLDEST = '11.4.0';
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

let current: ConsumerProject;
let oldest: ConsumerProject;

const aliases = Object.entries(COMPILERS).map(([name, source]) => `${name}@${source}`);
const tsc = ({ folder }: ConsumerProject, compiler: string, project: string) =>
  run(process.execPath, [join(folder, 'node_modules', compiler, 'bin/tsc'), '--noEmit', '-p', project], folder);

/** Without those about tRPC's own declarations, which name modules of Node that a page does not install. */
const complaintsIn = (output: string) =>
  output.split('\n').filter((line) => line !== '' && !line.startsWith('node_modules/@trpc/'));

beforeAll(async () => {
  const { devDependencies } = JSON.parse(await readFile(join(ROOT, 'clients/console/package.json'), 'utf8'));
  const shared = ['@tanstack/react-query', 'react', 'react-dom', '@types/react', '@types/react-dom', 'vite'];
  // It asks for one version of tRPC, which is not the one of the server.
  const proxy = '@trpc/tanstack-react-query@11.22.1';
  const packages = [proxy, ...aliases, ...shared.map((name) => `${name}@${devDependencies[name]}`)];
  const installed = await ConsumerProject.install(packages);
  current = installed.project;
  const tRPC = [`@trpc/client@${OLDEST}`, `@trpc/server@${OLDEST}`];
  oldest = (await ConsumerProject.install([...tRPC, ...aliases], { client: installed.archive })).project;
  await cp(APP, join(current.folder, 'vite'), { recursive: true });
});
afterAll(() => Promise.all([current?.remove(), oldest?.remove()]));

describe('the client beside TanStack Query', () => {
  it('uses the tRPC that is there, instead of bringing a second one', async () => {
    const { output } = await run('npm', ['ls', '@trpc/client', '@trpc/server', '--json', '--all'], current.folder);
    expect(new Set(output.match(/"version": "11\.[\d.]+"/g))).toEqual(new Set(['"version": "11.22.1"']));
  });

  it.each(Object.keys(COMPILERS))(
    'compiles in strict mode with %s, without skipping declarations',
    async (compiler) => {
      for (const [project, config] of [
        [current, '.'],
        [current, 'vite'],
        [oldest, '.'],
      ] as const)
        expect(complaintsIn((await tsc(project, compiler, config)).output), project.folder).toEqual([]);
    },
  );
});

describe('a page built by Vite', () => {
  let site: Installation;
  let node: Node;
  let api: Api;
  let login: { userid: number; key: string };

  beforeAll(async () => {
    const vite = join(current.folder, 'node_modules/vite/bin/vite.js');
    const built = await run(process.execPath, [vite, 'build', '--base', '/page/'], join(current.folder, 'vite'));
    expect(built.ok, built.output).toBe(true);
    site = await Installation.make();
    node = await site.start({ ADMIN_API_KEY });
    const admin = new Api(site.baseUrl).as(1, ADMIN_API_KEY);
    const ispid = await admin.result('isp/create', example.isp);
    const userid = await admin.result('auth/user/create', { ...example.login, username: 'exn-admin', ispid });
    const { api_key: key } = await admin.result('auth/user/api_key_rotate', { id: userid });
    login = { userid, key };
    api = admin.as(userid, key);
    const resellerid = await api.result('reseller/create', example.reseller);
    await api.result('customer/create', { ...example.customer, resellerid });
  });
  afterAll(async () => {
    await node?.stop();
    await site?.remove();
  });

  it.skipIf(!executablePath)('reads, changes and reads again in a browser', async () => {
    const { page, complaints } = await openPage({ node: site.baseUrl, path: '/healthz' }, {});
    await page.route(`${site.baseUrl}/page/**`, async (route) => {
      const path = new URL(route.request().url()).pathname.slice('/page/'.length) || 'index.html';
      const body = await readFile(join(current.folder, 'vite/dist', path)).catch(() => undefined);
      await (body ? route.fulfill({ body, contentType: TYPES[extname(path)] ?? '' }) : route.fulfill({ status: 404 }));
    });
    await page.goto(`${site.baseUrl}/page/#userid=${login.userid}&key=${login.key}`);
    const shown = page.locator('output');
    await shown.getByText(`${example.customer.name} since ${new Date().getUTCFullYear()}`).waitFor();
    await page.getByLabel('Name').fill('Ravindra');
    await page.getByRole('button', { name: 'Rename' }).click();
    await shown.getByText('Ravindra since').waitFor();
    expect(await api.result('customer/list')).toMatchObject([{ name: 'Ravindra' }]);
    await page.goto(`${site.baseUrl}/page/?wrong#userid=${login.userid}&key=wrong`);
    await page.getByRole('alert').getByText('unauthenticated').waitFor();
    expect(complaints).toEqual([]);
  });
});
