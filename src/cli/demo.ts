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
import { createDemo, ISP_CODE } from './demo/create-demo.ts';
import { joining } from './demo/demo-api.ts';
import { withDatabase } from './running.ts';

/** Of the one transaction. */
const TIMEOUT_MS = 120_000;

/** The demo's NAS is radclient. A node that does not allow loopback still answers it, but sends it no requests. */
const LOOPBACK_ALLOWED = new NasAddresses({ forbidden: new BlockList(), allowed: new BlockList(), loopback: true });

export const demo: Command = {
  usage: '',
  summary: 'Create a small example ISP to explore',
  details: [
    'One ISP, a reseller and a franchisee, three plans, fifty customers with their services, and a NAS at 127.0.0.1 for',
    'radclient, created through the same rules as the API, in one transaction.',
  ],
  takes: { min: 0, max: 0 },
  async run({ config, log, say }) {
    const secretsKey = await loadSecretsKey(config, log);
    const created = await withDatabase({ ...config, migrated: true }, log, async (db) => {
      // As at a node's first start, so that user 1 is the administrator of the installation and not of the demo.
      const first = await ensureFirstAdministrator(db, config.adminApiKey);
      if (first) say(administratorNotice(first, config.adminApiKey));
      if ((await db.prisma.isp.count({ where: { code: ISP_CODE, deletedAt: null } })) > 0)
        throw new CommandError(`The demo already exists: an ISP has the code ${ISP_CODE}.`);
      const kernel: Omit<Kernel, 'db'> = {
        config: { ...config, nasAddresses: LOOPBACK_ALLOWED },
        log,
        secretsKey,
        clock: systemClock,
        network: NO_NETWORK,
        metrics: new Registry(),
        lifecycle: { mode: 'active' },
      };
      return db.transaction(
        async (tx) => {
          await checkSecretsKey(tx, secretsKey);
          return createDemo({ ...kernel, db: joining(db, tx) });
        },
        { timeoutMs: TIMEOUT_MS },
      );
    });
    say(`Created Demo Net with ${created.customers} customers.`);
    say(`Its administrator demo-admin, shown only once: userid ${created.userid}, api_key ${created.apiKey}`);
    say(`A subscriber, for a NAS at ${created.nas.ip} with the secret ${created.nas.secret}:`);
    say(`  User-Name=${created.username}, User-Password=${created.password}`);
  },
};
