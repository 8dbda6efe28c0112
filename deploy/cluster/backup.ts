import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { commandFor } from './account.ts';
import { output } from './output.ts';
import { backupEnv } from './parts/member.ts';
import { pathOf } from './programs.ts';
import { folderOf, type Site } from './site.ts';

/** Makes the repository of backups, unless it is there: until then no WAL can be archived. */
export async function prepareBackups(site: Site, primary: string): Promise<void> {
  if (existsSync(join(folderOf(site, 'backups'), 'archive'))) return;
  await run(site, primary, ['--stanza=lastmile', 'stanza-create']);
}

/**
 * Saves the whole database, and waits until the moment can be restored at which it returns.
 * @throws ClusterError with what pgBackRest says
 */
export async function backUp(site: Site, primary: string): Promise<void> {
  await run(site, primary, ['--stanza=lastmile', '--type=full', 'backup']);
  const later = await nextSecond(site, primary, Math.max);
  await sleep(Math.max(0, (later?.getTime() ?? 0) - Date.now()));
}

/** The earliest moment that can be restored. Undefined without a backup. */
export function earliestMoment(site: Site, primary: string): Promise<Date | undefined> {
  return nextSecond(site, primary, Math.min);
}

/** The second after a backup ended, the oldest or the newest: pgBackRest takes none that ended in the second that is restored. */
async function nextSecond(
  site: Site,
  primary: string,
  which: (...ends: number[]) => number,
): Promise<Date | undefined> {
  const answer = await run(site, primary, ['--stanza=lastmile', '--output=json', 'info']);
  const [stanza] = information.parse(JSON.parse(answer));
  const ends = stanza?.backup.map(({ timestamp }) => timestamp.stop) ?? [];
  return ends.length === 0 ? undefined : new Date((which(...ends) + 1) * 1000);
}

/** Of `pgbackrest info`: seconds since 1970. */
const information = z.array(z.object({ backup: z.array(z.object({ timestamp: z.object({ stop: z.number() }) })) }));

/** Runs pgBackRest beside a member. Returns its output. @throws ClusterError with the output if it fails */
function run(site: Site, member: string, args: readonly string[]): Promise<string> {
  const [program, words] = commandFor(pathOf('pgbackrest'), args, site.account);
  const env = { ...site.env, ...backupEnv(site, member), PGPASSWORD: site.settings.superuserPassword };
  return output({ program, args: words, env, cwd: folderOf(site, 'backups') });
}
