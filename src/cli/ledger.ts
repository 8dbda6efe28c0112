import { type Finding, verifyLedger } from '../areas/billing/verify/verify.ts';
import { query, sql } from '../db/sql.ts';
import { type Command, CommandError } from './command.ts';
import { withDatabase } from './running.ts';

export const ledgerVerify: Command = {
  usage: '',
  summary: 'Recompute every balance and document from the ledger and name what is wrong',
  details: [
    'Reads one moment of the database and changes nothing; a node may go on working meanwhile.',
    'A line for each check, and below it the first 20 items that are wrong. Exit code 1 where any is.',
  ],
  takes: { least: 0, most: 0 },
  async run({ config, log, say }) {
    const findings = await withDatabase({ ...config, migrated: false }, log, async (db) => {
      const [found] = await query<{ ledger: string | null }>(
        db.pool,
        sql`SELECT to_regclass('crm.ledger_entry')::text AS ledger`,
      );
      if (!found?.ledger) throw new CommandError('The database has no ledger yet: run migrate first.');
      return verifyLedger(db, { each: (finding) => tell(finding, say) });
    });
    const wrong = findings.filter((finding) => finding.wrong > 0);
    if (wrong.length > 0)
      throw new CommandError(`The books are wrong: ${wrong.length} of ${findings.length} checks found something.`);
    say(`The books are right: ${findings.length} checks.`);
  },
};

function tell({ name, claim, checked, wrong, problems }: Finding, say: (line: string) => void): void {
  say(`${wrong > 0 ? 'WRONG' : 'ok'} ${name}: ${claim} (${checked} checked, ${wrong} wrong)`);
  for (const problem of problems) say(`  ${problem}`);
  if (wrong > problems.length) say(`  and ${wrong - problems.length} more`);
}
