import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releasedChangelog, sectionOf } from './changelog.ts';
import { migrationsSince } from './migrations.ts';
import { releaseNotes } from './notes.ts';
import { setVersion } from './numbers.ts';
import { refuseUnlessReady, tagOf } from './refusal.ts';
import type { Run } from './run.ts';
import { inventory } from './sbom.ts';

export interface ReleaseOptions {
  readonly version: string;
  readonly root: string;
  /** The day of the release, `yyyy-mm-dd`. */
  readonly day: string;
  readonly run: Run;
  readonly say: (line: string) => void;
  /** Says what would be done, and changes nothing. */
  readonly dryRun?: boolean;
  /** Leaves out what CI has proved of this commit. */
  readonly skipChecks?: boolean;
}

interface Step {
  readonly what: string;
  run(): Promise<unknown>;
}

const CHECKS = [['run', 'check'], ['test']] as const;

/** Artefacts: not committed. */
const FOLDER = 'release';
const CLIENT = 'clients/typescript';
/** What upgrades from this release are tested with: committed. */
const keptFolder = (version: string): string => `test/upgrade/${version}`;

/**
 * Makes a release: the version in all files, the changelog, the artefacts in `release/<version>`, a commit and a tag; nothing is
 * pushed. If a step fails, the work tree is as it was.
 * @throws Refusal with one sentence, before anything is changed
 */
export async function release(options: ReleaseOptions): Promise<void> {
  const { version, root, run, say, dryRun = false } = options;
  await refuseUnlessReady(version, root, run);
  const { checks, steps } = stepsOf(options);
  for (const { what, run } of checks) {
    say(what);
    if (!dryRun) await run();
  }
  if (!dryRun) await refuseUnlessReady(version, root, run);
  const head = (await run('git', ['rev-parse', 'HEAD'], root)).trim();
  let isDone = dryRun;
  try {
    for (const { what, run } of steps) {
      say(what);
      if (!dryRun) await run();
    }
    isDone = true;
  } finally {
    if (!isDone) await takeBack(options, head);
  }
  say(dryRun ? 'Nothing was changed.' : `Released ${version}. To publish: git push origin main ${tagOf(version)}`);
}

function stepsOf(options: ReleaseOptions): { checks: Step[]; steps: Step[] } {
  const { version, root, day, run, skipChecks = false } = options;
  const artefacts = join(FOLDER, version);
  const npm = (...args: string[]) => run('npm', args, root);
  const git = (...args: string[]) => run('git', args, root);
  const write = (name: string, text: string) => writeFile(join(root, artefacts, name), text);
  const checks = CHECKS.map((args) => ({ what: `check: npm ${args.join(' ')}`, run: () => npm(...args) }));
  return {
    checks: skipChecks ? [] : checks,
    steps: [
      {
        what: `write ${version} of ${day} into the packages, the lock file, src/core/version.ts, Dockerfile and CHANGELOG.md`,
        run: async () => {
          await setVersion(root, version, day);
          await changeFile(join(root, 'CHANGELOG.md'), (text) => releasedChangelog(text, version, day));
        },
      },
      {
        what: `keep schema and data for the upgrade test in ${keptFolder(version)}`,
        run: () => npm('run', 'upgrade:keep', '--', version),
      },
      {
        what: `pack the client into ${artefacts}`,
        run: async () => {
          await rm(join(root, artefacts), { recursive: true, force: true });
          await mkdir(join(root, artefacts), { recursive: true });
          await npm('pack', '--workspace', CLIENT, '--pack-destination', artefacts);
        },
      },
      {
        what: `list what the release consists of in ${artefacts}/sbom.cdx.json (CycloneDX)`,
        run: async () => write('sbom.cdx.json', await inventory(npm)),
      },
      {
        what: `write the notes into ${artefacts}/notes.md`,
        run: async () => write('notes.md', await notesOf(options)),
      },
      {
        what: `commit, and tag ${tagOf(version)}`,
        run: async () => {
          await git('add', '--all');
          await git('commit', '--quiet', '--message', `release: ${version}`);
          await git('tag', '--annotate', tagOf(version), '--message', `Lastmile ${version}`);
        },
      },
    ],
  };
}

async function notesOf({ version, day, root, run }: ReleaseOptions): Promise<string> {
  const section = sectionOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version);
  return releaseNotes({ version, day, section, migrations: await migrationsSince(root, run) });
}

/** The tree was clean, so what differs is of this release. */
async function takeBack({ root, version, run }: ReleaseOptions, head: string): Promise<void> {
  await run('git', ['reset', '--quiet', '--hard', head], root);
  await run('git', ['clean', '--quiet', '-d', '--force', '--', keptFolder(version)], root);
  await rm(join(root, FOLDER, version), { recursive: true, force: true });
}

async function changeFile(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}
