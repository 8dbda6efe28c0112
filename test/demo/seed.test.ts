import { expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { query, sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { makeDemo } from './made.ts';

/** Everything that is not random by its nature, such as keys and salts. */
function contents(db: Database) {
  return Promise.all([
    query(
      db.pool,
      sql`SELECT id, username, status, os_amt::text, valid_upto, mac, staticip::text FROM crm.service ORDER BY id`,
    ),
    query(
      db.pool,
      sql`SELECT id, service_id, amt::text, mode, status, ref_no, created_at FROM crm.payment ORDER BY id`,
    ),
    query(db.pool, sql`SELECT id, document_no, total::text, issued_on, paid_at FROM crm.invoice ORDER BY id`),
    query(db.pool, sql`SELECT id, name, status, created_at FROM crm.lead ORDER BY id`),
    query(
      db.pool,
      sql`SELECT username, acct_session_id, started_at, ended_at, in_bytes::text, out_bytes::text, ip::text
          FROM radius.session_all ORDER BY started_at, username, acct_session_id`,
    ),
    query(db.pool, sql`SELECT at, username, response, reason FROM radius.auth_log ORDER BY at, username, response`),
  ]);
}

it('is the same for the same seed, and another for another', async () => {
  const [one, same, other] = [await freshDatabase(), await freshDatabase(), await freshDatabase()];
  const size = { days: 40, subscribers: 24 };
  await makeDemo(one, { ...size, seed: 'first' });
  await makeDemo(same, { ...size, seed: 'first' });
  await makeDemo(other, { ...size, seed: 'second' });
  const made = await contents(one);
  expect(await contents(same)).toEqual(made);
  expect(await contents(other)).not.toEqual(made);
});
