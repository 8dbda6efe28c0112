import type { Resealed } from '../areas/installation/secrets/reseal.ts';
import { type RotationOptions, retire, rotate } from '../areas/installation/secrets/rotate.ts';
import type { Config } from '../config/config.ts';
import { addNewKey, findSecretsKeys, removePreviousKey, secretsKeyFile } from '../config/secrets-key.ts';
import type { SecretsKeys } from '../config/secrets-keys.ts';
import { checkSecretsKey } from '../db/check-secrets-key.ts';
import type { Database } from '../db/database.ts';
import { type Command, CommandError, type Terminal } from './command.ts';
import { progressOn } from './progress.ts';
import { auditCommand, withDatabase } from './running.ts';

export const secretsRotate: Command = {
  usage: '',
  summary: 'Replace the key that seals passwords and shared secrets, while nodes run',
  details: [
    'With the file secrets.key, it generates the new key into it, before the present one. Otherwise set SECRETS_KEY to a new key and',
    'SECRETS_KEY_PREVIOUS to the present one, here and at every node, and restart the nodes one by one first; nothing changes by',
    'that. Every secret is then sealed with the new key. It may be interrupted and repeated. The previous key stays valid until',
    'secrets retire. docs/operate/operations.md has all steps.',
  ],
  takes: { min: 0, max: 0 },
  async run(terminal) {
    const { config, say } = terminal;
    await withKeys(terminal, async (db) => {
      const resealed = await shown(terminal, 'cli.secrets_rotate', (options) =>
        rotate(db, () => newKeys(config, db), options),
      );
      say(
        `${sentenceOf(resealed)} The previous key is still accepted: when nothing needs it any more, run secrets retire.`,
      );
    });
  },
};

export const secretsRetire: Command = {
  usage: '',
  summary: 'Make sure that nothing is sealed with the previous secrets key, so that it can be thrown away',
  details: [
    'Afterwards nothing that was made with the previous key is accepted: addresses of payment pages and of webhooks of payment',
    'gateways (gateway list has the new ones), and known browsers. With the file secrets.key, the key is removed from it; otherwise',
    'take SECRETS_KEY_PREVIOUS away at every node. Keep it as long as you keep backups from before.',
  ],
  takes: { min: 0, max: 0 },
  async run(terminal) {
    const { config, say } = terminal;
    await withKeys(terminal, async (db, keys) => {
      if (keys.all.length === 1) throw new CommandError('There is no previous secrets key here.');
      const resealed = await shown(terminal, 'cli.secrets_retire', (options) => retire(db, keys, options));
      say(sentenceOf(resealed));
      if (config.secretsKey !== undefined) return say('Take SECRETS_KEY_PREVIOUS away, at every node.');
      await removePreviousKey(secretsKeyFile(config), keys);
      say('secrets.key has only the new key now. Nodes forget the previous one when they are next started.');
    });
  },
};

/** Shows the progress of work that the audit knows by the name of a procedure. */
function shown(
  terminal: Terminal,
  procedure: string,
  work: (options: RotationOptions) => Promise<Resealed>,
): Promise<Resealed> {
  const bar = progressOn(terminal);
  return work({
    beginAudit: (tx) => auditCommand(tx, { procedure, target: '' }),
    seen: (rows) => bar.show(rows, undefined),
  }).finally(bar.end);
}

async function withKeys(
  { config, log }: Terminal,
  work: (db: Database, keys: SecretsKeys) => Promise<void>,
): Promise<void> {
  await withDatabase({ ...config, migrated: true }, log, async (db) => work(db, await storedKeys(config, db)));
}

/** @throws CommandError, or ConfigError if the database is sealed with another key */
async function storedKeys(config: Config, db: Database): Promise<SecretsKeys> {
  const keys = await findSecretsKeys(config);
  if (!keys)
    throw new CommandError(
      `There is no secrets key yet: SECRETS_KEY is not set, and there is no ${secretsKeyFile(config)}.`,
    );
  await checkSecretsKey(db.pool, keys);
  return keys;
}

/** Both keys: those that are set, or one that is generated now and the present one. */
async function newKeys(config: Config, db: Database): Promise<SecretsKeys> {
  const keys = await storedKeys(config, db);
  if (keys.all.length > 1) return keys;
  if (config.secretsKey === undefined) return addNewKey(secretsKeyFile(config), keys);
  throw new CommandError(
    'Set SECRETS_KEY to a new key (openssl rand -hex 32) and SECRETS_KEY_PREVIOUS to the present one, here and at every node, and restart the nodes one by one; then repeat this.',
  );
}

function sentenceOf({ sealed, unreadable }: Resealed): string {
  const lost = unreadable === 0 ? '' : ` ${unreadable} that no key opens stay as they are.`;
  return `${sealed} secrets were sealed with the new key.${lost}`;
}
