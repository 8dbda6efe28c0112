import { chown, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { earliestMoment } from './backup.ts';
import type { Cluster } from './cluster.ts';
import { ClusterError } from './failure.ts';
import { output } from './output.ts';
import type { Part } from './part.ts';
import { dataDirOf, memberDir, patroniPort } from './parts/member.ts';
import { databaseUrl } from './parts/node.ts';
import { memberState } from './patroni.ts';
import { deployed, type Site } from './site.ts';
import { asSuperuser } from './superuser.ts';

const CLI = resolve(import.meta.dirname, '../../dist/cli.js');
const PRIMARY_WITHIN_MS = 300_000;
const ZONED = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d+)?)? ?(Z|[+-]\d\d(:?\d\d)?)$/;

/**
 * Brings the database back to a moment, while the nodes run: log-ins are answered from memory, and accounting goes to the
 * journals. No node reaches the database before `after-restore` has run, or it would give out ids of what is lost. What was the
 * database is kept next to it. Returns its folder.
 * @throws ClusterError if the moment cannot be restored; then nothing has changed
 */
export async function restore(cluster: Cluster, text: string): Promise<string> {
  const primary = await cluster.primary();
  if (!primary) throw new ClusterError('There is no primary: start one first, so that its last changes are archived.');
  const moment = momentOf(text);
  const earliest = await earliestMoment(cluster.site, primary.name);
  if (!earliest) throw new ClusterError('There is no backup yet: run `npm run cluster -- backup` first.');
  if (moment < earliest) throw new ClusterError(`The earliest moment to restore is ${earliest.toISOString()}.`);
  // Recovery stops at the first commit after the moment, so there must be one, and in the archive.
  await asSuperuser(cluster.site, primary.name, ['SELECT pg_current_xact_id()', 'SELECT pg_switch_wal()']);
  await cluster.part('haproxy').stop();
  await cluster.stopMembers();
  await forgetCluster(cluster.site);
  const kept = await replaceData(cluster, primary);
  try {
    await recover(cluster.site, primary, moment);
    await afterRestore(cluster.site, primary.name);
  } catch (error) {
    throw new ClusterError(`${error instanceof Error ? error.message : error}\nWhat was there before is in ${kept}.`);
  }
  await Promise.all([cluster.part('haproxy'), ...cluster.members].map((part) => part.start()));
  return kept;
}

function momentOf(text: string): Date {
  const moment = new Date(
    text
      .replace(' ', 'T')
      .replace(' ', '')
      .replace(/([+-]\d\d)$/, '$1:00'),
  );
  if (!ZONED.test(text) || Number.isNaN(moment.getTime())) {
    throw new ClusterError(`A moment is written with its offset, such as '2026-11-22 21:00:00+00', not ${text}.`);
  }
  if (moment.getTime() > Date.now()) throw new ClusterError('The moment must be in the past.');
  return moment;
}

/** Deletes from etcd what Patroni knows of the cluster, as `patronictl remove` does: a new one is about to be made. */
async function forgetCluster({ ports }: Site): Promise<void> {
  const url = `http://127.0.0.1:${ports.of('etcdClient')}/v2/keys/service/lastmile?recursive=true`;
  const response = await fetch(url, { method: 'DELETE' });
  if (!response.ok) throw new ClusterError(`etcd refuses to forget the cluster: ${await response.text()}.`);
}

/** Puts empty folders where the data are. Returns where those of the primary are now. */
async function replaceData({ site, members }: Cluster, primary: Part): Promise<string> {
  const kept = join(memberDir(site, primary.name), `data-before-${new Date().toISOString()}`);
  for (const { name } of members) {
    const data = dataDirOf(site, name);
    if (name === primary.name) await rename(data, kept);
    else await rm(data, { recursive: true, force: true });
  }
  const data = dataDirOf(site, primary.name);
  await mkdir(data, { mode: 0o700 });
  if (process.getuid?.() === 0) await chown(data, site.account.uid, site.account.gid);
  return kept;
}

async function recover(site: Site, primary: Part, moment: Date): Promise<void> {
  const overlay = deployed(site, 'patroni/restore.yml', { as: `patroni-${primary.name}/3-restore.yml` });
  const RESTORE_TO = moment.toISOString().replace('T', ' ').replace('Z', '+00');
  try {
    primary.launch({ RESTORE_TO });
    const deadline = Date.now() + PRIMARY_WITHIN_MS;
    while ((await memberState(patroniPort(site, primary.name)))?.role !== 'primary') {
      if (primary.state === 'ended' || Date.now() > deadline) {
        throw new ClusterError(`The restore failed. ${primary.lastWords()}`);
      }
      await sleep(500);
    }
  } finally {
    await rm(overlay);
  }
}

/** Runs the operator command, on the primary itself. @throws ClusterError with what it says if it fails */
async function afterRestore(site: Site, primary: string): Promise<void> {
  const env = {
    ...site.env,
    DATABASE_URL: databaseUrl(site, site.ports.of(primary)),
    SECRETS_KEY: site.settings.secretsKey,
    DATA_DIR: site.dir,
  };
  await output({ program: process.execPath, args: [CLI, 'after-restore'], env, cwd: site.dir });
}
