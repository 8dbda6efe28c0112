import { beforeAll, beforeEach, expect, it } from 'vitest';
import { SESSION_EFFECTS } from '../../../src/areas/network/sessions/effect-handlers.ts';
import {
  disconnectSessions,
  EFFECTS,
  refreshSessions,
  refreshSessionsOfServices,
} from '../../../src/core/network/effects.ts';
import { NO_NETWORK, type SessionAddress } from '../../../src/core/network/network.ts';
import { execute, query, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { contact, makeTenant, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
const { db } = api;
let tenant: Tenant;
let open: number;

beforeAll(async () => {
  tenant = await makeTenant(api);
  const { serviceid, ispid, nasid } = tenant;
  for (const session of ['s1', 's2']) {
    const [row] = await query<{ id: number }>(
      db.pool,
      sql`INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at, ended_at)
          VALUES (${ispid}, ${serviceid}, ${nasid}, '127.0.0.1', 'ravi', ${session}, now(), now(), ${session === 's1' ? new Date() : null})
          RETURNING id`,
    );
    open = row?.id ?? 0;
  }
});
beforeEach(() => execute(db.pool, sql`DELETE FROM crm.outbox`));

const outbox = () => query(db.pool, sql`SELECT kind, payload FROM crm.outbox ORDER BY id`);
const refresh = () => ({ kind: 'session_refresh', payload: { serviceId: tenant.serviceid } });

it('effects on live sessions are queued with the change, or not at all', async () => {
  const { serviceid } = tenant;
  const failed = db.transaction(async (tx) => {
    await refreshSessions(tx, serviceid);
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await outbox()).toEqual([]);
  await db.transaction((tx) => refreshSessions(tx, serviceid));
  expect(await outbox()).toEqual([refresh()]);
});

it('a disconnect names the open sessions, and services without one queue nothing', async () => {
  const { serviceid } = tenant;
  const payload = { serviceId: serviceid, sessions: [open] };
  await db.transaction((tx) => disconnectSessions(tx, serviceid));
  expect(await outbox()).toEqual([{ kind: 'session_disconnect', payload }]);
  await db.transaction(async (tx) => {
    await disconnectSessions(tx, serviceid + 1);
    await disconnectSessions(tx, serviceid);
    await refreshSessionsOfServices(tx, [serviceid + 1, serviceid]);
    await refreshSessions(tx, serviceid + 1);
  });
  expect(await outbox()).toEqual([
    { kind: 'session_disconnect', payload },
    { kind: 'session_disconnect', payload },
    refresh(),
  ]);
});

it('a disconnect ends sessions of the ISP of its service only, whatever it names', async () => {
  const other = await makeTenant(api);
  const disconnected: string[] = [];
  const network = {
    ...NO_NETWORK,
    disconnect: async ({ acctSessionId }: SessionAddress) => {
      disconnected.push(acctSessionId ?? '');
      return { result: 'acknowledged' } as const;
    },
  };
  const disconnect = SESSION_EFFECTS[EFFECTS.disconnect];
  await disconnect?.({ db, network }, { serviceId: other.serviceid, sessions: [open] });
  expect(disconnected).toEqual([]);
  await disconnect?.({ db, network }, { serviceId: tenant.serviceid, sessions: [open] });
  expect(disconnected).toEqual(['s2']);
});

it('sessions are refreshed on changes of plan rates, service access and ISP settings', async () => {
  const { me, planid: id, serviceid, ispid } = tenant;
  await api.ok('plan/update', { id, name: 'Faster' }, me);
  await api.ok('service/update', { serviceid, tax_id: 'X1' }, me);
  await api.ok('isp/settings_update', { ispid, np_dl: 256 }, me);
  expect(await outbox()).toEqual([]);
  await api.ok('plan/update', { id, bw1_dl: 40960 }, me);
  expect(await outbox()).toEqual([refresh()]);
  await api.ok('service/update', { serviceid, mac: 'aa:bb:cc:dd:ee:ff', mac_bind: 'Manual' }, me);
  expect(await outbox()).toEqual([refresh(), refresh()]);
  await execute(db.pool, sql`UPDATE crm.service SET status = 'NP' WHERE id = ${serviceid}`);
  await api.ok('isp/settings_update', { ispid, np_dl: 128 }, me);
  expect(await outbox()).toEqual([refresh(), refresh(), refresh()]);
});

it('sessions are refreshed when the NAS IP pool of their plan is renamed', async () => {
  const { me, planid, ispid } = tenant;
  const id = await api.ok<number>('radius/nas/ippool_create', { ispid, name: 'gold' }, me);
  await api.ok('radius/nas/ippool_update', { id, name: 'silver' }, me);
  await api.ok('plan/update', { id: planid, bw_mgmt: 'NAS IP Pool', bw1_pool: id }, me);
  await execute(db.pool, sql`DELETE FROM crm.outbox`);
  await api.ok('radius/nas/ippool_update', { id, name: 'silver', notes: 'second rack' }, me);
  expect(await outbox()).toEqual([]);
  await api.ok('radius/nas/ippool_update', { id, name: 'bronze' }, me);
  expect(await outbox()).toEqual([refresh()]);
});

it('sessions of a reseller are refreshed when their NAS is no longer shared with it', async () => {
  const { me, nasid: id, resellerid } = tenant;
  const fields = { type: 'Reseller', name: 'Another', code: 'AN1', invoice_by: 'ISP', payment_by: 'ISP', ...contact };
  const another = await api.ok<number>('reseller/create', fields, me);
  await api.ok('radius/nas/update', { id, resellers: `${resellerid},${another}` }, me);
  await api.ok('radius/nas/update', { id, resellers: `${resellerid}` }, me);
  await api.ok('radius/nas/update', { id, description: 'second rack' }, me);
  expect(await outbox()).toEqual([]);
  await api.ok('radius/nas/update', { id, resellers: `${another}` }, me);
  expect(await outbox()).toEqual([refresh()]);
  await api.ok('radius/nas/update', { id, resellers: '0' }, me);
  expect(await outbox()).toEqual([refresh()]);
});
