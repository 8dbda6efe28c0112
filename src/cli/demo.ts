import { administratorNotice, ensureFirstAdministrator } from '../areas/tenancy/users/first-administrator.ts';
import { loadSecretsKeys } from '../config/secrets-key.ts';
import { systemClock } from '../core/clock.ts';
import { createDemo, type DemoSize, FULL_SIZE, refuseData } from '../demo/create-demo.ts';
import { NotEmpty } from '../demo/not-empty.ts';
import { noticeOf, progressOf } from '../demo/notice.ts';
import { type Command, CommandError } from './command.ts';
import { withDatabase } from './running.ts';

/** `size`: smaller for tests, by the same code. */
export const demoCommand = (size: DemoSize): Command => ({
  usage: '',
  summary: 'Create an example ISP with six months of history, in an installation that has no ISP yet',
  details: [
    'Two resellers and a franchisee, 500 subscribers in every status, their invoices, payments and sessions, leads, NASes,',
    'and a login user for each kind of work: lived through day by day, by the rules of the API, the billing run and accounting.',
    'All of it is created, with its ledger verified, or nothing. It takes one to two minutes. A node that runs meanwhile waits',
    'with what it writes. The next start of a node does the same with: npm start -- --demo',
  ],
  takes: { min: 0, max: 0 },
  async run({ config, log, say }) {
    const secretsKeys = await loadSecretsKeys(config, log);
    await withDatabase({ ...config, migrated: true }, log, async (db) => {
      await refuseData(db).catch(asCommandError);
      // As at a node's first start, so that user 1 is the administrator of the installation and not of the demo.
      const first = await ensureFirstAdministrator(db, config.adminApiKey);
      if (first) say(administratorNotice(first, config.adminApiKey));
      const environment = { config, log, secretsKeys, db, clock: systemClock };
      const created = await createDemo(environment, size, progressOf(say)).catch(asCommandError);
      for (const line of noticeOf(created)) say(line);
    });
  },
});

export const demo = demoCommand(FULL_SIZE);

function asCommandError(error: unknown): never {
  throw error instanceof NotEmpty ? new CommandError(error.message) : error;
}
