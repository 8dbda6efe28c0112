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
    'If the key is in the file secrets.key, it generates a new key and adds it before the present one. Otherwise first set SECRETS_KEY',
    'to a new key and SECRETS_KEY_PREVIOUS to the present one, here and on every node, and restart the nodes one by one. It then',
    'seals every secret with the new key. You may interrupt and repeat it. The previous key stays valid until secrets retire.',
    'docs/operate/operations.md has all the steps.',
  ],
  takes: { min: 0, max: 0 },
  async run(terminal) {
    const { config, say } = terminal;
    await withKeys(terminal, async (db) => {
      const resealed = await shown(terminal, 'cli.secrets_rotate', (options) =>
        rotate(db, () => newKeys(config, db), options),
      );
      say(
        `${sentenceOf(resealed)} The previous key is still accepted. When nothing needs it any more, run secrets retire.`,
      );
    });
  },
};

export const secretsRetire: Command = {
  usage: '',
  summary: 'Make sure that nothing is sealed with the previous secrets key, so that you can throw it away',
  details: [
    'Afterwards nodes reject everything made with the previous key: addresses of payment pages, webhook addresses of payment',
    'gateways (gateway list has the new ones) and known browsers. If the key is in the file secrets.key, it is removed there;',
    'otherwise remove SECRETS_KEY_PREVIOUS on every node. Keep the key for as long as you keep backups made with it.',
  ],
  takes: { min: 0, max: 0 },
  async run(terminal) {
    const { config, say } = terminal;
    await withKeys(terminal, async (db, keys) => {
      if (keys.all.length === 1) throw new CommandError('There is no previous secrets key.');
      const resealed = await shown(terminal, 'cli.secrets_retire', (options) => retire(db, keys, options));
      say(sentenceOf(resealed));
      if (config.secretsKey !== undefined) return say('Now remove SECRETS_KEY_PREVIOUS on every node.');
      await removePreviousKey(secretsKeyFile(config), keys);
      say('secrets.key now has only the new key. Nodes forget the previous key when they next start.');
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
      `There is no secrets key yet: SECRETS_KEY is not set, and ${secretsKeyFile(config)} does not exist.`,
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
    'Set SECRETS_KEY to a new key (openssl rand -hex 32) and SECRETS_KEY_PREVIOUS to the present one, here and on every node, and restart the nodes one by one. Then run this again.',
  );
}

function sentenceOf({ sealed, unreadable }: Resealed): string {
  const lost = unreadable === 0 ? '' : ` No key opens ${unreadable} others; they stay as they are.`;
  return `Sealed ${sealed} secrets with the new key.${lost}`;
}
