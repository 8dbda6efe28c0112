import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { advanceDaily, standings } from '../../scripts/upgrade/standing.ts';
import { compareHeads } from '../../src/areas/installation/audit/chain/compare-heads.ts';
import { headsInFile } from '../../src/areas/installation/audit/chain/noted-heads.ts';
import { verifyAudit } from '../../src/areas/installation/audit/chain/verify.ts';
import { verifyLedger } from '../../src/areas/money/billing/verify/verify.ts';
import type { Database } from '../../src/db/database.ts';
import type { Kept } from './upgraded.ts';

/** What is wrong with the money, in sentences. */
export async function ledgerFaults(db: Database): Promise<string[]> {
  const findings = await verifyLedger(db);
  return findings.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));
}

/** What is wrong with the audit, also compared with the heads that the release noted. */
export async function auditFaults(db: Database, { release }: Kept): Promise<string[]> {
  const faults: string[] = [];
  for await (const { findings } of verifyAudit(db, { now: new Date(release.asOf) })) faults.push(...findings.shown);
  const folder = await mkdtemp(join(tmpdir(), 'lastmile-heads-'));
  try {
    const file = join(folder, 'heads.json');
    await writeFile(file, release.heads.map((head) => JSON.stringify(head)).join('\n'));
    for (const { findings } of (await compareHeads(db.pool, headsInFile(file, []))).values())
      faults.push(...findings.shown);
  } finally {
    await rm(folder, { recursive: true });
  }
  return faults;
}

/** Services of which the present billing run makes something else than the release did, each in both versions. */
export async function billingFaults(db: Database, { release }: Kept): Promise<object[]> {
  const { at, services } = release.later;
  await advanceDaily(db, new Date(release.asOf), new Date(at));
  const now = new Map((await standings(db)).map((each) => [each.serviceid, each]));
  return services
    .map((then) => ({ then, now: now.get(then.serviceid) }))
    .filter(({ then, now }) => JSON.stringify(then) !== JSON.stringify(now));
}
