import { BlockList } from 'node:net';
import { Registry } from 'prom-client';
import { administratorNotice, ensureFirstAdministrator } from '../areas/users/first-administrator.ts';
import { NasAddresses } from '../config/nas-addresses.ts';
import { loadSecretsKey } from '../config/secrets-key.ts';
import { systemClock } from '../core/clock.ts';
import type { Kernel } from '../core/kernel.ts';
import { NO_NETWORK } from '../core/network.ts';
import { checkSecretsKey } from '../db/check-secrets-key.ts';
import { type Command, CommandError } from './command.ts';
import { within } from './demo/office.ts';
import { ISP_CODE, tellDemo } from './demo/story.ts';
import { withDatabase } from './running.ts';

/** All of it is one transaction. */
const TIMEOUT_MS = 120_000;

/** The NAS of the demo is radclient. A node that allows no loopback still answers it, and sends it nothing of itself. */
const ON_THIS_MACHINE = new NasAddresses({ forbidden: new BlockList(), allowed: new BlockList(), loopback: true });

export const demo: Command = {
  usage: '',
  summary: 'Create a small example ISP to explore',
  details: [
    'One ISP, a reseller and a franchisee, three plans, fifty customers with their services, and a NAS at 127.0.0.1 for',
    'radclient, created through the same rules as the API, in one transaction.',
  ],
  takes: { least: 0, most: 0 },
  async run({ config, log, say }) {
    const secretsKey = await loadSecretsKey(config, log);
    const made = await withDatabase({ ...config, migrated: true }, log, async (db) => {
      // As at a node's first start: user 1 is the administrator of the installation, not of the demo.
      const first = await ensureFirstAdministrator(db, config.adminApiKey);
      if (first) say(administratorNotice(first, config.adminApiKey));
      if ((await db.prisma.isp.count({ where: { code: ISP_CODE, deletedAt: null } })) > 0)
        throw new CommandError(`The demo already exists: an ISP has the code ${ISP_CODE}.`);
      const around: Omit<Kernel, 'db'> = {
        config: { ...config, nasAddresses: ON_THIS_MACHINE },
        log,
        secretsKey,
        clock: systemClock,
        // Nothing here is online.
        network: NO_NETWORK,
        metrics: new Registry(),
        lifecycle: { mode: 'active' },
      };
      return db.transaction(
        async (tx) => {
          await checkSecretsKey(tx, secretsKey);
          return tellDemo({ ...around, db: within(db, tx) });
        },
        { timeoutMs: TIMEOUT_MS },
      );
    });
    say(`Created Demo Net with ${made.customers} customers.`);
    say(`Its administrator demo-admin, shown only once: userid ${made.userid}, api_key ${made.apiKey}`);
    say(`A subscriber, for a NAS at ${made.nas.ip} with the secret ${made.nas.secret}:`);
    say(`  User-Name=${made.username}, User-Password=${made.password}`);
  },
};
