import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { changelogFault, releasedChangelog, sectionOf } from '../../scripts/release/changelog.ts';
import { releaseNotes } from '../../scripts/release/notes.ts';
import { Refusal } from '../../scripts/release/refusal.ts';
import { type ReleaseOptions, release } from '../../scripts/release/release.ts';
import { type Run, runProgram } from '../../scripts/release/run.ts';
import { compareVersions, partsOf } from '../../scripts/release/version.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'lastmile-release-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const { workspaces, version: PRESENT } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const PACKAGES = ['package.json', ...workspaces.map((each: string) => `${each}/package.json`)];
const FILES = [...PACKAGES, 'package-lock.json', 'src/core/version.ts', 'Dockerfile', '.gitignore'];
const NEXT = '99.0.0';
const CHANGELOG = `# Changelog\n\nIntroduction.\n\n## Unreleased\n\n### Added\n- Operators: \`ledger verify\` is faster.\n\n## ${PRESENT} - 2026-01-01\n\n### Added\n- Everything.\n`;

/** A repository with what a release changes, on main, with nothing to commit. */
async function repository({ changelog = CHANGELOG } = {}): Promise<string> {
  const root = await mkdtemp(join(folder, 'repository-'));
  await cp(TEMPLATE, root, { recursive: true });
  if (changelog === CHANGELOG) return root;
  await writeFile(join(root, 'CHANGELOG.md'), changelog);
  git(root, 'commit', '--quiet', '--all', '--message', 'changelog');
  return root;
}

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

const TEMPLATE = join(folder, 'template');
for (const file of FILES) {
  await mkdir(dirname(join(TEMPLATE, file)), { recursive: true });
  await cp(join(ROOT, file), join(TEMPLATE, file));
}
await writeFile(join(TEMPLATE, 'CHANGELOG.md'), CHANGELOG);
git(TEMPLATE, 'init', '--quiet', '--initial-branch', 'main');
const SETTINGS = { 'user.name': 'Releaser', 'user.email': 'releaser@example.net', 'commit.gpgsign': 'false' };
for (const [name, value] of Object.entries(SETTINGS)) git(TEMPLATE, 'config', name, value);
git(TEMPLATE, 'add', '--all');
git(TEMPLATE, 'commit', '--quiet', '--message', 'first');

/** Git as it is; of npm what it leaves. `fails`: the first argument of an npm call that fails. */
function runner({ fails = '' } = {}): { run: Run; called: string[] } {
  const called: string[] = [];
  const run: Run = async (command, args, root) => {
    if (command !== 'npm') return runProgram(command, args, root);
    called.push(args.join(' '));
    if (args[0] === fails) throw new Error(`npm ${fails} failed`);
    if (args[1] === 'upgrade:keep') await put(root, `test/upgrade/${NEXT}/release.json`, '{}');
    if (args[0] === 'pack') await put(root, `${args[4]}/lastmile-client-${NEXT}.tgz`, 'packed');
    return args[0] === 'sbom' ? '{"bomFormat":"CycloneDX","metadata":{"component":{"name":"repository"}}}' : '';
  };
  return { run, called };
}

async function put(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

interface Attempt extends Partial<ReleaseOptions> {
  readonly fails?: string;
}

async function attempt(root: string, { fails = '', ...options }: Attempt = {}) {
  const said: string[] = [];
  const { run, called } = runner({ fails });
  const say = (line: string) => void said.push(line);
  const done = release({ version: NEXT, root, day: '2026-12-01', run, say, skipChecks: true, ...options });
  const problem = await done.then(
    () => undefined,
    (error: unknown) => error,
  );
  return { said, called, problem };
}

/** All that a release could have changed. */
async function stateOf(root: string) {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  const files = found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const status = git(root, 'status', '--porcelain', '--ignored');
  return {
    files: files.filter((file) => !file.includes('/.git/')).sort(),
    status,
    head: git(root, 'rev-parse', 'HEAD'),
    tags: git(root, 'tag', '--list'),
  };
}

const readIn = (root: string, path: string): Promise<string> => readFile(join(root, path), 'utf8');

describe('a release', () => {
  it('has its version in every file, is committed and tagged, and leaves its artefacts beside', async () => {
    const root = await repository();
    const { said, problem } = await attempt(root);
    expect(problem).toBeUndefined();
    expect(said.at(-1)).toBe(`Released ${NEXT}. To publish: git push origin main v${NEXT}`);
    for (const file of PACKAGES) expect(JSON.parse(await readIn(root, file)).version, file).toBe(NEXT);
    const named = execFileSync('grep', ['-h', '"@lastmile/client": "', ...PACKAGES, 'package-lock.json'], {
      cwd: root,
    });
    const required = String(named).trimEnd().split('\n');
    expect(required.length).toBeGreaterThan(1);
    expect(required.filter((line) => !line.includes(`"${NEXT}"`))).toEqual([]);
    const lock = JSON.parse(await readIn(root, 'package-lock.json'));
    expect([lock.version, ...['', ...workspaces].map((each) => lock.packages[each].version)]).toEqual(
      Array.from({ length: workspaces.length + 2 }, () => NEXT),
    );
    expect(await readIn(root, 'src/core/version.ts')).toMatch(/version_no: '99\.0\.0', version_date: '2026-12-01'/);
    expect(await readIn(root, 'Dockerfile')).toContain(`org.opencontainers.image.version="${NEXT}"`);
    expect(await readIn(root, 'CHANGELOG.md')).toContain(`## Unreleased\n\n## ${NEXT} - 2026-12-01\n\n### Added\n- Op`);
    expect(git(root, 'show', '--no-patch', '--format=%s', `v${NEXT}^{commit}`)).toBe(`release: ${NEXT}`);
    expect(git(root, 'status', '--porcelain')).toBe('');
    expect(git(root, 'ls-files', 'release')).toBe('');
    expect(git(root, 'ls-files', 'test/upgrade')).toBe(`test/upgrade/${NEXT}/release.json`);
    expect((await readdir(join(root, 'release', NEXT))).sort()).toEqual([
      `lastmile-client-${NEXT}.tgz`,
      'notes.md',
      'sbom.cdx.json',
    ]);
    expect(JSON.parse(await readIn(root, `release/${NEXT}/sbom.cdx.json`)).metadata.component.name).toBe('lastmile');
    expect(await readIn(root, `release/${NEXT}/notes.md`)).toContain('## For operators');
  });

  it('changes nothing in a package or the lock file but versions', async () => {
    const root = await repository();
    await attempt(root);
    const lines = git(root, 'diff', '--unified=0', 'HEAD~1', '--', ...PACKAGES, 'package-lock.json').split('\n');
    const added = lines.filter((line) => /^\+[^+]/.test(line));
    expect(added.filter((line) => !line.includes(`"${NEXT}"`))).toEqual([]);
  });

  it('counts releases', async () => {
    const root = await repository();
    const idOf = async () => Number(/version_id: '(\d+)'/.exec(await readIn(root, 'src/core/version.ts'))?.[1]);
    const before = await idOf();
    await attempt(root);
    expect(await idOf()).toBe(before + 1);
  });

  it('is checked first, unless CI has done so', async () => {
    const { called } = await attempt(await repository(), { skipChecks: false });
    expect(called.slice(0, 2)).toEqual(['run check', 'test']);
    const skipped = await attempt(await repository());
    expect(skipped.called[0]).toBe(`run upgrade:keep -- ${NEXT}`);
  });

  it('says what it would do in a dry run, and changes nothing', async () => {
    const root = await repository();
    const before = await stateOf(root);
    const { said, called } = await attempt(root, { dryRun: true, skipChecks: false });
    expect(await stateOf(root)).toEqual(before);
    expect(called).toEqual([]);
    expect(said.at(-1)).toBe('Nothing was changed.');
    expect(said.length).toBeGreaterThan(6);
  });

  it.each(['test', 'run', 'pack', 'sbom'])('that fails at npm %s leaves everything as it was', async (fails) => {
    const root = await repository();
    const before = await stateOf(root);
    const { problem } = await attempt(root, { fails, skipChecks: false });
    expect(problem).toMatchObject({ message: `npm ${fails} failed` });
    expect(await stateOf(root)).toEqual(before);
  });

  it('that cannot be tagged is not committed either', async () => {
    const root = await repository();
    const before = await stateOf(root);
    const { run } = runner();
    const refusing: Run = (command, args, folder) =>
      args.includes('--annotate') ? Promise.reject(new Error('no tag')) : run(command, args, folder);
    expect((await attempt(root, { run: refusing })).problem).toMatchObject({ message: 'no tag' });
    expect(await stateOf(root)).toEqual(before);
  });
});

describe('a release is refused in one sentence, and nothing is changed:', () => {
  const writes = (path: string, text: string) => (root: string) => writeFile(join(root, path), text);
  it.each<[string, Attempt, (root: string) => unknown, RegExp]>([
    ['no version', { version: 'one' }, () => {}, /^“one” is no version/],
    ['a pre-release', { version: '99.0.0-rc.1' }, () => {}, /is no version/],
    ['a tag instead of a version', { version: 'v99.0.0' }, () => {}, /is no version/],
    ['an empty version', { version: '' }, () => {}, /is no version/],
    ['leading zeros', { version: '99.00.0' }, () => {}, /is no version/],
    ['the present version', { version: PRESENT }, () => {}, /already: .* is not higher/],
    ['a lower version', { version: '0.0.9' }, () => {}, /is not higher/],
    ['a changed file', {}, writes('Dockerfile', 'FROM scratch\n'), /not committed \(Dockerfile\)/],
    ['a new file', {}, writes('left-over', ''), /not committed \(left-over\)/],
    ['a staged file', {}, (root) => put(root, 'a', '').then(() => git(root, 'add', 'a')), /not committed \(a\)/],
    ['another branch', {}, (root) => git(root, 'switch', '--quiet', '--create', 'mine'), /on main, and this is mine/],
    ['no branch', {}, (root) => git(root, 'switch', '--quiet', '--detach'), /on main, and this is HEAD/],
    ['a tag that exists', {}, (root) => git(root, 'tag', `v${NEXT}`), /The tag v99\.0\.0 exists already/],
  ])('%s', async (_, options, prepare, sentence) => {
    const root = await repository();
    await prepare(root);
    const before = await stateOf(root);
    const { problem, called } = await attempt(root, options);
    expect(problem).toBeInstanceOf(Refusal);
    expect((problem as Refusal).message).toMatch(sentence);
    expect((problem as Refusal).message).not.toContain('\n');
    expect([called, await stateOf(root)]).toEqual([[], before]);
  });

  it.each([
    [
      'nothing under Unreleased',
      CHANGELOG.replace('- Operators: `ledger verify` is faster.\n', ''),
      /nothing to release/,
    ],
    ['no Unreleased', CHANGELOG.replace('## Unreleased', '## Soon'), /no section “Unreleased”/],
    [
      'a section of that version',
      CHANGELOG.replace(`## ${PRESENT} -`, `## ${NEXT} -`),
      /has a section 99\.0\.0 of 2026-01-01/,
    ],
  ])('%s', async (_, changelog, sentence) => {
    const root = await repository({ changelog });
    const before = await stateOf(root);
    const { problem } = await attempt(root);
    expect((problem as Refusal).message).toMatch(sentence);
    expect(await stateOf(root)).toEqual(before);
  });

  it.each([[['one']], [['1.0.0', '--force']]])('the command line %j', (args) => {
    const options = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' } as const;
    const call = () => execFileSync(process.execPath, ['--import', 'tsx', 'scripts/release/main.ts', ...args], options);
    expect(call).toThrow(expect.objectContaining({ status: 2, stderr: expect.stringMatching(/^[^\n]+\n$/) }));
  });
});

describe('the changelog of a release', () => {
  it('keeps the versions before it', () => {
    const made = releasedChangelog(CHANGELOG, NEXT, '2026-12-01');
    expect(made).toContain(`faster.\n\n## ${PRESENT} - 2026-01-01\n\n### Added\n- Everything.\n`);
    expect(changelogFault(made, '99.0.1')).toMatch(/nothing to release/);
  });

  it('dates a section that was written ahead, and puts what is unreleased at its end', () => {
    const ahead = '# C\n\n## Unreleased\n\n### Fixed\n- Late.\n\n## 1.0.0\n\n### For operators\n- A.\n';
    expect(releasedChangelog(ahead, '1.0.0', '2026-12-01')).toBe(
      '# C\n\n## Unreleased\n\n## 1.0.0 - 2026-12-01\n\n### For operators\n- A.\n\n### Fixed\n- Late.\n',
    );
    const older = `${ahead.replace('### Fixed\n- Late.\n\n', '')}\n## 0.9.0 - 2026-01-01\n\n- Old.\n`;
    expect(releasedChangelog(older, '1.0.0', '2026-12-01')).toBe(
      '# C\n\n## Unreleased\n\n## 1.0.0 - 2026-12-01\n\n### For operators\n- A.\n\n## 0.9.0 - 2026-01-01\n\n- Old.\n',
    );
  });

  it('of this repository can be released', async () => {
    const changelog = await readIn(ROOT, 'CHANGELOG.md');
    const fault = changelogFault(changelog, NEXT);
    expect(fault === undefined || fault.includes('nothing to release')).toBe(true);
    const [, newest = ''] = /^## (\d+\.\d+\.\d+)/m.exec(changelog) ?? [];
    const notes = releaseNotes({ version: newest, day: '', section: sectionOf(changelog, newest), migrations: [] });
    expect(notes).toContain('## For operators\n');
    expect(notes, 'a reader of another name').not.toContain('### For ');
  });
});

describe('the notes of a release', () => {
  const base = { version: '1.1.0', day: '2026-12-01', migrations: [] };

  it('give each entry to its reader, and the rest to all', () => {
    const section =
      '### Added\n- Operators: `probe` is quicker.\n- Staff: a screen.\n\n### Fixed\n- A thing.\n\n### For integrators\n\n#### API\n- A path.';
    expect(releaseNotes({ ...base, section })).toBe(
      [
        '# Lastmile 1.1.0\n\nReleased on 2026-12-01.',
        '## For everyone\n\n### Fixed\n\n- A thing.',
        '## For operators\n\nUpgrade node by node ([steps](docs/operate/operations.md#upgrades)). There is no migration.',
        '### Added\n\n- `probe` is quicker.',
        '## For integrators\n\n### API\n- A path.',
        '## For the staff of an ISP\n\n### Added\n\n- A screen.\n',
      ].join('\n\n'),
    );
  });

  it('tell operators of migrations, and of those that older programs do not start on', () => {
    const notes = (migrations: string[]) => releaseNotes({ ...base, section: '- A thing.', migrations });
    expect(notes(['1_a'])).toContain('The first node applies 1 migration.');
    expect(notes(['1_a', '2_contract_1_b'])).toContain('Programs before this one do not start on `2_contract_1_b`.');
  });

  it('say nothing of upgrading in the first release', () => {
    expect(releaseNotes({ ...base, section: '- A thing.', migrations: undefined })).not.toContain('Upgrade');
  });
});

describe('versions', () => {
  it('are compared by numbers', () => {
    expect(['1.10.0', '1.9.9', '0.12.0', '1.9.10'].sort(compareVersions)).toEqual([
      '0.12.0',
      '1.9.9',
      '1.9.10',
      '1.10.0',
    ]);
    expect(partsOf('1.2.3')).toEqual([1, 2, 3]);
  });
});
