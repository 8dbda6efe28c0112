import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MODULES = join(ROOT, 'node_modules');
const SOURCES = [
  new URL('../../clients/typescript/consumer/tsconfig.json', import.meta.url),
  new URL('../../clients/typescript/consumer/types.ts', import.meta.url),
  new URL('../../clients/typescript/consumer/calls.ts', import.meta.url),
];
/** What an installation from a registry would bring along; copied, so that the test needs no network. */
const DEPENDENCIES = ['@trpc/client', '@trpc/server', 'superjson', 'copy-anything'];

export interface Outcome {
  readonly ok: boolean;
  readonly output: string;
}

/** Runs a program; what it prints is the outcome, whether it succeeds or not. */
export async function run(program: string, args: readonly string[], cwd: string): Promise<Outcome> {
  try {
    const { stdout } = await promisify(execFile)(program, [...args], { cwd });
    return { ok: true, output: stdout };
  } catch (error) {
    const { stdout = '', stderr = String(error) } = error as { stdout?: string; stderr?: string };
    return { ok: false, output: stdout + stderr };
  }
}

export const tsc = (args: readonly string[], cwd: string) =>
  run(process.execPath, [join(MODULES, 'typescript/bin/tsc'), ...args], cwd);

/** Throws an Error that says what the program said. */
async function must(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { ok, output } = await run(program, args, cwd);
  if (!ok) throw new Error(`${program} ${args.join(' ')}: ${output}`);
}

/** A project outside the repository that has installed the packed client, and nothing of the server. */
export class ConsumerProject {
  readonly folder: string;
  /** Of the installed client. */
  readonly client: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.client = join(folder, 'node_modules/@lastmile/client');
  }

  /** Packs the client as `npm publish` would, which builds it. */
  static async make(): Promise<ConsumerProject> {
    const project = new ConsumerProject(await mkdtemp(join(tmpdir(), 'lastmile-client-')));
    const { folder, client } = project;
    const tarball = await project.#pack();
    await mkdir(client, { recursive: true });
    await must('tar', ['-xzf', tarball, '--strip-components=1', '-C', client], folder);
    for (const name of DEPENDENCIES)
      await cp(join(MODULES, name), join(folder, 'node_modules', name), { recursive: true });
    for (const source of SOURCES) await cp(source, join(folder, basename(source.pathname)));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
    return project;
  }

  /** Installs the packed client from its archive and other packages from the registry, as an integrator does. */
  static async install(packages: readonly string[], { client }: { readonly client?: string } = {}) {
    const project = new ConsumerProject(await mkdtemp(join(tmpdir(), 'lastmile-client-')));
    const { folder } = project;
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
    const archive = client ?? join(folder, await project.#pack());
    await must('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', archive, ...packages], folder);
    for (const source of SOURCES) await cp(source, join(folder, basename(source.pathname)));
    return { project, archive };
  }

  /** Returns the name of the archive in the project's folder. */
  async #pack(): Promise<string> {
    await must('npm', ['pack', '--workspace', '@lastmile/client', '--pack-destination', this.folder], ROOT);
    return (await readdir(this.folder)).find((name) => name.endsWith('.tgz')) ?? '';
  }

  /** Name and text of every file of the installed client. */
  async clientFiles(): Promise<Map<string, string>> {
    const names = await readdir(this.client, { recursive: true, withFileTypes: true });
    const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const texts = await Promise.all(
      paths.map(async (path) => [path.slice(this.client.length + 1), await readFile(path, 'utf8')] as const),
    );
    return new Map(texts);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}
