import { type ComparedHeads, compareHeads } from '../areas/installation/audit/chain/compare-heads.ts';
import type { Findings } from '../areas/installation/audit/chain/findings.ts';
import { headsOf } from '../areas/installation/audit/chain/heads.ts';
import { headsInFile } from '../areas/installation/audit/chain/noted-heads.ts';
import { publicKeyOf } from '../areas/installation/audit/chain/signature.ts';
import { verifyAudit } from '../areas/installation/audit/chain/verify.ts';
import type { VerifiedChain } from '../areas/installation/audit/chain/verify-chain.ts';
import { findTenant } from '../areas/installation/tenants/find-tenant.ts';
import type { Config } from '../config/config.ts';
import { findSecretsKeys, secretsKeyFile } from '../config/secrets-key.ts';
import { systemClock } from '../core/clock.ts';
import { useStoredKey } from '../db/check-secrets-key.ts';
import type { Database } from '../db/database.ts';
import { query, sql } from '../db/sql.ts';
import { type Command, CommandError } from './command.ts';
import { progressOn } from './progress.ts';
import { withDatabase } from './running.ts';

const ISP = { isp: { type: 'string' } } as const;

export const auditVerify: Command = {
  usage: '[--isp <isp> --file <heads> --key <public key>]',
  summary: 'Check that no audit event was changed, removed or inserted after it was sealed',
  details: [
    'Nodes seal every change within seconds of its commit. Prints a line for each ISP, followed by the first 20 faults with their',
    'event ids. Exit code 1 if there is a fault. It changes nothing, and nodes may keep running.',
    '--isp: check only this ISP, by its id or code; 0 is the installation.',
    '--file: compare the chains with earlier heads: the output of audit head, or the log of a node. Nothing else detects a chain',
    'with its end cut off, or a chain rewritten from the start. --key: also trust signatures made with this key.',
  ],
  takes: { min: 0, max: 0 },
  options: { ...ISP, file: { type: 'string' }, key: { type: 'string' } },
  async run(terminal, { options: { isp, file, key } }) {
    const { config, log, say } = terminal;
    const bar = progressOn(terminal);
    const wrong = await withDatabase({ ...config, migrated: false }, log, async (db) => {
      await refuseOldDatabase(db);
      const ispId = await chainOf(db, isp);
      const noted = typeof file === 'string' ? await compared(db, config, { file, key }) : new Map();
      const report = reporter(say, noted);
      const progress = (seals: number) => bar.show(seals, undefined);
      // Without the key of the installation, everything but who made the notes of erasures can be checked.
      const secretsKeys = await findSecretsKeys(config).catch(() => undefined);
      for await (const chain of verifyAudit(db, { ispId, now: systemClock.now(), secretsKeys, progress })) {
        bar.end();
        report.chain(chain);
      }
      return ispId === undefined ? report.rest() : report.wrong();
    });
    if (wrong > 0)
      throw new CommandError(`The audit does not match its seals: ${wrong} ${wrong === 1 ? 'fault' : 'faults'}.`);
    say('The audit matches its seals.');
  },
};

export const auditHead: Command = {
  usage: '[--isp <isp> --sign]',
  summary: 'Print the heads of the audit; keep them where this installation cannot change them',
  details: [
    'A line of JSON for each ISP: the number of its last seal and the head of its chain, for audit verify --file.',
    '--sign: add an Ed25519 signature and its public key. The key pair is derived from the secrets key.',
  ],
  takes: { min: 0, max: 0 },
  options: { ...ISP, sign: { type: 'boolean' } },
  async run({ config, log, say }, { options: { isp, sign } }) {
    // They are not made here: a new key has signed nothing.
    const secretsKeys = sign ? await findSecretsKeys(config) : undefined;
    if (sign && !secretsKeys) throw new CommandError(`There is no file ${secretsKeyFile(config)}.`);
    const heads = await withDatabase({ ...config, migrated: false }, log, async (db) => {
      await refuseOldDatabase(db);
      if (secretsKeys) await useStoredKey(db.pool, secretsKeys);
      return headsOf(db.pool, { ispId: await chainOf(db, isp), secretsKeys });
    });
    for (const head of heads) say(JSON.stringify(head));
  },
};

async function refuseOldDatabase({ pool }: Database): Promise<void> {
  const [found] = await query<{ chain: string | null }>(
    pool,
    sql`SELECT to_regclass('auth.audit_chain')::text AS chain`,
  );
  if (!found?.chain) throw new CommandError('The database has no audit chain yet: run migrate first.');
}

async function chainOf({ pool }: Database, isp: string | boolean | undefined): Promise<number | undefined> {
  if (typeof isp !== 'string') return undefined;
  return isp === '0' ? 0 : (await findTenant(pool, isp)).id;
}

async function compared(
  db: Database,
  config: Config,
  { file, key }: { readonly file: string; readonly key: string | boolean | undefined },
): Promise<Map<number, ComparedHeads>> {
  // Heads can be compared without a key of the installation.
  const own = await findSecretsKeys(config).catch(() => undefined);
  const trusted = [...(own?.all ?? []).map(publicKeyOf), ...(typeof key === 'string' ? [key] : [])];
  try {
    return await compareHeads(db.pool, headsInFile(file, trusted));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new CommandError(`There is no file ${file}.`);
    throw error;
  }
}

/** Prints chain by chain, with what was noted of each. */
function reporter(say: (line: string) => void, noted: Map<number, ComparedHeads>) {
  let wrong = 0;
  const print = (line: string, findings: readonly Findings[]): void => {
    const count = findings.reduce((sum, each) => sum + each.count, 0);
    const shown = findings.flatMap((each) => each.shown);
    wrong += count;
    say(`${count > 0 ? 'WRONG' : 'ok'} ${line}`);
    for (const problem of shown) say(`  ${problem}`);
    if (count > shown.length) say(`  and ${count - shown.length} more`);
  };
  return {
    chain(chain: VerifiedChain): void {
      const heads = noted.get(chain.ispId);
      noted.delete(chain.ispId);
      print(lineOf(chain, heads?.compared), [chain.findings, ...(heads ? [heads.findings] : [])]);
    },
    /** Chains of which there are only heads. */
    rest(): number {
      for (const [ispId, { findings }] of noted) print(nameOf(ispId), [findings]);
      return wrong;
    },
    wrong: () => wrong,
  };
}

const nameOf = (ispId: number): string => (ispId === 0 ? 'installation' : `ISP ${ispId}`);

function lineOf(
  { ispId, sealed, removed, erased, last, beganAt, earlier, waiting }: VerifiedChain,
  compared = 0,
): string {
  const parts = [
    last
      ? `${sealed} sealed events, the last with seal ${last.seq} at ${last.sealedAt.toISOString()}`
      : 'no sealed events',
    removed > 0 && `${removed} of them removed by retention`,
    erased > 0 && `${erased} of them without what an erasure has taken`,
    earlier > 0 && `${earlier} events from before ${beganAt?.toISOString() ?? 'the chain began'} are not covered`,
    waiting > 0 && `${waiting} not sealed yet`,
    compared > 0 && `${compared} earlier heads compared`,
    last && `head ${last.head}`,
  ];
  return `${nameOf(ispId)}: ${parts.filter((part) => part !== false && part !== undefined).join('; ')}`;
}
