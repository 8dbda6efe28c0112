import { describe, expect, it } from 'vitest';
import { PERSON_SOURCES } from '../../../src/areas/care/persons/sources.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeUser } from '../../fixtures/tenants.ts';
import { PDF, uploaded } from '../../fixtures/uploads.ts';
import { wholeTenant } from '../../rpc/whole-tenant.ts';
import { elsewhere } from './care-tenant.ts';

type Rows = readonly Readonly<Record<string, unknown>>[];

const api = await startApi();
const mine = await wholeTenant(api);
const theirs = await wholeTenant(api);
const { me, customerid, ispid, resellerid, username } = mine;
const reason = 'The customer asked for it';

describe('everything about a person', () => {
  it('is one file with the records of each kind and the documents themselves', async () => {
    await api.ok('note/create', { customerid, text: 'pays in cash' }, me);
    await uploaded(api, { customerid, kind: 'Identity', name: 'Passport' }, me);
    const { status, headers, result } = await api.call('customer/export_person', { customerid, reason }, me);
    expect(status).toBe(200);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="person-\d+-[\d-]{10}\.json"$/);
    const person = JSON.parse(String(result)) as Readonly<Record<string, Rows>>;
    expect(person.customers).toMatchObject([{ id: customerid, name: 'Ravi' }]);
    expect(person.services).toEqual(
      expect.arrayContaining([expect.objectContaining({ username, password_enc: '***' })]),
    );
    expect(person.notes?.map(({ text }) => text)).toContain('pays in cash');
    const passport = person.documents?.find(({ name }) => name === 'Passport');
    expect(Buffer.from(String(passport?.content), 'base64')).toEqual(PDF);
    expect(person.left_out).toEqual([]);
    for (const { name } of PERSON_SOURCES) expect(person[name]).toBeInstanceOf(Array);
    expect(JSON.stringify(person)).not.toContain(theirs.username);
  });

  it('is taken by the ISP itself, who says why', async () => {
    const ofReseller = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
    const support = await makeUser(api, me, { ispid, roles: 'Support' });
    const far = await elsewhere(api, mine);
    const take = (fields: Record<string, string | number>, as = me) => api.call('customer/export_person', fields, as);
    expect(await take({ customerid, reason }, ofReseller)).toMatchObject({
      ...{ status: 403, error: 'only the ISP itself takes all that is held about a person' },
    });
    expect((await take({ customerid, reason }, support)).status).toBe(403);
    expect((await take({ customerid, reason }, far)).status).toBe(403);
    expect((await take({ customerid })).status).toBe(400);
    expect((await take({ customerid: theirs.customerid, reason })).status).toBe(404);
    const audit = await api.ok('audit/list', { rows_limit: 100, sort_order: 'desc' }, me);
    expect(JSON.stringify(audit)).toContain(reason);
  });

  it('knows every table that names a customer or a service, or says why not', async () => {
    const { rows } = await api.db.pool.query<{ name: string }>(
      `SELECT DISTINCT n.nspname || '.' || c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE a.attname IN ('customer_id', 'service_id') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND n.nspname IN ('crm', 'crm_archive', 'radius', 'auth') ORDER BY 1`,
    );
    const known = [...PERSON_SOURCES.map(({ table }) => table), 'crm.file', ...Object.keys(LEFT_OUT)];
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  });
});

/** What says nothing of a person that other records do not, or is gone within a day. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'auth.sign_in_code': 'codes of ten minutes',
  'crm.care_caller': 'calls at a menu, for a day',
  'crm.credit_usage': 'of the ISP',
  'crm.customer_erasure': 'of customers of whom nothing else is left',
  'crm.hotspot_code': 'codes of guests, of whom nothing is known',
  'crm.event': 'what other records say, for other systems',
  'crm.unnumbered_event': 'the same',
  'crm.ledger_account': 'the books of bills and payments',
  'crm.ledger_entry': 'the same',
  'crm.service_clock': 'when billing looks again',
  'crm.service_problem': 'a mistake of ours',
  'crm.wallet_txn': 'of the reseller',
  'radius.ip_address': 'the address that the service has',
  'radius.ip6_claim': 'the same',
  'radius.hotspot_ticket': 'log-ins of guests, for a minute',
  'radius.refusal_hour': 'what log-ins add up to',
  'radius.usage': 'what the days add up to',
};
