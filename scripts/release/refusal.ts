import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { changelogFault } from './changelog.ts';
import { currentVersion } from './numbers.ts';
import type { Run } from './run.ts';
import { compareVersions, partsOf } from './version.ts';

/** Where releases are made. */
const BRANCH = 'main';

/** A release that cannot be made, in one sentence for the person who asked for it. Nothing was changed. */
export class Refusal extends Error {}

/** @throws Refusal unless this version can be released from what is committed in the folder */
export async function refuseUnlessReady(version: string, root: string, run: Run): Promise<void> {
  if (!partsOf(version))
    throw new Refusal(`“${version}” is no version: give three numbers, as in npm run release -- 1.0.0.`);
  const present = await currentVersion(root);
  if (compareVersions(version, present) <= 0)
    throw new Refusal(`The version is ${present} already: ${version} is not higher.`);
  const git = async (...args: string[]) => (await run('git', args, root)).trim();
  const branch = await git('rev-parse', '--abbrev-ref', 'HEAD');
  if (branch !== BRANCH) throw new Refusal(`Releases are made on ${BRANCH}, and this is ${branch}.`);
  const changed = (await git('status', '--porcelain')).split('\n').filter(Boolean);
  if (changed.length > 0)
    throw new Refusal(`There are changes that are not committed (${shown(changed)}): commit them or take them back.`);
  if ((await git('tag', '--list', tagOf(version))) !== '')
    throw new Refusal(`The tag ${tagOf(version)} exists already: choose a higher version.`);
  const fault = changelogFault(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), version);
  if (fault) throw new Refusal(fault);
}

export const tagOf = (version: string): string => `v${version}`;

function shown(changed: readonly string[]): string {
  const paths = changed.map((line) => line.slice(2).trim());
  return paths.length > 3 ? `${paths.slice(0, 3).join(', ')} and ${paths.length - 3} more` : paths.join(', ');
}
