import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../fixtures/database.ts';
import { loosenTables } from './loose-tables.ts';

const db = await freshDatabase();
const tables = await loosenTables(db, 'directory_');

/** What nodes know of a table: its subject, the column with the subject's id, and what they follow (all columns where null). */
const FOLLOWED: Record<string, { subject: string; id?: string; columns: readonly string[] | null }> = {
  'crm.isp': { subject: 'isp', columns: ['name', 'code', 'deleted_at'] },
  'crm.isp_setting': { subject: 'isp_setting', id: 'isp_id', columns: null },
  'crm.reseller': { subject: 'reseller', columns: ['isp_id', 'type', 'code', 'credit_limit', 'deleted_at'] },
  'crm.plan': { subject: 'plan', columns: null },
  'crm.service': {
    subject: 'service',
    columns: [
      ...['isp_id', 'reseller_id', 'plan_id', 'sub_plan_id', 'period_id', 'username', 'password_enc', 'status'],
      ...['status_before', 'grace_upto', 'promise_upto', 'prepaid_postpaid', 'protocol', 'ip_assignment', 'ip_pool_id'],
      ...['ip6_prefix', 'pd_prefix'],
      ...['staticip', 'mac', 'mac_bind', 'mac_generation', 'bill_from', 'valid_from', 'valid_upto', 'location_code'],
      ...['sub_location_code', 'session_limit', 'deleted_at'],
    ],
  },
  'crm.service_identity': { subject: 'service', id: 'service_id', columns: null },
  'crm.service_problem': { subject: 'service', id: 'service_id', columns: ['access_upto'] },
  'crm.period': {
    subject: 'service',
    id: 'service_id',
    columns: ['starts_on', 'ends_on', 'quota_bytes', 'voided_at'],
  },
  'crm.topup': { subject: 'service', id: 'service_id', columns: ['bytes_total', 'ended_at'] },
  'radius.nas': { subject: 'nas', columns: null },
  'radius.nas_heard': {
    subject: 'nas',
    id: 'nas_id',
    columns: ['says_ip', 'says_ip6', 'says_identifier', 'coa_name'],
  },
  'radius.realm_rule': { subject: 'isp', id: 'isp_id', columns: null },
  'radius.proxy': { subject: 'proxy', columns: null },
  'radius.nas_share': { subject: 'nas_share', id: 'nas_id', columns: null },
  'radius.nas_ip_pool': { subject: 'nas_ip_pool', columns: null },
  'radius.ip_pool': { subject: 'ip_pool', columns: null },
  'radius.ip6_pool': { subject: 'ip6_pool', columns: null },
};

const client = new pg.Client(db.url);
let heard: string[] = [];
/** A session hears its own notices before its statement is done. */
async function noticesOf(statement: string): Promise<string[]> {
  heard = [];
  await client.query(statement);
  return heard.sort();
}

beforeAll(async () => {
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.connect();
  await client.query('LISTEN directory');
});
afterAll(() => client.end());

/** Rows that have nothing but their keys, with these numbers. */
const insert = (table: string, keys: readonly string[], id: string, from: number, upto = from) => {
  const names = [...new Set([...keys, id])];
  return `INSERT INTO ${table} (${names}) SELECT ${names.map(() => 'n')} FROM generate_series(${from}, ${upto}) n`;
};

describe('notices of channel directory', () => {
  it('come from these tables', () => {
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(FOLLOWED).sort());
  });

  it.each(tables)(
    'tell of each column of $name that nodes follow, and of no other',
    async ({ name, keys, columns }) => {
      const { subject = '', id = 'id', columns: followed = null } = FOLLOWED[name] ?? {};
      expect(columns.map((column) => column.name)).toEqual(expect.arrayContaining([...(followed ?? [])]));
      expect(await noticesOf(insert(name, keys, id, 7))).toEqual([`${subject}:7`]);
      // A row is known by what tells it apart, so that is not seen to change.
      for (const column of columns.filter(
        (each) => each.name !== id && each.name !== (keys.includes('id') ? 'id' : id),
      )) {
        const expected = followed === null || followed.includes(column.name) ? [`${subject}:7`] : [];
        const set = (value: string) => noticesOf(`UPDATE ${name} SET ${column.name} = ${value}`);
        await set('NULL').catch(() => undefined);
        for (const value of [...column.values, column.values[0]])
          expect({ column: column.name, value, notices: await set(value) }).toEqual({
            ...{ column: column.name, value },
            notices: expected,
          });
        expect(await set(column.values[0])).toEqual([]);
      }
      expect(await noticesOf(`DELETE FROM ${name}`)).toEqual([`${subject}:7`]);
    },
  );

  it.each(tables)('of $name are one for all rows where a statement changes more than a hundred', async (table) => {
    const { name, keys, columns } = table;
    const { subject = '', id = 'id', columns: followed = null } = FOLLOWED[name] ?? {};
    const column = columns.find((each) => followed?.includes(each.name) ?? ![...keys, id].includes(each.name));
    const set = `SET ${column?.name ?? keys[1]} = ${column?.values[0] ?? 17}`;
    const each = Array.from({ length: 100 }, (_, i) => `${subject}:${1001 + i}`).sort();
    expect(await noticesOf(insert(name, keys, id, 1001, 1100))).toEqual(each);
    expect(await noticesOf(`UPDATE ${name} ${set}`)).toEqual(each);
    expect(await noticesOf(`UPDATE ${name} ${set}`)).toEqual([]);
    expect(await noticesOf(`DELETE FROM ${name}`)).toEqual(each);
    const all = [`${subject}:*`];
    expect(await noticesOf(insert(name, keys, id, 1001, 1101))).toEqual(all);
    expect(await noticesOf(`UPDATE ${name} ${set} WHERE ${id} > 1001`)).toEqual(
      each.map((notice) => next(notice)).sort(),
    );
    await noticesOf(`DELETE FROM ${name}`);
    await noticesOf(insert(name, keys, id, 1001, 1101));
    expect(await noticesOf(`UPDATE ${name} ${set}`)).toEqual(all);
    expect(await noticesOf(`DELETE FROM ${name}`)).toEqual(all);
  });

  it('of a service are one, however many of its periods a statement changes', async () => {
    const periods = 'INSERT INTO crm.period (service_id) SELECT 7 FROM generate_series(1, 150)';
    expect(await noticesOf(periods)).toEqual(['service:7']);
    expect(await noticesOf('UPDATE crm.period SET quota_bytes = 17')).toEqual(['service:7']);
    expect(await noticesOf('DELETE FROM crm.period')).toEqual(['service:7']);
  });
});

const next = (notice: string) => notice.replace(/\d+$/, (id) => String(Number(id) + 1));
