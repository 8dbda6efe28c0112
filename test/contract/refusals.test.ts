import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Credentials, startApi } from '../fixtures/api.ts';
import { contact, makeTenant, type Tenant } from '../fixtures/tenants.ts';
import { type Breach, breachesOf } from './breaches.ts';
import { servedOf } from './probe.ts';
import { contract, extensions } from './table.ts';

/** Every conditional requirement of the contract, broken through the documented call: one sentence, and nothing changed. */
const api = await startApi();
const cases = [...servedOf(contract), ...servedOf(extensions)].flatMap(({ name, endpoint }) =>
  breachesOf(endpoint).map((breach) => [name, breach.why, breach] as const),
);

let tenant: Tenant;
let leadid: number;
beforeAll(async () => {
  tenant = await makeTenant(api);
  const lead = { resellerid: tenant.resellerid, name: 'Asha', address: '2 Main Road', source: 'Web', ...contact };
  leadid = await api.ok<number>('lead/create', lead, tenant.me);
});

describe('the documented calls refuse', () => {
  it.each(cases)('%s when %s', async (path, _why, breach) => {
    const before = await changes(api);
    const answer = await api.call(path, realIds(path, breach), callerOf(breach));
    expect(answer.result).toBeNull();
    expect([400, 403], answer.error ?? '').toContain(answer.status);
    expect(answer.error).toMatch(new RegExp(`(^|; )${breach.names}: `));
    expect(await changes(api)).toBe(before);
  });
});

const changes = (of: Api) => of.db.prisma.auditEvent.count();
/** A requirement without a condition on the parameters is one on the caller: the server administrator has no ISP or reseller. */
const callerOf = ({ caller }: Breach): Credentials => (caller === undefined ? tenant.me : api.admin);

/** The table's examples have invented ids; these records exist. */
function realIds(path: string, { texts }: Breach): Record<string, string | number> {
  const own: Record<string, string | number> = {
    ispid: tenant.ispid,
    resellerid: tenant.resellerid,
    customerid: tenant.customerid,
    planid: tenant.planid,
    subplanid: tenant.subplanid,
    serviceid: tenant.serviceid,
    location_code: 'BLR',
    sub_location_code: 'BLR-N',
  };
  const ids: Record<string, string | number> = { lead: leadid, plan: tenant.planid, radius: tenant.nasid };
  const id = path.includes('subplan') ? tenant.subplanid : (ids[path.split('/')[0] ?? ''] ?? tenant.me.userid);
  const known = { ...own, id };
  return Object.fromEntries(
    Object.entries(texts).map(([name, value]) => [
      name,
      name in known && value !== '0' ? (known[name as keyof typeof known] ?? value) : value,
    ]),
  );
}
