import { randomBytes } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type RotationOptions, retire, rotate } from '../../../../src/areas/installation/secrets/rotate.ts';
import { purposeIn, SEALED, type SealedColumn } from '../../../../src/areas/installation/secrets/sealed-columns.ts';
import { payAddress, signedId } from '../../../../src/areas/online/gateways/pay-address.ts';
import { knownDevice, markDevice } from '../../../../src/areas/online/logins/device.ts';
import { codeMac } from '../../../../src/areas/online/portal/code/code-mac.ts';
import { readConfig } from '../../../../src/config/config.ts';
import { createLog } from '../../../../src/config/log.ts';
import { SecretsKeys } from '../../../../src/config/secrets-keys.ts';
import { beginAudit } from '../../../../src/core/access/begin-audit.ts';
import { checkSecretsKey, isKeyBeingReplaced, markOf, storedMark } from '../../../../src/db/check-secrets-key.ts';
import { type Database, openDatabase } from '../../../../src/db/database.ts';
import { followSecretsKey } from '../../../../src/db/follow-secrets-key.ts';
import { keyFingerprint, seal, unseal } from '../../../../src/db/seal.ts';
import { execute, query, raw, sql } from '../../../../src/db/sql.ts';
import { SECRETS_KEYS } from '../../../factories/services.ts';
import { startApi } from '../../../fixtures/api.ts';
import { lockWaits } from '../../../fixtures/lock-waits.ts';
import { wholeTenant } from '../../../rpc/whole-tenant.ts';

const api = await startApi();
const { db } = api;
const log = createLog('silent');
const isp = await wholeTenant(api);
await db.pool.query(`INSERT INTO auth.second_factor (user_id, secret_enc) VALUES ($1, '')`, [isp.me.userid]);
await db.pool.query(`UPDATE crm.webhook SET previous_until = now(), previous_secret_enc = ''`);
await db.pool.query(
  `INSERT INTO crm.payment_gateway (isp_id, provider, name, environment, key_id, key_secret_enc)
   VALUES ($1, 'Razorpay', 'Cards', 'Test', 'rzp_test_1', '')`,
  [isp.ispid],
);

await db.pool.query(
  `INSERT INTO auth.audit_erasure (isp_id, erasure_id, event_id, from_sum, to_sum, proof_enc)
   VALUES ($1, 1, 1, sha256(''), sha256(''), '')`,
  [isp.ispid],
);

const open: Database[] = [];
afterAll(() => Promise.all(open.map((each) => each.close())));

/** The keys of a node that runs, which `replaced` may change as an operator does. */
async function startNode(keys: SecretsKeys) {
  const own = await openDatabase({ url: db.url, log, connections: 2 });
  open.push(own);
  const set = { keys };
  await checkSecretsKey(own.pool, keys);
  await followSecretsKey({ db: own, keys, reload: async () => set.keys, log });
  return { keys, set, stop: () => own.close() };
}

const seen: number[] = [];
const options: RotationOptions = {
  patienceMs: 60_000,
  seen: (rows) => seen.push(rows),
  beginAudit: (tx) =>
    beginAudit(tx, {
      ...{ userId: null, username: 'test', ispId: null, resellerId: null, address: null, via: null },
      ...{ procedure: 'cli.secrets_rotate', target: '' },
    }),
};

const textOf = ({ table, column }: SealedColumn, id: number) => `${table}.${column} of ${id}`;

/** Every row of every column gets a secret, sealed with the first key, which is that of the database. */
let unfollow: (() => Promise<void>) | undefined;
let [first, second]: [Buffer, Buffer] = [randomBytes(32), randomBytes(32)];
beforeEach(async () => {
  [first, second] = [randomBytes(32), randomBytes(32)];
  await db.pool.query(`DELETE FROM crm.setting WHERE key = 'secrets_key'`);
  for (const each of SEALED) await fill(each, new SecretsKeys(first));
  await checkSecretsKey(db.pool, new SecretsKeys(first));
  // The node of the API has both keys.
  const keys = new SecretsKeys(second, first);
  await unfollow?.();
  unfollow = await followSecretsKey({ db, keys, reload: async () => keys, log });
});

async function fill(each: SealedColumn, keys: SecretsKeys): Promise<void> {
  const { rows } = await db.pool.query<{ id: number }>(`SELECT ${each.key} AS id FROM ${each.table}`);
  await db.transaction(async (tx) => {
    // What is append-only lets nothing else through.
    await query(tx, sql`SELECT set_config('lastmile.resealing', 'on', true)`);
    for (const { id } of rows) {
      const sealed = seal(keys, purposeIn(each, id), textOf(each, id));
      await execute(
        tx,
        sql`UPDATE ${raw(each.table)} SET ${raw(each.column)} = ${sealed} WHERE ${raw(each.key)} = ${id}`,
      );
    }
  });
}

/** The secrets that these keys do not open to the text that was sealed, and each column without any rows. */
async function unopened(keys: SecretsKeys): Promise<string[]> {
  const wrong: string[] = [];
  for (const each of SEALED) {
    const { rows } = await db.pool.query<{ id: number; sealed: Buffer }>(
      `SELECT ${each.key} AS id, ${each.column} AS sealed FROM ${each.table}`,
    );
    if (rows.length === 0) wrong.push(`${each.table}.${each.column} has no rows`);
    for (const { id, sealed } of rows)
      if (opened(keys, purposeIn(each, id), sealed) !== textOf(each, id)) wrong.push(textOf(each, id));
  }
  return wrong;
}

function opened(keys: SecretsKeys, purpose: string, sealed: Buffer): string | undefined {
  try {
    return unseal(keys, purpose, sealed);
  } catch {
    return undefined;
  }
}

it('every column with sealed secrets is known', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `SELECT table_schema || '.' || table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE column_name LIKE '%\\_enc' AND table_schema IN ('auth', 'crm', 'radius') ORDER BY 1`,
  );
  expect(SEALED.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(rows.map(({ name }) => name));
});

describe('replacing the secrets key', () => {
  it('seals every secret with the new key, and two running nodes with them', async () => {
    const nodes = [await startNode(new SecretsKeys(second, first)), await startNode(new SecretsKeys(second, first))];
    expect(nodes.map(({ keys }) => keys.current)).toEqual([first, first]);
    const keys = new SecretsKeys(second, first);
    await checkSecretsKey(db.pool, keys);
    const { sealed, unreadable } = await rotate(db, async () => keys, options);
    expect([sealed > SEALED.length - 1, unreadable]).toEqual([true, 0]);
    expect(await unopened(new SecretsKeys(second))).toEqual([]);
    expect(nodes.map(({ keys }) => keys.current)).toEqual([second, second]);
    expect(await storedMark(db.pool)).toBe(markOf(second));
    expect(await isKeyBeingReplaced(db.pool)).toBe(false);
    expect(await rotate(db, async () => keys, options)).toEqual({ sealed: 0, unreadable: 0 });
    expect(await retire(db, keys, options)).toEqual({ sealed: 0, unreadable: 0 });
    for (const node of nodes) await node.stop();
    const after = await startNode(new SecretsKeys(second));
    await after.stop();
    await expect(startNode(new SecretsKeys(first))).rejects.toThrow('another key');
  });

  it('changes nothing while a node lacks the new key, and goes on when it has been given it', async () => {
    const [ready, late] = [await startNode(new SecretsKeys(second, first)), await startNode(new SecretsKeys(first))];
    const keys = new SecretsKeys(second, first);
    await checkSecretsKey(db.pool, keys);
    await expect(rotate(db, async () => keys, { ...options, patienceMs: 300 })).rejects.toThrow(
      'does not have the new secrets key yet',
    );
    expect(await storedMark(db.pool)).toBe(markOf(first));
    expect(await unopened(new SecretsKeys(first))).toEqual([]);
    await expect(retire(db, keys, options)).rejects.toThrow('has not been replaced yet');
    // As `secrets.key` is read again, without a restart.
    late.set.keys = new SecretsKeys(second, first);
    await rotate(db, async () => keys, options);
    expect([ready.keys.current, late.keys.current]).toEqual([second, second]);
    expect(await unopened(new SecretsKeys(second))).toEqual([]);
    await Promise.all([ready.stop(), late.stop()]);
  });

  it('may break off at any batch: every secret can be read, and a repetition completes it', async () => {
    const keys = new SecretsKeys(second, first);
    await checkSecretsKey(db.pool, keys);
    for (let broken = 1; broken < SEALED.length; broken += 3) {
      let batches = 0;
      const stop = (): void => {
        batches += 1;
        if (batches === broken) throw new Error('the power failed');
      };
      await expect(rotate(db, async () => keys, { ...options, seen: stop })).rejects.toThrow('the power failed');
      expect(await isKeyBeingReplaced(db.pool)).toBe(true);
      expect(await unopened(new SecretsKeys(second, first))).toEqual([]);
      const node = await startNode(new SecretsKeys(second, first));
      expect(node.keys.current).toEqual(second);
      await node.stop();
    }
    await expect(retire(db, keys, options)).rejects.toThrow('has not been replaced yet');
    await rotate(db, async () => keys, options);
    expect(await unopened(new SecretsKeys(second))).toEqual([]);
  });

  it('keeps what others change meanwhile', async () => {
    const keys = new SecretsKeys(second, first);
    await checkSecretsKey(db.pool, keys);
    const changed = await db.pool.connect();
    await changed.query('BEGIN');
    const { rows } = await changed.query(`UPDATE crm.service SET password_enc = $1 RETURNING id`, [
      seal(new SecretsKeys(first), 'service.password', 'changed meanwhile'),
    ]);
    const rotating = rotate(db, async () => keys, options);
    await lockWaits(db);
    await changed.query('COMMIT');
    changed.release();
    await rotating;
    // Sealed by somebody who did not know of the new key yet: it is found before the previous one is thrown away.
    expect(await retire(db, keys, options)).toEqual({ sealed: rows.length, unreadable: 0 });
    const after = await db.pool.query(`SELECT password_enc FROM crm.service`);
    for (const { password_enc } of after.rows)
      expect(unseal(new SecretsKeys(second), 'service.password', password_enc)).toBe('changed meanwhile');
  });

  it('is no change for the audit but one event, and none for events and `updated_at`', async () => {
    const counts = async () =>
      (
        await db.pool.query(
          `SELECT (SELECT count(*)::int FROM auth.audit_change) AS changes, (SELECT count(*)::int FROM crm.event) AS events,
             (SELECT count(*)::int FROM crm.unnumbered_event) AS unnumbered, (SELECT max(updated_at) FROM crm.service) AS service,
             (SELECT max(updated_at) FROM radius.nas) AS nas`,
        )
      ).rows[0];
    const before = await counts();
    const keys = new SecretsKeys(second, first);
    await checkSecretsKey(db.pool, keys);
    await rotate(db, async () => keys, options);
    const after = await counts();
    expect({ ...after, changes: before.changes }).toEqual(before);
    const { rows } = await db.pool.query(
      `SELECT c.table_name, c.before, c.after FROM auth.audit_event e JOIN auth.audit_change c ON c.event_id = e.id
       WHERE e.procedure = 'cli.secrets_rotate' ORDER BY c.id DESC LIMIT 1`,
    );
    expect(rows).toMatchObject([{ table_name: 'crm.setting' }]);
  });

  it('leaves what no key opens as it is, and says so', async () => {
    const foreign = seal(SECRETS_KEYS, 'nas.secret', 'lost');
    await db.pool.query(`UPDATE radius.nas SET secret_enc = $1 WHERE id = $2`, [foreign, isp.nasid]);
    const keys = new SecretsKeys(second, first);
    await checkSecretsKey(db.pool, keys);
    expect(await rotate(db, async () => keys, options)).toMatchObject({ unreadable: 1 });
    const { rows } = await db.pool.query(`SELECT secret_enc FROM radius.nas WHERE id = $1`, [isp.nasid]);
    expect(rows[0].secret_enc.equals(foreign)).toBe(true);
  });

  it('is done by one at a time', async () => {
    const keys = new SecretsKeys(second, first);
    await checkSecretsKey(db.pool, keys);
    const attempts = await Promise.allSettled(
      [1, 2, 3].map(() => rotate(db, async () => new SecretsKeys(second, first), options)),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    for (const each of attempts)
      if (each.status === 'rejected') expect(String(each.reason)).toContain('is already replacing');
    expect(await unopened(new SecretsKeys(second))).toEqual([]);
  });
});

describe('what was made with the previous key', () => {
  const kernel = (secretsKeys: SecretsKeys) => ({
    secretsKeys,
    config: readConfig({ PUBLIC_URL: 'https://pay.example' }),
  });
  const idIn = (keys: SecretsKeys, address: string) => signedId(keys, 'order', address.split('/').at(-1) ?? '');

  it('is accepted as long as a node has that key, and no longer', () => {
    const before = new SecretsKeys(first);
    const [both, after] = [new SecretsKeys(second, first), new SecretsKeys(second)];
    const address = payAddress(kernel(before), 7);
    expect([before, both, after].map((keys) => idIn(keys, address))).toEqual([7, 7, null]);
    const made = payAddress(kernel(both), 7);
    expect([before, both, after].map((keys) => idIn(keys, made))).toEqual([null, 7, 7]);
    const owner = { subject: 'user-7', passwordHash: 'x' };
    const now = new Date();
    const cookie = markDevice(before, owner, { cookie: undefined, now });
    const known = [before, both, after].map((keys) => knownDevice(keys, owner, { cookie, now }) !== undefined);
    expect(known).toEqual([true, true, false]);
    const [mac, request] = [codeMac(first, randomBytes(32), '123456'), randomBytes(32)];
    expect(mac.equals(codeMac(second, request, '123456'))).toBe(false);
  });

  it('and the fingerprints of keys say nothing else', () => {
    expect(keyFingerprint(first)).toHaveLength(4);
    expect(keyFingerprint(first).equals(keyFingerprint(second))).toBe(false);
  });
});
