import { beforeAll, describe, expect, it } from 'vitest';
import { readPerson } from '../../../../src/areas/installation/erasure/person.ts';
import { TREATMENTS } from '../../../../src/areas/installation/erasure/treatments.ts';
import { TENANCY } from '../../../../src/areas/installation/tenants/tenancy.ts';
import { startApi } from '../../../fixtures/api.ts';
import { simulatedProviders } from '../../../fixtures/payment-providers.ts';
import { wholeTenant } from '../../../rpc/whole-tenant.ts';
import { sealAll } from '../audit/chain/history.ts';
import { verifyAudit } from '../../../../src/areas/installation/audit/chain/verify.ts';
import { finish } from './finish.ts';
import { findTraces, MARKERS, plant } from './planted.ts';

const api = await startApi(await simulatedProviders());
const mine = await wholeTenant(api);
const theirs = await wholeTenant(api);
const { me, customerid, ispid, serviceid } = mine;
const reason = 'Asked for in writing';

describe('erasing a person', () => {
  it('knows every table', () => {
    expect(Object.keys(TREATMENTS).sort()).toEqual(Object.keys(TENANCY).sort());
  });

  it('leaves no trace in any column of the database', async () => {
    const { text } = MARKERS;
    await api.ok('customer/update', { customerid, name: text, street: `${text} road`, email: `${text}@example.net` }, me);
    await api.ok('note/create', { customerid, text }, me);
    await api.ok('service/update', { serviceid, username: text }, me);
    await finish(api, mine);
    await sealAll(api.db);
    const person = await readPerson(api.db.pool, ispid, customerid);
    const planted = await plant(api.db, person);
    console.log(planted.size);
    expect(await api.ok('customer/erase', { customerid, reason }, me)).toBe('Done');
    expect((await findTraces(api.db, Object.values(MARKERS))).sort()).toEqual([]);
    await sealAll(api.db);
    for await (const chain of verifyAudit(api.db, { ispId: ispid, now: new Date(), secretsKeys: api.kernel.secretsKeys }))
      expect([chain.findings.shown, chain.erased]).toEqual([[], 1]);
  });
});
