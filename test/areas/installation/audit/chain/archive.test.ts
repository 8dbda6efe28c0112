import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { archive } from '../../../../../src/areas/installation/archive/archive.ts';
import { headsOf, type SignedHead } from '../../../../../src/areas/installation/audit/chain/heads.ts';
import { announceRemoval } from '../../../../../src/areas/installation/audit/chain/remove-seals.ts';
import { readConfig } from '../../../../../src/config/config.ts';
import { makeIsp } from '../../../../factories/tenants.ts';
import { freshDatabase } from '../../../../fixtures/database.ts';
import { change, sealAll, tampered } from './history.ts';

const db = await freshDatabase();
/** What is made today is of a month that is old enough by then. */
const LATER = new Date(Date.now() + 70 * 86_400_000);

const runArchive = (settings: Record<string, string>) =>
  archive(
    {
      ...{ db, metrics: new Registry(), clock: { now: () => LATER } },
      config: readConfig({ ARCHIVE_AFTER_DAYS: '31', RETENTION_AUDIT_DAYS: '0', ...settings }),
    },
    { signal: new AbortController().signal, pauseMs: 20 },
  );

const RETENTION = { RETENTION_AUDIT_DAYS: '31' };

let isp: { readonly id: number };
let noted: SignedHead[];

beforeEach(async () => {
  isp = await makeIsp(db);
  noted = [];
  for (let i = 0; i < 3; i++) {
    await change(db, isp.id, 2);
    await sealAll(db);
    noted.push(...(await headsOf(db.pool, { ispId: isp.id })));
  }
});

const rowsIn = async (table: string): Promise<number> => {
  const { rows } = await db.pool.query(`SELECT count(*) FROM ${table} WHERE isp_id = $1`, [isp.id]);
  return rows[0].count;
};

describe('archived events', () => {
  it('are what was sealed', async () => {
    await runArchive({});
    expect([await rowsIn('auth.audit_event'), await rowsIn('crm_archive.audit_event')]).toEqual([0, 3]);
    const { chain, problems } = await tampered(db, isp.id, { noted });
    expect([chain.sealed, chain.removed, problems]).toEqual([3, 0, []]);
  });

  it.each(['audit_event', 'audit_change'])('that were changed or removed in %s are named', async (table) => {
    await runArchive({});
    const text =
      table === 'audit_event'
        ? `UPDATE crm_archive.audit_event SET username = 'x' WHERE isp_id = $1`
        : `DELETE FROM crm_archive.audit_change c USING crm_archive.audit_event e WHERE e.id = c.event_id AND e.isp_id = $1`;
    const { problems } = await tampered(db, isp.id, { statements: [[text, [isp.id]]] });
    expect(problems).toHaveLength(3);
  });

  it('that were archived before their seal are sealed where they are', async () => {
    await change(db, isp.id);
    await runArchive({});
    await sealAll(db);
    const { chain, problems } = await tampered(db, isp.id);
    expect([chain.sealed, problems]).toEqual([4, []]);
  });
});

describe('events past their retention', () => {
  it('take their seals along, and the chain goes on from there', async () => {
    await runArchive(RETENTION);
    expect([await rowsIn('crm_archive.audit_event'), await rowsIn('auth.audit_seal')]).toEqual([0, 1]);
    const removed = await tampered(db, isp.id, { noted, now: LATER });
    expect([removed.chain.sealed, removed.chain.removed, removed.problems]).toEqual([1, 1, []]);
    await change(db, isp.id);
    await sealAll(db);
    const { chain, problems } = await tampered(db, isp.id, { noted, now: LATER });
    expect([chain.last?.seq, chain.sealed, problems]).toEqual([4, 2, []]);
  });

  it('are missing by right at every moment of the removal', async () => {
    await runArchive({});
    await announceRemoval(db, LATER.toISOString().slice(0, 10));
    expect((await tampered(db, isp.id, { now: new Date(LATER.getTime() + 40 * 86_400_000) })).problems).toEqual([]);
    await db.pool.query(`SELECT auth.remove_archived_audit($1, 1000)`, [LATER]);
    const { chain, problems } = await tampered(db, isp.id, { now: new Date(LATER.getTime() + 40 * 86_400_000) });
    expect([chain.sealed, chain.removed, problems]).toEqual([3, 3, []]);
  });

  it('keep their seals while one of them is still there', async () => {
    await change(db, isp.id);
    await sealAll(db);
    const { rows } = await db.pool.query(
      `SELECT event_id AS id FROM auth.audit_seal WHERE isp_id = $1 ORDER BY seq OFFSET 1 LIMIT 1`,
      [isp.id],
    );
    await db.pool.query(`BEGIN; SET LOCAL lastmile.archiving = 'on';
      DELETE FROM auth.audit_change c USING auth.audit_event e WHERE e.id = c.event_id AND e.isp_id = ${isp.id} AND e.id <> ${rows[0].id};
      DELETE FROM auth.audit_event WHERE isp_id = ${isp.id} AND id <> ${rows[0].id}; COMMIT`);
    const remove = 'SELECT auth.remove_seals($1, $2, 1000) AS removed';
    expect((await db.pool.query(remove, [isp.id, LATER])).rows).toEqual([{ removed: 1 }]);
    expect((await db.pool.query(remove, [isp.id, LATER])).rows).toEqual([{ removed: 0 }]);
  });

  it('cannot be named as an excuse for seals that were noted later', async () => {
    await runArchive(RETENTION);
    const later = noted.map((head) => ({ ...head, sealed_at: LATER.toISOString() }));
    expect((await tampered(db, isp.id, { noted: later, now: LATER })).problems).toEqual([
      expect.stringContaining('seal 1 of 20'),
    ]);
  });
});
