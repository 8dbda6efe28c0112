import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const KINDS = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const;

interface Package extends Partial<Record<(typeof KINDS)[number], Record<string, string>>> {
  version?: string;
}

interface Lock extends Package {
  readonly packages: Record<string, Package>;
}

/** Files with the version, besides package.json of the root and of the workspaces, and package-lock.json. */
const VERSION_FILE = 'src/core/version.ts';
const IMAGE = 'Dockerfile';
const OWN_SCOPE = /^@lastmile\//;

/** The version that the package of the root has. */
export async function currentVersion(root: string): Promise<string> {
  return (await readJson<Package>(join(root, 'package.json'))).version ?? '0.0.0';
}

/**
 * Writes the version, and the day of the release, wherever they stand: the packages and their dependencies on each other, the lock
 * file, the version record of the node, whose `version_id` counts releases, and the label of the image.
 * @throws Error if one of the files has no place for it
 */
export async function setVersion(root: string, version: string, day: string): Promise<void> {
  const { workspaces } = await readJson<{ workspaces: string[] }>(join(root, 'package.json'));
  const folders = ['', ...workspaces];
  for (const folder of folders) await changeJson<Package>(join(root, folder, 'package.json'), (it) => set(it, version));
  await changeJson<Lock>(join(root, 'package-lock.json'), (lock) => {
    lock.version = version;
    for (const folder of folders) set(lock.packages[folder] ?? {}, version);
  });
  await changeText(
    join(root, VERSION_FILE),
    /version_id: '(\d+)', version_no: '[^']*', version_date: '[^']*'/,
    (_, id) => {
      return `version_id: '${Number(id) + 1}', version_no: '${version}', version_date: '${day}'`;
    },
  );
  await changeText(
    join(root, IMAGE),
    /(org\.opencontainers\.image\.version)="[^"]*"/,
    (_, name) => `${name}="${version}"`,
  );
}

function set(it: Package, version: string): void {
  it.version = version;
  for (const dependencies of KINDS.map((kind) => it[kind] ?? {}))
    for (const name of Object.keys(dependencies)) if (OWN_SCOPE.test(name)) dependencies[name] = version;
}

async function readJson<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8'));
}

async function changeJson<T>(file: string, change: (content: T) => void): Promise<void> {
  const content = await readJson<T>(file);
  change(content);
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

async function changeText(file: string, pattern: RegExp, by: (...match: string[]) => string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} has no place for the version`);
  await writeFile(file, text.replace(pattern, by));
}
