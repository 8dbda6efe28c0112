import { expect, it } from 'vitest';
import { unseal } from '../../src/db/seal.ts';
import { SECRETS_KEYS } from '../factories/services.ts';
import { startApi } from '../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../fixtures/ledger.ts';
import { counted, dump, emptyIsp, type Line, movingTo } from './moving.ts';

const api = await startApi();
const moving = await movingTo(api);
verifyLedgerAfterAll(api);

const of = (report: readonly Line[], kind: string, key: string) =>
  report.find((line) => line.kind === kind && line.key === key);
const decisions = (report: readonly Line[]) =>
  report.map(({ outcome, kind, key, reason }) => [outcome, kind, key, reason]);

it('a dump of daloRADIUS by mariadb-dump becomes customers, services, plans, NASes and sessions', async () => {
  const isp = await emptyIsp(api, 'MARIA');
  const words = [
    '--isp',
    'MARIA',
    '--format',
    'freeradius-mysql',
    '--file',
    dump('mariadb.sql'),
    '--mapping',
    await moving.mapping(),
  ];
  const dry = await moving.import(...words, '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(await counted(api, isp)).toEqual({ customers: 0, services: 0, plans: 0, nases: 0, sessions: 0, keys: 0 });
  const real = await moving.import(...words);
  expect(real).toMatchObject({ code: 0, err: '' });
  expect(decisions(real.report)).toEqual(decisions(dry.report));
  const { report } = real;
  const services = await api.db.prisma.service.findMany({
    where: { ispId: isp },
    include: { plan: true, subPlan: true, customer: true },
  });
  const byName = new Map(services.map((service) => [service.username, service]));
  const anna = byName.get('anna');
  expect(anna).toMatchObject({ status: 'Active', macBind: 'Manual', mac: 'aa:bb:cc:00:11:22', ipAssignment: 'NAS' });
  expect(anna?.validUpto?.toISOString().slice(0, 10)).toBe('2031-12-31');
  expect(unseal(SECRETS_KEYS, 'service.password', anna?.passwordEnc ?? Buffer.alloc(0))).toBe(`pa'ss\\w"ord`);
  expect(anna?.plan).toMatchObject({
    name: 'gold',
    bw1Ul: 10_000,
    bw1Dl: 20_000,
    bw1Burst: '20M/40M 8M/16M 8/8',
    sessionLimit: 3,
  });
  expect([anna?.sessionLimit, byName.get('fay')?.sessionLimit, byName.get('erik')?.sessionLimit]).toEqual([
    null,
    2,
    null,
  ]);
  expect(of(report, 'service', 'erik')?.notes).toContain('Simultaneous-Use of 5 is not imported');
  expect(anna?.customer).toMatchObject({
    name: 'Anna',
    surname: "O'Neil",
    mobile: '+49 30 1234567',
    otherMobiles: ['+49 30 7654321'],
    street: '1 Main\nRoad',
    notes: 'back\\slash, "quotes"; tab\there',
  });
  expect(byName.get('erik')).toMatchObject({
    staticip: '203.0.113.9',
    plan: { bw1Dl: 8_000, bw1Ul: 2_000 },
    customer: { type: 'Organisation' },
  });
  expect(Number(byName.get('erik')?.subPlan.price)).toBe(29.9);
  expect(byName.get('fay')).toMatchObject({
    plan: { name: '10000k/5000k' },
    customer: { name: "Robert'); DROP TABLE Students;--" },
  });
  expect(byName.get('hana')).toMatchObject({ status: 'NewRequest' });
  expect(byName.get('late')).toMatchObject({ status: 'NPD' });
  expect(unseal(SECRETS_KEYS, 'service.password', byName.get('jörg')?.passwordEnc ?? Buffer.alloc(0))).toBe('grüße');
  const [session] = await api.db.prisma.session.findMany({ where: { ispId: isp } });
  expect(session).toMatchObject({
    serviceId: anna?.id,
    acctSessionId: 's-open',
    inBytes: 5_000_000_000n,
    endedAt: null,
  });
  for (const [kind, key, reason] of [
    ['service', 'bob', /Crypt-Password, which cannot be reversed/],
    ['service', 'carl', /group nowhere has no attributes/],
    ['service', 'dora', /two different passwords/],
    ['service', 'gus', /“whenever”, which is not a date/],
    ['service', 'kim', /customer kim was not imported/],
    ['customer', 'kim', /mobile: is required/],
    ['service', 'lena', /“fast”, which is not valid/],
    ['nas', '10.1.0.0/24', /needs one address/],
    ['session', 'u4', /no service nobody/],
  ] as const)
    expect(of(report, kind, key), key).toMatchObject({ outcome: 'refused', reason: expect.stringMatching(reason) });
  expect(of(report, 'session', 'u2')).toMatchObject({ outcome: 'omitted' });
  const again = await moving.import(...words);
  expect(again.report.filter(({ outcome }) => outcome === 'imported')).toEqual([]);
  expect(again.report.filter(({ outcome }) => outcome === 'present').length).toBe(
    report.filter(({ outcome }) => outcome === 'imported').length,
  );
});
