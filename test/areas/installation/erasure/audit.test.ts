import { beforeAll, describe, expect, it } from 'vitest';
import { digestedEvent } from '../../../../src/areas/installation/audit/chain/digest.ts';
import { verifyAudit } from '../../../../src/areas/installation/audit/chain/verify.ts';
import { verifyChain } from '../../../../src/areas/installation/audit/chain/verify-chain.ts';
import { sql } from '../../../../src/db/sql.ts';
import { startApi } from '../../../fixtures/api.ts';
import type { Ids } from '../../../rpc/walk.ts';
import { wholeTenant } from '../../../rpc/whole-tenant.ts';
import { type Statement, sealAll } from '../audit/chain/history.ts';
import { finish } from './finish.ts';

const api = await startApi();
const { db, kernel } = api;
const name = 'Qwertyuiop';
let mine: Ids;
let other: number;
let erased: number;
/** An event that nothing was erased from. */
let own: number;

beforeAll(async () => {
  mine = await wholeTenant(api);
  const { me, customerid, ispid, resellerid, serviceid, fileid } = mine;
  await api.ok('customer/update', { customerid, name }, me);
  await api.ok('file/view', { id: fileid, reason: `for ${name}` }, me);
  await api.ok('service/adjust', { serviceid, type: 'Credit', amt: 1, tax: 'None', reason: name, preview: 'Y' }, me);
  // By the administrator, whose calls are in the chain of the installation.
  await api.ok('customer/update', { customerid, street: name }, api.admin);
  await finish(api, mine);
  // Of another customer.
  other = await api.ok<number>('customer/create', { resellerid, ...PERSON }, me);
  await sealAll(db);
  const { rows } = await db.pool.query(
    `SELECT e.id FROM auth.audit_event e WHERE e.isp_id = $1 AND e.input ->> 'name' = $2`,
    [ispid, name],
  );
  erased = rows[0].id;
  own = await eventOf(String(other));
  // Some of it has been archived.
  await db.pool.query(`SELECT auth.archive_audit(now() + interval '1 day', 20)`);
  await api.ok('customer/erase', { customerid, reason: 'Asked for in writing' }, me);
  await sealAll(db);
});

async function eventOf(customerid: string): Promise<number> {
  const { rows } = await db.pool.query(
    `SELECT event_id AS id FROM auth.audit_change WHERE table_name = 'crm.customer' AND row_id = $1`,
    [customerid],
  );
  return rows[0].id;
}

const PERSON = {
  ...{ type: 'Individual', name: 'Neighbour', mobile: '9811112222', email: 'n@example.net', zipcode: '1' },
  ...{ state: 'Karnataka', city: 'B', street: 'S' },
};

/** What verification finds after statements of a superuser without triggers, which are taken back. */
async function problemsAfter(...statements: Statement[]): Promise<readonly string[]> {
  const client = await db.pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const [text, values = []] of statements) await client.query(text, [...values]);
    const options = { now: new Date(), secretsKeys: kernel.secretsKeys, progress: () => undefined };
    return (await verifyChain(client, mine.ispid, options)).findings.shown;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

describe('the audit after an erasure', () => {
  it('has no name, and a marker in its place', async () => {
    for (const schema of ['auth', 'crm_archive'])
      for (const table of ['audit_event', 'audit_change']) {
        const { rows } = await db.pool.query(`SELECT t::text AS row FROM ${schema}.${table} t WHERE t::text LIKE $1`, [
          `%${name}%`,
        ]);
        expect(rows).toEqual([]);
      }
    const { rows } = await db.pool.query(
      `SELECT input FROM (SELECT id, input FROM auth.audit_event UNION ALL SELECT id, input FROM crm_archive.audit_event) e WHERE id = $1`,
      [erased],
    );
    expect(rows).toEqual([{ input: { erased: expect.any(Number) } }]);
  });

  it('keeps what it has of others', async () => {
    const { rows } = await db.pool.query(
      `SELECT c.after ->> 'name' AS name FROM auth.audit_change c WHERE c.table_name = 'crm.customer' AND c.row_id = $1`,
      [String(other)],
    );
    expect(rows).toEqual([{ name: 'Neighbour' }]);
  });

  it('still matches its seals, in the chain of the ISP and in that of the installation', async () => {
    for (const ispId of [mine.ispid, 0])
      for await (const chain of verifyAudit(db, { ispId, now: new Date(), secretsKeys: kernel.secretsKeys })) {
        expect(chain.findings.shown).toEqual([]);
        expect(chain.erased).toBeGreaterThan(0);
      }
  });

  it('is refused to be changed by anybody else, also within an erasure', async () => {
    const client = await db.pool.connect();
    const attempt = async (text: string) => {
      await client.query('BEGIN');
      try {
        await client.query(`SELECT set_config('lastmile.erasing', '1', true)`);
        await client.query(text);
        return 'done';
      } catch (error) {
        return String(error);
      } finally {
        await client.query('ROLLBACK');
      }
    };
    const marked = `UPDATE auth.audit_event SET input = '{"erased": 1}' WHERE isp_id = ${mine.ispid}`;
    expect(await attempt(marked)).toContain('append-only');
    expect(await attempt('SELECT auth.erase_audit(1, ARRAY[1]::bigint[], ARRAY[1]::bigint[])')).toContain(
      'is not of this transaction',
    );
    // One of the same transaction changes nothing but what it erases.
    const own = `INSERT INTO crm.customer_erasure (isp_id, customer_id, reason, erased_at, erased_by)
      SELECT isp_id, id, 'x', now(), 'x' FROM crm.customer WHERE id = ${other};
      SELECT set_config('lastmile.erasing', (SELECT max(id)::text FROM crm.customer_erasure), true);`;
    for (const set of [
      `procedure = 'isp.delete'`,
      `input = '{"amt": 1}'`,
      `username = 'subscriber'`,
      'target = NULL',
      'address = NULL',
    ])
      expect(
        await attempt(
          `${own} UPDATE auth.audit_event SET ${set} WHERE id = (SELECT max(id) FROM auth.audit_event WHERE target ~ 'id=' AND via = 'key')`,
        ),
      ).toContain('append-only');
    client.release();
  });
});

describe('a call that has changed two customers', () => {
  it('is erased twice, and still matches its seal', async () => {
    const { me, ispid, resellerid } = mine;
    const create = () => api.ok<number>('customer/create', { resellerid, ...PERSON, name: 'Asdfghjkl' }, me);
    const both = [await create(), await create()];
    await db.pool.query(`BEGIN; SELECT auth.begin_audit(NULL, 'test', ${ispid}, NULL, NULL, 'customer.update', NULL, '{"name": "Asdfghjkl"}');
      UPDATE crm.customer SET notes = 'Asdfghjkl' WHERE id IN (${both.join()}); COMMIT`);
    // The first creation is sealed with its name, the last call without.
    await sealAll(db);
    await api.ok('customer/update', { customerid: both[0] ?? 0, city: 'Asdfghjkl' }, me);
    for (const customerid of both) await api.ok('customer/erase', { customerid, reason: 'Asked for in writing' }, me);
    await sealAll(db);
    const { rows } = await db.pool.query(
      `SELECT FROM auth.audit_event e WHERE e::text LIKE '%Asdfgh%' UNION ALL SELECT FROM auth.audit_change c WHERE c::text LIKE '%Asdfgh%'`,
    );
    expect([rows.length, await problemsAfter()]).toEqual([0, []]);
  });
});

describe('tampering with an erased audit is found:', () => {
  const note = '(SELECT min(id) FROM auth.audit_erasure WHERE isp_id IS NOT NULL)';
  const schemas = ['auth', 'crm_archive'];
  const onBoth = (of: (schema: string) => string): Statement[] => schemas.map((schema) => [of(schema)]);

  it('an erased event that was altered afterwards', async () => {
    const problems = await problemsAfter(
      ...onBoth((schema) => `UPDATE ${schema}.audit_event SET procedure = 'isp.delete' WHERE id = ${erased}`),
    );
    expect(problems).toEqual([`event ${erased} was altered after it was erased`]);
  });

  it('a note whose sums were altered to fit', async () => {
    const problems = await problemsAfter([`UPDATE auth.audit_erasure SET to_sum = sha256('x') WHERE id = ${note}`]);
    expect(problems).toEqual([expect.stringContaining('which no sealed call has made')]);
  });

  it('a note that was removed', async () => {
    const problems = await problemsAfter([`DELETE FROM auth.audit_erasure WHERE id = ${note}`]);
    expect(problems).toEqual([expect.stringContaining('has been altered since')]);
  });

  it('a note that no call has made', async () => {
    const problems = await problemsAfter(...forged(''));
    expect(problems).toEqual([expect.stringContaining('which no sealed call has made')]);
  });

  it('a call that imitates an erasure, since only the program can seal the proof', async () => {
    const imitated = `
      INSERT INTO auth.audit_event (isp_id, procedure) VALUES (${mine.ispid}, 'customer.erase');
      INSERT INTO auth.audit_unsealed (event_id, isp_id) SELECT max(id), ${mine.ispid} FROM auth.audit_event;
      INSERT INTO auth.audit_change (event_id, table_name, row_id, operation, after)
        SELECT (SELECT max(id) FROM auth.audit_event), 'auth.audit_erasure', r.id::text, 'insert', to_jsonb(r) - 'proof_enc'
        FROM auth.audit_erasure r WHERE r.id = (SELECT max(id) FROM auth.audit_erasure);`;
    const problems = await problemsAfter(...forged(imitated));
    expect(problems).toEqual([expect.stringContaining('which this program has not made')]);
  });

  it('the call that made the notes', async () => {
    const call = `(SELECT max(id) FROM auth.audit_event WHERE procedure = 'customer.erase' AND isp_id = ${mine.ispid})`;
    const problems = await problemsAfter([`UPDATE auth.audit_event SET username = 'nobody' WHERE id = ${call}`]);
    expect(problems.length).toBeGreaterThan(1);
  });
});

/** A change of somebody who writes a note of an erasure over it. */
function forged(more: string): Statement[] {
  const note = sql`INSERT INTO auth.audit_erasure (isp_id, erasure_id, event_id, from_sum, to_sum, proof_enc)
    SELECT ${mine.ispid}::int, 1, ${own}::bigint, s.digest, decode(d.digest, 'hex'), decode('00', 'hex')
    FROM auth.audit_seal s CROSS JOIN LATERAL (${digestedEvent(sql`${own}::bigint`)}) d WHERE s.event_id = ${own}::bigint`;
  const { text, values } = note.render();
  return [
    ...['auth', 'crm_archive'].map(
      (schema): Statement => [`UPDATE ${schema}.audit_event SET username = 'nobody' WHERE id = ${own}`],
    ),
    [text, values],
    ...(more === '' ? [] : [[more] as Statement]),
  ];
}
