import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { octetText, shownOctetText, storedOctetText } from '../../../src/core/network/octet-text.ts';
import { execute, query, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
const { pool } = api.db;
let tenant: Tenant;

/** As sent by a NAS, as stored, as shown. */
const SENT = Buffer.from([0x72, 0xff, 0x00, 0x1b, 0x5b, 0xc2, 0x85, 0xc3, 0xa9]);
const KEPT = octetText(SENT, 0, SENT.length);
const SHOWN = 'r\\xff\\x00\\x1b[\\xc2\\x85é';

beforeAll(async () => {
  tenant = await makeTenant(api);
  const { ispid, nasid } = tenant;
  for (const ended of [sql`NULL`, sql`now()`]) {
    await execute(
      pool,
      sql`INSERT INTO radius.session (isp_id, nas_id, nas_ip, username, acct_session_id, nas_port, started_at, updated_at, ended_at)
          VALUES (${ispid}, ${nasid}, '127.0.0.1', ${KEPT}, ${`s${KEPT}`}, ${KEPT}, now(), now(), ${ended})`,
    );
  }
  await execute(
    pool,
    sql`INSERT INTO radius.auth_log (at, isp_id, nas_id, nas_ip, username, response)
        VALUES (now(), ${ispid}, ${nasid}, '127.0.0.1', ${KEPT}, 'Access-Reject')`,
  );
  await execute(
    pool,
    sql`INSERT INTO radius.unknown_nas (ip, packets, last_identifier) VALUES ('192.0.2.9', 1, ${KEPT})`,
  );
});

describe('octets of a NAS that are not UTF-8', () => {
  it('are shown as escapes wherever they are listed', async () => {
    const { me } = tenant;
    expect(await api.ok('radius/user/online', {}, me)).toEqual({ [`s${SHOWN}`]: SHOWN });
    const log = await api.ok('radius/user/session_log', {}, me);
    expect(log).toMatchObject([
      { sessionid: `s${SHOWN}`, username: SHOWN },
      { sessionid: `s${SHOWN}`, username: SHOWN },
    ]);
    expect(await api.ok('radius/nas/unknown', {}, api.admin)).toMatchObject([{ nas_identifier: SHOWN }]);
  });

  it('are found as they are shown', async () => {
    const { me } = tenant;
    const session = { sessionid: `s${SHOWN}`, nasport: SHOWN };
    for (const username of [SHOWN, SHOWN.replace('\\xff', '\\xFF')]) {
      expect(await api.ok('radius/user/status', { username }, me)).toMatchObject(session);
      expect(await api.ok('radius/user/last_online', { username }, me)).toMatchObject(session);
      expect(await api.ok('radius/user/auth_log', { username }, me)).toMatchObject([{ username: SHOWN }]);
      await api.ok('radius/user/disconnect', { username }, me);
    }
    expect(api.network.asked).toMatchObject([
      { username: KEPT, acctSessionId: `s${KEPT}` },
      { username: KEPT, acctSessionId: `s${KEPT}` },
    ]);
    expect((await api.call('radius/user/status', { username: 'r' }, me)).status).toBe(404);
  });

  it('are shown alike by the database and the program', async () => {
    const octets = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 20 }).map((text) => new Uint8Array(Buffer.from(text, 'utf8'))),
    );
    const kept = fc.sample(octets, 500).map((each) => octetText(Buffer.from(each), 0, each.length));
    const rows = await query<{ shown: string }>(
      pool,
      sql`SELECT radius.shown(kept) AS shown FROM unnest(${kept}::text[]) WITH ORDINALITY AS t (kept, n) ORDER BY n`,
    );
    expect(rows.map(({ shown }) => shown)).toEqual(kept.map(shownOctetText));
    const plain = kept.filter((each) => !each.includes('\\'));
    expect(plain.map((each) => storedOctetText(shownOctetText(each)))).toEqual(plain);
  });
});

it.each(['a\uf7ffb', '\uf700', 'a\u0000', 'a\u001bb', 'a\u0085'])(
  'no service and no login user is named %j',
  async (username) => {
    const parameters = { customerid: tenant.customerid, planid: tenant.planid, subplanid: tenant.subplanid, username };
    const service = await api.call('service/create', parameters, tenant.me);
    expect(service.error).toContain('username: must be 1 to 64 characters without %');
    const user = await api.call('auth/user/create', { username, password: 'correct-horse' }, tenant.me);
    expect(user.error).toContain('username: must be 1 to 64 characters without spaces, %, control or private-use');
  },
);
