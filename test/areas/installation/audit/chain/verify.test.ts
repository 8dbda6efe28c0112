import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { headsOf, type SignedHead } from '../../../../../src/areas/installation/audit/chain/heads.ts';
import { sealEvents } from '../../../../../src/areas/installation/audit/chain/seal-events.ts';
import { makeIsp } from '../../../../factories/tenants.ts';
import { startApi } from '../../../../fixtures/api.ts';
import { freshDatabase } from '../../../../fixtures/database.ts';
import { makeTenant } from '../../../../fixtures/tenants.ts';
import { begin, change, type Statement, sealAll, tampered } from './history.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const other = await makeIsp(db);
let events: number[];
let noted: SignedHead[];

beforeAll(async () => {
  events = [];
  for (let i = 0; i < 5; i++) {
    events.push(await change(db, isp.id, 2));
    await change(db, other.id);
    await sealAll(db);
  }
  noted = await headsOf(db.pool);
});

/** An event in the middle, and its neighbours. */
const at = (index: number): number => events[index] ?? 0;

const problemsAfter = async (...statements: Statement[]): Promise<readonly string[]> =>
  (await tampered(db, isp.id, { statements })).problems;

describe('an audit that nobody has touched', () => {
  it('is what was sealed', async () => {
    const { chain, problems } = await tampered(db, isp.id, { noted });
    expect(problems).toEqual([]);
    expect(chain).toMatchObject({ sealed: 5, earlier: 0, waiting: 0, removed: 0, last: { seq: 5 } });
  });

  it('is chained for each ISP, and for the installation', async () => {
    await change(db, null);
    await sealAll(db);
    const { chain, problems } = await tampered(db, 0);
    expect([chain.sealed, problems]).toEqual([1, []]);
  });

  it('is also that of real calls, with the images of what they changed', async () => {
    const api = await startApi();
    const tenant = await makeTenant(api);
    await api.ok('service/action', { serviceid: tenant.serviceid, action: 'renew' }, tenant.me);
    await sealAll(api.db);
    const { chain, problems } = await tampered(api.db, tenant.ispid);
    expect([chain.sealed > 5, problems]).toEqual([true, []]);
    const { rows } = await api.db.pool.query<{ id: number; event: number }>(
      `SELECT c.id, c.event_id AS event FROM auth.audit_change c JOIN auth.audit_event e ON e.id = c.event_id
       WHERE e.isp_id = $1 AND c.table_name = 'crm.service' ORDER BY c.id DESC LIMIT 1`,
      [tenant.ispid],
    );
    const statements: Statement[] = [
      [`UPDATE auth.audit_change SET after = after || '{"status": "Suspended"}' WHERE id = $1`, [rows[0]?.id]],
    ];
    expect((await tampered(api.db, tenant.ispid, { statements })).problems).toEqual([
      expect.stringContaining(`event ${rows[0]?.event},`),
    ]);
  });

  it('counts what waits for its seal, which may be deleted unnoticed for a second only if that is deleted too', async () => {
    const id = await change(db, isp.id);
    expect((await tampered(db, isp.id)).chain).toMatchObject({ waiting: 1, sealed: 5, findings: { count: 0 } });
    await db.pool.query(`BEGIN; SET LOCAL lastmile.archiving = 'on'; DELETE FROM auth.audit_change WHERE event_id = ${id};
      DELETE FROM auth.audit_event WHERE id = ${id}; COMMIT`);
    await sealAll(db);
    expect((await tampered(db, isp.id)).problems).toEqual([expect.stringContaining(`event ${id} was deleted before`)]);
    await db.pool.query(`BEGIN; SET LOCAL lastmile.archiving = 'on';
      DELETE FROM auth.audit_seal WHERE event_id = ${id}; COMMIT`);
  });
});

describe('a row that was changed is named', () => {
  const columns: Record<string, string> = {
    at: `at + interval '1 millisecond'`,
    user_id: '8',
    username: `'somebody'`,
    reseller_id: '1',
    address: `'192.0.2.2'`,
    procedure: `'isp.delete'`,
    target: `'id=0'`,
    input: `input || '{"amt": 1.1}'`,
    via: 'NULL',
  };
  it.each(Object.entries(columns))('its %s', async (column, value) => {
    const problems = await problemsAfter([`UPDATE auth.audit_event SET ${column} = ${value} WHERE id = $1`, [at(2)]]);
    expect(problems).toEqual([
      expect.stringContaining(`event ${at(2)}, or a change that it records, has been altered since`),
    ]);
  });

  it('its ISP', async () => {
    const statements: Statement[] = [[`UPDATE auth.audit_event SET isp_id = $1 WHERE id = $2`, [other.id, at(2)]]];
    expect((await tampered(db, isp.id, { statements })).problems).toEqual([expect.stringContaining(`event ${at(2)},`)]);
    expect((await tampered(db, other.id, { statements })).problems).toEqual([
      expect.stringContaining(`event ${at(2)} is not in the chain`),
    ]);
  });

  it.each(['row_id', 'table_name', 'operation', 'before', 'after', 'reseller_id'])(
    'the %s of a row image',
    async (column) => {
      const value = /before|after/.test(column) ? `'{"name": "Neither"}'` : /id$/.test(column) ? '7' : `'delete'`;
      const problems = await problemsAfter([
        `UPDATE auth.audit_change SET ${column} = ${value}
       WHERE id = (SELECT max(id) FROM auth.audit_change WHERE event_id = $1)`,
        [at(1)],
      ]);
      expect(problems).toEqual([expect.stringContaining(`event ${at(1)},`)]);
    },
  );

  it('an image that is null in another way', async () => {
    const problems = await problemsAfter(
      [`UPDATE auth.audit_event SET input = NULL WHERE id = $1`, [at(0)]],
      [`UPDATE auth.audit_event SET input = 'null' WHERE id = $1`, [at(1)]],
    );
    expect(problems).toHaveLength(2);
  });
});

describe('a row that is missing or inserted is named', () => {
  const without = (id: number): Statement[] => [
    ['DELETE FROM auth.audit_change WHERE event_id = $1', [id]],
    ['DELETE FROM auth.audit_event WHERE id = $1', [id]],
  ];

  it('an event', async () => {
    expect(await problemsAfter(...without(at(2)))).toEqual([
      expect.stringMatching(`event ${at(2)} of 20.* is missing`),
    ]);
  });

  it('an event with its seal', async () => {
    const problems = await problemsAfter(...without(at(2)), [
      'DELETE FROM auth.audit_seal WHERE event_id = $1',
      [at(2)],
    ]);
    expect(problems).toEqual(['seal 3 is missing']);
  });

  it('an event, although its seal was said to be old', async () => {
    const problems = await problemsAfter(
      ...without(at(2)),
      [`UPDATE auth.audit_chain SET removed_before = now() - interval '100 days'`],
      [`UPDATE auth.audit_seal SET at = now() - interval '101 days' WHERE event_id = $1`, [at(2)]],
    );
    expect(problems).toEqual([`seal 3, of event ${at(2)}, does not follow the one before: one of them was changed`]);
  });

  it('an event, although retention was said to have removed everything', async () => {
    const problems = await problemsAfter(...without(at(2)), [
      `UPDATE auth.audit_chain SET removed_before = now() + interval '1 minute'`,
    ]);
    expect(problems).toEqual([expect.stringContaining('which keeps at least 31 days')]);
  });

  it('the first seals', async () => {
    const problems = await problemsAfter(
      ...without(at(0)),
      ['DELETE FROM auth.audit_seal WHERE isp_id = $1 AND seq = 1', [isp.id]],
      [
        `UPDATE auth.audit_chain SET seq = 1, head = (SELECT head FROM auth.audit_seal WHERE isp_id = $1 AND seq = 2)
        WHERE isp_id = $1`,
        [isp.id],
      ],
    );
    expect(problems).toContain('seals 1 to 1 were removed, although retention has removed nothing');
  });

  it('a row image', async () => {
    const problems = await problemsAfter([
      'DELETE FROM auth.audit_change WHERE id = (SELECT max(id) FROM auth.audit_change WHERE event_id = $1)',
      [at(4)],
    ]);
    expect(problems).toEqual([expect.stringContaining(`event ${at(4)},`)]);
  });

  it('an inserted row image', async () => {
    const problems = await problemsAfter([
      `INSERT INTO auth.audit_change (event_id, table_name, row_id, operation) VALUES ($1, 'crm.isp', '1', 'delete')`,
      [at(4)],
    ]);
    expect(problems).toEqual([expect.stringContaining(`event ${at(4)},`)]);
  });

  it.each(['auth', 'crm_archive'])('an event inserted into %s', async (schema) => {
    const problems = await problemsAfter([
      `INSERT INTO ${schema}.audit_event (id, at, isp_id, procedure) VALUES (999999, now(), $1, 'isp.update')`,
      [isp.id],
    ]);
    expect(problems).toEqual(['event 999999 is not in the chain: it was inserted around the audit']);
  });

  it('an event that is in the archive too, with other words', async () => {
    const problems = await problemsAfter([
      `INSERT INTO crm_archive.audit_event (id, at, isp_id, procedure) VALUES ($1, now(), $2, 'isp.update')`,
      [at(1), isp.id],
    ]);
    expect(problems).toEqual([`event ${at(1)} exists twice, in auth and in crm_archive`]);
  });

  it('two events that were swapped', async () => {
    const problems = await problemsAfter(
      ['UPDATE auth.audit_event SET id = 999999 WHERE id = $1', [at(1)]],
      ['UPDATE auth.audit_event SET id = $1 WHERE id = $2', [at(1), at(2)]],
      ['UPDATE auth.audit_event SET id = $1 WHERE id = 999999', [at(2)]],
    );
    expect(problems.map((problem) => /event (\d+)/.exec(problem)?.[1])).toEqual([String(at(1)), String(at(2))]);
  });

  it('two seals that were swapped', async () => {
    const problems = await problemsAfter(
      ['UPDATE auth.audit_seal SET seq = 999 WHERE isp_id = $1 AND seq = 2', [isp.id]],
      ['UPDATE auth.audit_seal SET seq = 2 WHERE isp_id = $1 AND seq = 3', [isp.id]],
      ['UPDATE auth.audit_seal SET seq = 3 WHERE isp_id = $1 AND seq = 999', [isp.id]],
    );
    expect(problems[0]).toMatch(/seal 2, of event \d+, does not follow/);
  });
});

describe('a chain that was made to fit', () => {
  const forge: Statement[] = [
    [
      'UPDATE auth.audit_event SET username = $1 WHERE id = (SELECT event_id FROM auth.audit_seal WHERE isp_id = $2 AND seq = 3)',
      ['x', isp.id],
    ],
    [
      `UPDATE auth.audit_seal SET digest = sha256('forged'), head = sha256('forged') WHERE isp_id = $1 AND seq = 3`,
      [isp.id],
    ],
  ];

  it('is wrong from there on', async () => {
    const problems = await problemsAfter(...forge);
    expect(problems[0]).toMatch(/^seal 3, of event \d+, does not follow the one before/);
    expect(problems[2]).toMatch(/^seal 4, of event \d+, does not follow the one before/);
  });

  it('is found by a head that was noted, where its end was cut off', async () => {
    const statements: Statement[] = [
      ['DELETE FROM auth.audit_change WHERE event_id = $1', [at(4)]],
      ['DELETE FROM auth.audit_event WHERE id = $1', [at(4)]],
      ['DELETE FROM auth.audit_seal WHERE event_id = $1', [at(4)]],
    ];
    expect((await tampered(db, isp.id, { statements })).problems).toEqual([]);
    expect((await tampered(db, isp.id, { statements, noted })).problems).toEqual([
      expect.stringMatching(/^the chain ends with seal 4, but a head of seal 5 was kept at 20.*: the end was cut off/),
    ]);
  });

  it('is found by a head that was noted, where it was rewritten as a whole, or is gone', async () => {
    const rewritten = noted.map((head) => ({ ...head, head: 'f'.repeat(64) }));
    expect((await tampered(db, isp.id, { noted: rewritten })).problems).toEqual([
      expect.stringMatching(/^seal 5 has a different head from the one kept at 20/),
    ]);
    const statements: Statement[] = ['seal', 'chain'].map((table) => [
      `DELETE FROM auth.audit_${table} WHERE isp_id = $1`,
      [isp.id],
    ]);
    expect((await tampered(db, isp.id, { statements, noted })).problems).toEqual([
      expect.stringMatching(/^there is no chain, but a head of its seal 5 was kept at/),
    ]);
  });

  it('is found where its beginning is another one', async () => {
    expect(await problemsAfter(['UPDATE auth.audit_chain SET began_after = began_after + 10'])).toContain(
      'the beginning of the chain was changed',
    );
  });

  it('cannot be changed by a slip', async () => {
    await expect(db.pool.query('UPDATE auth.audit_seal SET seq = seq + 1')).rejects.toThrow('is append-only');
    await expect(db.pool.query('DELETE FROM auth.audit_seal')).rejects.toThrow('is append-only');
    await expect(db.pool.query('TRUNCATE auth.audit_seal')).rejects.toThrow('is append-only');
  });
});

describe('sealing', () => {
  it('takes an event that commits late when it is there, after newer ones', async () => {
    const client = await db.pool.connect();
    const late = await begin(client, isp.id);
    const newer = await change(db, isp.id);
    await sealAll(db);
    await client.query('COMMIT');
    client.release();
    await sealAll(db);
    const { rows } = await db.pool.query<{ id: number }>(
      'SELECT event_id AS id FROM auth.audit_seal WHERE isp_id = $1 ORDER BY seq DESC LIMIT 2',
      [isp.id],
    );
    expect(rows.map(({ id }) => id)).toEqual([late, newer]);
    expect((await tampered(db, isp.id)).problems).toEqual([]);
  });

  it('forgets what was rolled back', async () => {
    const client = await db.pool.connect();
    await begin(client, isp.id);
    await client.query('ROLLBACK');
    client.release();
    expect(await sealEvents(db)).toBe(0);
  });

  it('seals each event once, however many nodes do it at a time', async () => {
    const before = (await tampered(db, isp.id)).chain.sealed;
    for (let i = 0; i < 30; i++) await change(db, isp.id);
    const sealed = await Promise.all(Array.from({ length: 4 }, () => sealEvents(db)));
    await sealAll(db);
    expect(sealed.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(30);
    const { chain, problems } = await tampered(db, isp.id);
    expect([chain.sealed - before, problems]).toEqual([30, []]);
  });

  it('leaves nothing half done where a node dies within a batch', async () => {
    await change(db, isp.id);
    await db.pool.query(
      `CREATE FUNCTION pg_temp.die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN new; END $$`,
    );
    await db.pool.query(`ALTER TABLE auth.audit_seal ADD CONSTRAINT none CHECK (seq < 0) NOT VALID`);
    await expect(sealEvents(db)).rejects.toThrow('none');
    await db.pool.query(`ALTER TABLE auth.audit_seal DROP CONSTRAINT none`);
    expect((await tampered(db, isp.id)).chain).toMatchObject({ waiting: 1, findings: { count: 0 } });
    await sealAll(db);
    expect((await tampered(db, isp.id)).chain).toMatchObject({ waiting: 0, findings: { count: 0 } });
  });
});

it('events from before the chain are counted, and proved nothing of', async () => {
  const old = await makeIsp(db);
  const insert = () =>
    db.pool.query(`INSERT INTO auth.audit_event (isp_id, procedure) VALUES ($1, 'isp.update')`, [old.id]);
  await insert();
  await insert();
  expect((await tampered(db, old.id)).chain).toMatchObject({ earlier: 2, sealed: 0, last: undefined });
  await change(db, old.id);
  await sealAll(db);
  expect((await tampered(db, old.id)).chain).toMatchObject({ earlier: 2, sealed: 1, findings: { count: 0 } });
  await insert();
  expect((await tampered(db, old.id)).chain).toMatchObject({ earlier: 2, findings: { count: 1 } });
});

it('a digest is the same on every server', async () => {
  await db.pool.query(
    `INSERT INTO auth.audit_event (id, at, user_id, username, isp_id, address, procedure, target, input, via)
     VALUES (1000000, '2026-01-02T03:04:05.678Z', 7, 'Zoë', $1, '2001:db8::1', 'a.b', 'id=1', '{"b": 1.10, "a": [true, null, "ü"]}', 'key')`,
    [424242],
  );
  await db.pool.query(
    `INSERT INTO auth.audit_change (id, event_id, table_name, row_id, operation, after)
     VALUES (1000000, 1000000, 'crm.isp', '1', 'insert', '{"name": "x", "id": 1, "amt": 12345678901234567890.10}')`,
  );
  await db.pool.query('INSERT INTO auth.audit_unsealed VALUES (1000000, 424242)');
  await sealAll(db);
  const event =
    '[1000000, 1767323045678, 7, "Zoë", 424242, null, "2001:db8::1/128", "a.b", "id=1", "key", false, {"a": [true, null, "ü"], "b": 1.10}]';
  const image =
    '[1000000, "crm.isp", "1", "insert", null, true, null, false, {"id": 1, "amt": 12345678901234567890.10, "name": "x"}]';
  const sha256 = (...parts: (string | Buffer)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
  const { rows } = await db.pool.query('SELECT digest FROM auth.audit_seal WHERE event_id = 1000000');
  expect(rows).toEqual([{ digest: sha256(event, sha256(image)) }]);
});
