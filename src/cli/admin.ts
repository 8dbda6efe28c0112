import { apiKeyRotation, rotateApiKey } from '../areas/tenancy/users/api-key-rotate.ts';
import { findUser } from '../areas/tenancy/users/find.ts';
import { removeSecondFactor } from '../areas/tenancy/users/second-factor-remove.ts';
import { SecretsKeys } from '../config/secrets-keys.ts';
import { digestOfKey, newApiKey } from '../core/access/api-key.ts';
import { hashOfNobody, hashPassword } from '../core/access/password.ts';
import { randomCode } from '../core/access/random-code.ts';
import { systemClock } from '../core/clock.ts';
import { byId } from '../core/records/results.ts';
import { wholeInstallation } from '../core/tenancy/scope.ts';
import { loginName } from '../core/wire/index.ts';
import type { Database } from '../db/database.ts';
import { type Command, UsageError } from './command.ts';
import { auditCommand, withDatabase } from './running.ts';

export const adminCreate: Command = {
  usage: '<username>',
  summary: 'Add a server administrator and print its API key, once',
  details: [
    'A server administrator belongs to no ISP. Only server administrators create and delete ISPs, change credits and download backups.',
  ],
  takes: { min: 1, max: 1 },
  async run({ config, log, say }, { arguments: [name] }) {
    const parsed = loginName().safeParse(name);
    if (!parsed.success) throw new UsageError(`username: ${parsed.error.issues[0]?.message}`);
    const created = await withDatabase({ ...config, migrated: true }, log, (db) =>
      createAdministrator(db, parsed.data),
    );
    say(`Server administrator ${parsed.data}, shown only once: userid ${created.userid}, api_key ${created.apiKey}`);
  },
};

export const adminKey: Command = {
  usage: '<userid> [--overlap-minutes <n>]',
  summary: 'Issue a new API key to a login user and print it, once',
  details: [
    'Use it when a key is lost. It works for any login user, including server administrators.',
    '--overlap-minutes: how long the previous keys remain valid (default 0).',
  ],
  takes: { min: 1, max: 1 },
  options: { 'overlap-minutes': { type: 'string', default: '0' } },
  async run({ config, log, say }, { arguments: [id], options }) {
    const parsed = apiKeyRotation.safeParse({
      id: wholeNumber(id),
      overlap_minutes: wholeNumber(options['overlap-minutes']),
    });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const parameter = issue?.path[0] === 'id' ? 'userid' : '--overlap-minutes';
      throw new UsageError(`${parameter}: ${issue?.message}`);
    }
    const kernel = { config, clock: systemClock, secretsKeys: new SecretsKeys(Buffer.alloc(0)) };
    const { api_key } = await withDatabase({ ...config, migrated: true }, log, (db) =>
      db.transaction(async (tx) => {
        await auditCommand(tx, { procedure: 'cli.admin_key', target: `id=${parsed.data.id}` });
        return rotateApiKey(tx, { scope: wholeInstallation, zone: 'UTC', kernel }, parsed.data);
      }),
    );
    say(`Login user ${parsed.data.id}, shown only once: api_key ${api_key}`);
  },
};

export const adminPassword: Command = {
  usage: '<userid>',
  summary: 'Set a random password for a login user and print it, once',
  details: [
    'Use it when a password is lost. It works for any login user, including server administrators, and signs them out everywhere.',
    'They can choose another password after signing in.',
  ],
  takes: { min: 1, max: 1 },
  async run({ config, log, say }, { arguments: [id] }) {
    const userId = useridIn(id);
    const password = randomCode();
    const username = await withDatabase({ ...config, migrated: true }, log, (db) =>
      db.transaction(async (tx) => {
        await auditCommand(tx, { procedure: 'cli.admin_password', target: `id=${userId}` });
        const user = await findUser(tx, wholeInstallation, userId);
        const passwordHash = await hashPassword({ kind: 'change', tenant: 'server', caller: 'cli' }, password);
        return (await tx.loginUser.update({ where: { id: user.id }, data: { passwordHash } })).username;
      }),
    );
    say(`Login user ${username}, shown only once: password ${password}`);
  },
};

export const adminSecondFactorRemove: Command = {
  usage: '<userid>',
  summary: 'Remove the second factor of a login user',
  details: ['Use it when the authenticator and the recovery codes are lost. It signs the user out everywhere.'],
  takes: { min: 1, max: 1 },
  async run({ config, log, say }, { arguments: [id] }) {
    const userId = useridIn(id);
    await withDatabase({ ...config, migrated: true }, log, (db) =>
      db.transaction(async (tx) => {
        await auditCommand(tx, { procedure: 'cli.admin_second_factor_remove', target: `id=${userId}` });
        await removeSecondFactor(tx, wholeInstallation, userId);
      }),
    );
    say(`Login user ${userId} can now sign in without a second factor.`);
  },
};

function useridIn(argument: string | undefined): number {
  const parsed = byId.safeParse({ id: wholeNumber(argument) });
  if (!parsed.success) throw new UsageError(`userid: ${parsed.error.issues[0]?.message}`);
  return parsed.data.id;
}

const wholeNumber = (text: unknown): unknown =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : text;

async function createAdministrator(db: Database, name: string): Promise<{ userid: number; apiKey: string }> {
  // A random password, which no one knows: the column is not nullable.
  const passwordHash = await hashOfNobody();
  const apiKey = newApiKey();
  const userid = await db.transaction(async (tx) => {
    await auditCommand(tx, { procedure: 'cli.admin_create', target: `username=${name}` });
    const user = await tx.loginUser.create({
      data: { username: name, passwordHash, groupname: 'Server', roles: ['Admin'] },
      select: { id: true },
    });
    await tx.apiKey.create({ data: { userId: user.id, digest: new Uint8Array(digestOfKey(apiKey)) } });
    return user.id;
  });
  return { userid, apiKey };
}
