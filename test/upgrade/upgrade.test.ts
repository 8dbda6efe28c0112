import { describe, expect, it } from 'vitest';
import { keptReleases } from '../../scripts/upgrade/kept.ts';
import { callsTo } from '../fixtures/api.ts';
import { Browser } from '../fixtures/browser.ts';
import { auditFaults, billingFaults, ledgerFaults } from './faults.ts';
import { catalogIn, ROOT, releasedDatabase, Upgraded, withMigration } from './upgraded.ts';

const releases = await keptReleases(ROOT);
const started = await Promise.all(releases.map((kept) => Upgraded.start(kept)));
const untouched = await Promise.all(releases.map(async (kept) => ({ kept, url: await releasedDatabase(kept) })));

describe.each(started)('the data of $release.version in the present program', (upgraded) => {
  const { db, release, kept, baseUrl } = upgraded;
  const { ok } = callsTo(baseUrl);
  const owner = { userid: release.owner.userid, api_key: release.owner.api_key };

  it('had the schema that was released', async () => {
    if (upgraded.server === release.server) expect(upgraded.catalogBefore).toBe(await catalogIn(kept.folder));
  });

  it('have a ledger that adds up, and an audit that nobody has rewritten', async () => {
    expect(await ledgerFaults(db)).toEqual([]);
    expect(await auditFaults(db, kept)).toEqual([]);
  });

  it('are shown to the API key of their owner', async () => {
    const services = await ok<object[]>('service/list', { rows_limit: 100 }, owner);
    expect(services).toHaveLength(release.later.services.length);
    const invoices = await ok<object[]>('invoice/list', { rows_limit: 1 }, owner);
    expect(invoices).toHaveLength(1);
  });

  it('let their owner sign in by password', async () => {
    const { username } = release.owner;
    const { password } = release;
    expect(await new Browser(baseUrl).ok('login.start', { username, password })).toMatchObject({ next: 'done' });
  });

  it('let a subscriber log in, at the speed of the plan, and account', async () => {
    const { username } = release.subscriber;
    const explained = await ok<{ access: string; dl: string }>('radius/user/explain', { username }, owner);
    expect(explained).toMatchObject({ access: 'plan', dl: expect.stringMatching(/^[1-9]/) });
    expect((await upgraded.logIn())?.code).toBe('Access-Accept');
    expect((await upgraded.begin('10.9.9.9'))?.code).toBe('Accounting-Response');
    expect(await ok('radius/user/status', { username }, owner)).toMatchObject({ sessionid: 'upgraded' });
  });

  it('become in two month ends what the release would have made of them', async () => {
    expect(await billingFaults(db, kept)).toEqual([]);
    expect(await ledgerFaults(db)).toEqual([]);
  });
});

describe.each(untouched)('the data of $kept.release.version show a migration', ({ kept, url }) => {
  it('that their rows do not allow', async () => {
    const folder = await withMigration('ALTER TABLE crm.customer ADD CONSTRAINT planted CHECK (length(name) < 3);');
    await expect(Upgraded.migrate(url, folder)).rejects.toThrow(/planted/);
  });

  it('that damages money, the audit or services', async () => {
    const damage = `
      ALTER TABLE crm.service DISABLE TRIGGER USER;
      UPDATE crm.service SET os_amt = os_amt + 1 WHERE id = (SELECT min(id) FROM crm.service);
      ALTER TABLE auth.audit_event DISABLE TRIGGER USER;
      UPDATE auth.audit_event SET username = 'planted' WHERE id = (SELECT max(event_id) FROM auth.audit_seal);
      UPDATE crm.sub_plan SET amt1 = amt1 + 1, price = price + 1;`;
    const db = await Upgraded.database(url, await withMigration(damage));
    expect(await ledgerFaults(db)).not.toEqual([]);
    expect(await auditFaults(db, kept)).not.toEqual([]);
    expect((await billingFaults(db, kept)).length).toBeGreaterThan(5);
  });
});
