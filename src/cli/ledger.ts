import { type Finding, verifyLedger } from '../areas/money/billing/verify/verify.ts';
import { query, sql } from '../db/sql.ts';
import { type Command, CommandError } from './command.ts';
import { withDatabase } from './running.ts';

export const ledgerVerify: Command = {
  usage: '',
  summary: 'Recompute every balance and document from the ledger and report differences',
  details: [
    'It reads a snapshot of the database and changes nothing; nodes may keep running.',
    'Prints a line for each check, followed by the first 20 wrong items. Exit code 1 if any item is wrong.',
  ],
  takes: { min: 0, max: 0 },
  async run({ config, log, say }) {
    const findings = await withDatabase({ ...config, migrated: false }, log, async (db) => {
      const [found] = await query<{ ledger: string | null }>(
        db.pool,
        sql`SELECT to_regclass('crm.ledger_entry')::text AS ledger`,
      );
      if (!found?.ledger) throw new CommandError('The database has no ledger yet: run migrate first.');
      return verifyLedger(db, { each: (finding) => print(finding, say) });
    });
    const wrong = findings.filter((finding) => finding.wrong > 0);
    if (wrong.length > 0)
      throw new CommandError(`The ledger is wrong: ${wrong.length} of ${findings.length} checks failed.`);
    say(`The ledger is correct: ${findings.length} checks passed.`);
  },
};

function print({ name, invariant, checked, wrong, problems }: Finding, say: (line: string) => void): void {
  say(`${wrong > 0 ? 'WRONG' : 'ok'} ${name}: ${invariant} (${checked} checked, ${wrong} wrong)`);
  for (const problem of problems) say(`  ${problem}`);
  if (wrong > problems.length) say(`  and ${wrong - problems.length} more`);
}
