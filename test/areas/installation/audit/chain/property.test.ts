import fc from 'fast-check';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { headsOf } from '../../../../../src/areas/installation/audit/chain/heads.ts';
import { sealEvents } from '../../../../../src/areas/installation/audit/chain/seal-events.ts';
import '../../../../fixtures/properties.ts';
import { makeIsp } from '../../../../factories/tenants.ts';
import { freshDatabase } from '../../../../fixtures/database.ts';
import { begin, change, type Statement, sealAll, tampered } from './history.ts';

const db = await freshDatabase();
/** One of the seals of the ISP, by a number; likewise one of its events, and one of its row images. */
const SEAL =
  '(SELECT seq FROM auth.audit_seal WHERE isp_id = $1 ORDER BY seq OFFSET $2 % (SELECT count(*) FROM auth.audit_seal WHERE isp_id = $1) LIMIT 1)';
const EVENT = `(SELECT event_id FROM auth.audit_seal WHERE isp_id = $1 AND seq = ${SEAL})`;
const IMAGE = `(SELECT id FROM auth.audit_change WHERE event_id = ${EVENT} ORDER BY id DESC LIMIT 1)`;

/** Each changes something whatever the history is; parameters are the ISP and the number. */
const TAMPERINGS: Record<string, string> = {
  'the user of an event': `UPDATE auth.audit_event SET user_id = -1 WHERE id = ${EVENT}`,
  'the time of an event': `UPDATE auth.audit_event SET at = at - interval '1 hour' WHERE id = ${EVENT}`,
  'the parameters of an event': `UPDATE auth.audit_event SET input = '{}' WHERE id = ${EVENT}`,
  'the ISP of an event': `UPDATE auth.audit_event SET isp_id = NULL WHERE id = ${EVENT}`,
  'the id of an event': `UPDATE auth.audit_event SET id = id + 1000000 WHERE id = ${EVENT}`,
  'a row image': `UPDATE auth.audit_change SET after = '{}' WHERE id = ${IMAGE}`,
  'the order of the images': `UPDATE auth.audit_change SET id = -id WHERE id = ${IMAGE}`,
  'an event that is gone': `DELETE FROM auth.audit_event WHERE id = ${EVENT}`,
  'an image that is gone': `DELETE FROM auth.audit_change WHERE id = ${IMAGE}`,
  'an image that moved to the archive of another event': `WITH gone AS (DELETE FROM auth.audit_change WHERE id = ${IMAGE} RETURNING *)
    INSERT INTO crm_archive.audit_change SELECT id, event_id + 1000000, table_name, row_id, operation, before, after, reseller_id FROM gone`,
  'an image that was inserted': `INSERT INTO crm_archive.audit_change (id, event_id, table_name, row_id, operation)
    VALUES (0, ${EVENT}, 'crm.isp', '1', 'update')`,
  'an event that was inserted': `INSERT INTO auth.audit_event (id, at, isp_id, procedure)
    SELECT id + 1000000, at, isp_id, procedure FROM auth.audit_event WHERE id = ${EVENT}`,
  'a copy of an event': `INSERT INTO crm_archive.audit_event SELECT * FROM auth.audit_event WHERE id = ${EVENT}`,
  'a seal that is gone': `DELETE FROM auth.audit_seal WHERE isp_id = $1 AND seq = ${SEAL}`,
  'the digest of a seal': `UPDATE auth.audit_seal SET digest = sha256('x') WHERE isp_id = $1 AND seq = ${SEAL}`,
  'the head of a seal': `UPDATE auth.audit_seal SET head = sha256('x') WHERE isp_id = $1 AND seq = ${SEAL}`,
  'the time of a seal': `UPDATE auth.audit_seal SET sealed_at = sealed_at - interval '1 hour' WHERE isp_id = $1 AND seq = ${SEAL}`,
  'the event of a seal': `UPDATE auth.audit_seal SET event_id = 0 WHERE isp_id = $1 AND seq = ${SEAL}`,
  'the beginning of the chain': `UPDATE auth.audit_chain SET head = sha256('x'), seq = seq + $2 * 0 WHERE isp_id = $1`,
  'the end of the chain': `WITH cut AS (DELETE FROM auth.audit_seal WHERE isp_id = $1 AND seq > ${SEAL} - 1 RETURNING event_id),
      images AS (DELETE FROM auth.audit_change WHERE event_id IN (SELECT event_id FROM cut))
    DELETE FROM auth.audit_event WHERE id IN (SELECT event_id FROM cut)`,
};

const step = fc.record({
  kind: fc.constantFrom('change', 'change', 'open', 'roll back', 'commit', 'seal', 'seal twice'),
  of: fc.nat(1),
  images: fc.integer({ min: 1, max: 3 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Changes of two ISPs, some of which commit late or not at all, and seals in between. */
async function live(steps: readonly Step[], isps: readonly { id: number }[]): Promise<void> {
  const open: pg.PoolClient[] = [];
  const commit = async (): Promise<void> => {
    const client = open.shift();
    await client?.query('COMMIT');
    client?.release();
  };
  for (const each of steps) {
    if (each.kind === 'change') await change(db, isps[each.of]?.id ?? null, each.images);
    else if (each.kind === 'commit') await commit();
    else if (each.kind === 'seal') await sealEvents(db);
    else if (each.kind === 'seal twice') await Promise.all([sealEvents(db), sealEvents(db)]);
    else if (open.length < 2) {
      const client = await db.pool.connect();
      await begin(client, isps[each.of]?.id ?? null, each.images);
      if (each.kind === 'open') open.push(client);
      else await client.query('ROLLBACK').then(() => client.release());
    }
  }
  while (open.length > 0) await commit();
}

it('whatever happened, only the audit that nobody touched is what was sealed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 14 }),
      fc.constantFrom(...Object.keys(TAMPERINGS)),
      fc.nat(1000),
      async (steps, name, number) => {
        const isps = [await makeIsp(db), await makeIsp(db)] as const;
        await live(steps, isps);
        await change(db, isps[0].id);
        await sealAll(db);
        for (const { id } of isps) expect((await tampered(db, id)).problems).toEqual([]);
        const noted = await headsOf(db.pool);
        const statements: Statement[] = [[TAMPERINGS[name] ?? '', [isps[0].id, number]]];
        expect((await tampered(db, isps[0].id, { statements, noted })).problems, name).not.toEqual([]);
        expect((await tampered(db, isps[1].id, { statements, noted })).problems, name).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

it.each(Object.keys(TAMPERINGS))('%s is found', async (name) => {
  const isp = await makeIsp(db);
  for (let i = 0; i < 3; i++) await change(db, isp.id, 2);
  await sealAll(db);
  const noted = await headsOf(db.pool);
  for (const number of [0, 1, 2]) {
    const statements: Statement[] = [[TAMPERINGS[name] ?? '', [isp.id, number]]];
    expect((await tampered(db, isp.id, { statements, noted })).problems).not.toEqual([]);
  }
});
