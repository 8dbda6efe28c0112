import { afterAll, describe, expect, it } from 'vitest';
import { addLevel1Volume, openPeriodUsage } from '../../src/areas/money/usage/period.ts';
import type { VendorName } from '../../src/areas/network/nas/vendors.ts';
import { createLog } from '../../src/config/log.ts';
import { refreshSessions } from '../../src/core/network/effects.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { Outbox } from '../../src/jobs/outbox.ts';
import { describe as describePacket } from '../../src/radius/protocol/dictionary/describe.ts';
import { makeIpPool, makeNas } from '../factories/network.ts';
import { type MadePlan, makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { dayFromToday, makeService, type ServiceOptions } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import type { Decoded } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { Subscriber } from './fixtures/subscriber.ts';
import { TestNas } from './fixtures/test-nas.ts';
import { frame, parsed } from './protocol/packet/requests.ts';

const db = await freshDatabase();
const isp = await makeIsp(db, { settings: { npDl: 256, npUl: 128 } });
const rates = { bw1Dl: 20_000, bw1Ul: 10_000, bw2Dl: 4_000, bw2Ul: 2_000, bw3Dl: 1_000, bw3Ul: 500 };
const plan = await makePlan(db, isp, rates);
const server = await startTestServer(db);
const outbox = await Outbox.start(
  { db, log: createLog('silent'), network: server.network },
  { firstPauseMs: 300, pollMs: 50 },
);
afterAll(() => outbox.stop());

const MB = 2n ** 20n;

/** A NAS of the vendor with a subscriber whose levels hold 10, 5 and 3 MB. */
async function begin(
  vendor: VendorName,
  { on = plan, ...service }: ServiceOptions & { on?: MadePlan } = {},
): Promise<{ nas: CoaNas; subscriber: Subscriber; serviceId: number; topUp(bytes: bigint): Promise<void> }> {
  const ip = `127.3.${nextNumber() >> 8}.${nextNumber() & 255}`;
  const nas = await CoaNas.open(ip);
  const row = await makeNas(db, isp, { vendor, ip, coaPort: nas.port });
  const sender = await TestNas.open(row);
  afterAll(() => {
    nas.close();
    sender.close();
  });
  await until(async () => (await server.metric('lastmile_radius_nases')) === (await db.prisma.nas.count()));
  const made = await makeService(db, on, service);
  const period = await db.prisma.period.create({
    data: {
      serviceId: made.id,
      ispId: isp.id,
      planId: on.id,
      subPlanId: on.subPlan.id,
      startsOn: dayFromToday(0),
      endsOn: dayFromToday(30),
    },
  });
  const caps = { level1: 10n * MB, level2: 5n * MB, level3: 3n * MB };
  await db.transaction((tx) => openPeriodUsage(tx, { serviceId: made.id, periodId: period.id, caps }));
  return {
    nas,
    subscriber: new Subscriber(server, sender, made),
    serviceId: made.id,
    topUp: async (bytes) => void (await execute(db.pool, addLevel1Volume(made.id, bytes))),
  };
}

/** Waits for requests to the NAS. */
async function asked(nas: CoaNas, times = 1) {
  await until(() => nas.requests.length >= times);
  await idle();
  return nas.takeRequests();
}

async function idle(): Promise<void> {
  await until(async () => (await query(db.pool, sql`SELECT 1 FROM crm.outbox WHERE done_at IS NULL`)).length === 0);
}

async function stateOf(session: string) {
  const [row] = await query<{ desired: object | null; acknowledged: object | null }>(
    db.pool,
    sql`SELECT desired, acknowledged FROM radius.session WHERE acct_session_id = ${session}`,
  );
  return row;
}

/** The attributes of an answer by name. */
function granted(answer: Decoded): string[] {
  const attributes = Buffer.concat(
    answer.raw_attributes.map(([type, value]) => Buffer.concat([Buffer.of(type, value.length + 2), value])),
  );
  return describePacket(parsed(frame(2, attributes)))
    .map(([name, value]) => `${name} ${value}`)
    .filter(
      (text) =>
        !/^(Class|Message-Authenticator|Session-Timeout|WISPr-Session-Terminate-Time|Acct-Interim-Interval) /.test(
          text,
        ),
    );
}

interface Speech {
  /** A CoA from the first rates to the second, as `down/up` in kbit/s. */
  readonly coa: (from: [number, number], to: [number, number]) => string[];
  readonly rate: (down: number, up: number) => string[];
  readonly pool: (name: string) => string[];
}

function huaweiRates(down: number, up: number): string[] {
  return [
    `Huawei-Input-Average-Rate ${up * 1000}`,
    `Huawei-Input-Peak-Rate ${up * 1000}`,
    `Huawei-Output-Average-Rate ${down * 1000}`,
    `Huawei-Output-Peak-Rate ${down * 1000}`,
  ];
}

const wisprRates = (down: number, up: number) => [
  `WISPr-Bandwidth-Max-Up ${up * 1000}`,
  `WISPr-Bandwidth-Max-Down ${down * 1000}`,
];

const SPEECH: Readonly<Record<VendorName, Speech>> = {
  WISPr: {
    coa: (_, [down, up]) => wisprRates(down, up),
    rate: wisprRates,
    pool: (name) => [`Framed-Pool ${name}`],
  },
  Mikrotik: {
    coa: (_, [down, up]) => [`Mikrotik-Rate-Limit ${up}k/${down}k`],
    rate: (down, up) => [`Mikrotik-Rate-Limit ${up}k/${down}k`],
    pool: (name) => [`Framed-Pool ${name}`],
  },
  Cisco: {
    coa: (_, [down, up]) => [
      `Cisco-AVPair ip:sub-qos-policy-in=up-${up}k`,
      `Cisco-AVPair ip:sub-qos-policy-out=down-${down}k`,
    ],
    rate: (down, up) => [
      `Cisco-AVPair ip:sub-qos-policy-in=up-${up}k`,
      `Cisco-AVPair ip:sub-qos-policy-out=down-${down}k`,
    ],
    pool: (name) => [`Framed-Pool ${name}`, `Cisco-AVPair ip:addr-pool=${name}`],
  },
  Juniper: {
    coa: ([down, up], [toDown, toUp]) => [
      `ERX-Service-Deactivate rate-${down}-${up}`,
      `ERX-Service-Activate:1 rate-${toDown}-${toUp}`,
    ],
    rate: (down, up) => [`ERX-Service-Activate:1 rate-${down}-${up}`],
    pool: (name) => [`ERX-Address-Pool-Name ${name}`],
  },
  Huawei: {
    coa: (_, [down, up]) => huaweiRates(down, up),
    rate: huaweiRates,
    pool: (name) => [`Framed-Pool ${name}`],
  },
  Nokia: {
    coa: (_, [down, up]) => [`Alc-SLA-Prof-Str rate-${down}-${up}`],
    rate: (down, up) => [`Alc-SLA-Prof-Str rate-${down}-${up}`],
    pool: (name) => [`Framed-Pool ${name}`],
  },
  Accel: {
    coa: (_, [down, up]) => [`Filter-Id ${down}/${up}`],
    rate: (down, up) => [`Filter-Id ${down}/${up}`],
    pool: (name) => [`Framed-Pool ${name}`],
  },
};

const L1: [number, number] = [20_000, 10_000];
const L2: [number, number] = [4_000, 2_000];
const L3: [number, number] = [1_000, 500];

describe.each(Object.entries(SPEECH) as [VendorName, Speech][])('a quota on %s', (vendor, { coa, rate, pool }) => {
  it('passes through the levels by CoA, and beyond the last one and back by Disconnect', async () => {
    const { nas, subscriber, topUp } = await begin(vendor);
    expect(granted(await subscriber.connect())).toEqual(rate(...L1));
    await subscriber.use(9n * MB);
    await subscriber.use(MB);
    expect(await asked(nas)).toEqual([['CoA-Request', ...coa(L1, L2)]]);
    await subscriber.use(5n * MB);
    expect(await asked(nas)).toEqual([['CoA-Request', ...coa(L2, L3)]]);
    await subscriber.use(3n * MB);
    expect(await asked(nas)).toEqual([['Disconnect-Request']]);
    expect(granted(await subscriber.reconnect()).sort()).toEqual(
      [
        ...pool('blocked_pool'),
        ...rate(256, 128),
        ...(vendor === 'Mikrotik' ? ['Mikrotik-Address-List blocked_pool'] : []),
      ].sort(),
    );
    await subscriber.use(MB);
    expect(nas.takeRequests()).toEqual([]);
    await topUp(4n * MB);
    expect(await asked(nas)).toEqual([['Disconnect-Request']]);
    expect(granted(await subscriber.reconnect())).toEqual(rate(...L1));
    await subscriber.use(4n * MB);
    expect(await asked(nas)).toEqual([['Disconnect-Request']]);
  });

  it('that is topped up at level 2 returns to level 1 by CoA, and later to level 2', async () => {
    const { nas, subscriber, topUp } = await begin(vendor);
    await subscriber.connect();
    await subscriber.use(12n * MB);
    expect(await asked(nas)).toEqual([['CoA-Request', ...coa(L1, L2)]]);
    await topUp(2n * MB);
    expect(await asked(nas)).toEqual([['CoA-Request', ...coa(L2, L1)]]);
    await subscriber.use(2n * MB);
    expect(await asked(nas)).toEqual([['CoA-Request', ...coa(L1, L2)]]);
    const { desired, acknowledged } = (await stateOf(subscriber.session)) ?? {};
    expect(desired).toMatchObject({ downKbps: 4000, upKbps: 2000 });
    expect(acknowledged).toEqual(desired);
  });

  it('changes by Disconnect where the levels are pools of the NAS', async () => {
    const pools = await Promise.all(
      ['fast', 'slow'].map((name) =>
        db.prisma.nasIpPool.create({ data: { ispId: isp.id, name: `${name}-${vendor}` } }),
      ),
    );
    const on = await makePlan(db, isp, {
      ...{ bwMgmt: 'NAS IP Pool', bw1Dl: null, bw1Ul: null },
      ...{ bw1Pool: pools[0]?.id ?? 0, bw2Pool: pools[1]?.id ?? 0 },
    });
    const { nas, subscriber } = await begin(vendor, { on });
    expect(granted(await subscriber.connect())).toEqual(pool(`fast-${vendor}`));
    await subscriber.use(10n * MB);
    expect(await asked(nas)).toEqual([['Disconnect-Request']]);
    expect(granted(await subscriber.reconnect())).toEqual(pool(`slow-${vendor}`));
  });

  it('a NAS that refuses the CoA gets a Disconnect-Request', async () => {
    const { nas, subscriber } = await begin(vendor);
    nas.coa = 401;
    await subscriber.connect();
    await subscriber.use(10n * MB);
    expect(await asked(nas, 2)).toEqual([['CoA-Request', ...coa(L1, L2)], ['Disconnect-Request']]);
    expect(granted(await subscriber.reconnect())).toEqual(rate(...L2));
  });

  it('a NAS that does not answer the CoA gets a Disconnect-Request', async () => {
    const { nas, subscriber } = await begin(vendor);
    nas.coa = 'silence';
    await subscriber.connect();
    await subscriber.use(10n * MB);
    expect(await asked(nas, 2)).toEqual([['CoA-Request', ...coa(L1, L2)], ['Disconnect-Request']]);
  });

  it('a silent NAS gets the change when it is back', async () => {
    const { nas, subscriber } = await begin(vendor);
    nas.coa = 'silence';
    nas.disconnect = 'silence';
    await subscriber.connect();
    await subscriber.use(10n * MB);
    await until(() => nas.requests.length >= 2);
    await until(async () => (await stateOf(subscriber.session))?.desired !== null);
    expect((await stateOf(subscriber.session))?.acknowledged).toBeNull();
    nas.coa = 'ack';
    await idle();
    expect(nas.takeRequests().at(-1)).toEqual(['CoA-Request', ...coa(L1, L2)]);
    const { desired, acknowledged } = (await stateOf(subscriber.session)) ?? {};
    expect(desired).toMatchObject({ downKbps: 4000 });
    expect(acknowledged).toEqual(desired);
  });
});

describe('a live session', () => {
  const change = async (serviceId: number, data: object) =>
    db.transaction(async (tx) => {
      await tx.service.update({ where: { id: serviceId }, data });
      await refreshSessions(tx, serviceId);
    });

  it('follows the status of its service: reduced, blocked, the plan again', async () => {
    const { nas, subscriber, serviceId } = await begin('Mikrotik');
    await subscriber.connect();
    await change(serviceId, { status: 'NP', graceUpto: dayFromToday(3) });
    expect(await asked(nas)).toEqual([['CoA-Request', 'Mikrotik-Rate-Limit 128k/256k']]);
    await change(serviceId, { status: 'Active', graceUpto: null });
    expect(await asked(nas)).toEqual([['CoA-Request', 'Mikrotik-Rate-Limit 10000k/20000k']]);
    await change(serviceId, { status: 'NPD' });
    expect(await asked(nas)).toEqual([['Disconnect-Request']]);
  });

  it('is left alone if nothing changes for it', async () => {
    const { nas, subscriber, serviceId } = await begin('Mikrotik');
    await subscriber.connect();
    await change(serviceId, { validUpto: dayFromToday(300) });
    await idle();
    expect(nas.takeRequests()).toEqual([]);
    expect((await stateOf(subscriber.session))?.acknowledged).toMatchObject({ downKbps: 20_000 });
  });

  it('restarts when its service gets a static address', async () => {
    const { nas, subscriber, serviceId } = await begin('Mikrotik');
    await subscriber.connect();
    const pool = await makeIpPool(db, isp);
    await change(serviceId, { ipAssignment: 'StaticIP', ipPoolId: pool.id, staticip: pool.rangeFrom });
    expect(await asked(nas)).toEqual([['Disconnect-Request']]);
    expect(granted(await subscriber.reconnect())).toContain(`Framed-IP-Address ${pool.rangeFrom}`);
  });

  it('ends when its service is bound to another MAC address', async () => {
    const { nas, subscriber, serviceId } = await begin('Mikrotik');
    await subscriber.connect();
    await change(serviceId, { mac: '02:99:99:99:99:99', macBind: 'Manual' });
    expect(await asked(nas)).toEqual([['Disconnect-Request']]);
    await subscriber.disconnect();
    expect((await subscriber.logIn())?.code).toBe('Access-Reject');
  });
});
