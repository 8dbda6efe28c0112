import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { example, makeOffer, makeTenant, NAS_SECRET } from './support/example.ts';
import type { Received } from './support/nas.ts';
import { attributeOf } from './support/packets.ts';
import { Story } from './support/story.ts';
import { Subscriber } from './support/subscriber.ts';

const PLAN = {
  ...example.plan,
  ...{ name: 'Quota', bw1_gb: 0.01, bw1_dl: 20480, bw1_ul: 10240 },
  ...{ bw2_gb: 0.005, bw2_dl: 4096, bw2_ul: 2048, bw3_gb: 0.003, bw3_dl: 1024, bw3_ul: 512 },
};

/** What is sent for 20480/10240, 4096/2048 and 1024/512 kbit/s down and up, and where a subscriber without volume goes. */
const VENDORS = {
  Mikrotik: {
    rates: ['Mikrotik-Rate-Limit', '10240k/20480k', '2048k/4096k', '512k/1024k'],
    blocked: ['Framed-Pool', 'blocked_pool'],
  },
  Cisco: {
    rates: [
      'Cisco-AVPair',
      'ip:sub-qos-policy-in=up-10240k',
      'ip:sub-qos-policy-in=up-2048k',
      'ip:sub-qos-policy-in=up-512k',
    ],
    blocked: ['Framed-Pool', 'blocked_pool'],
  },
  Juniper: {
    rates: ['ERX-Service-Activate:1', 'rate-20480-10240', 'rate-4096-2048', 'rate-1024-512'],
    blocked: ['ERX-Address-Pool-Name', 'blocked_pool'],
  },
} as const;

describe('a quota, told by radclient and by FreeRADIUS as the NAS', () => {
  const story = new Story();
  let nasid = 0;

  beforeAll(async () => {
    await story.begin();
    const tenant = await makeTenant(story.admin, { code: 'EXN', username: 'exn-admin' });
    story.ispid = tenant.id;
    story.isp = tenant.api;
    Object.assign(story, await makeOffer(story.isp, { plan: PLAN }));
    const nas = { resellerid: 0, name: 'Core', ip: '127.0.0.1', secret: NAS_SECRET, coa_port: story.nas.port };
    nasid = await story.isp.result('radius/nas/create', nas);
  });
  afterAll(() => story.end());
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${story.node?.complaints}\n`);
  });

  /** What the NAS was asked about the user, once it was asked so often. */
  async function asked(username: string, times: number): Promise<Received[]> {
    const all = async () => (await story.nas.received()).filter((each) => attributeOf(each, 'User-Name') === username);
    await expect
      .poll(async () => (await all()).length, { timeout: 60_000, interval: 50 })
      .toBeGreaterThanOrEqual(times);
    return all();
  }

  const last = async (username: string, times: number) => (await asked(username, times)).at(-1);

  it.each(Object.entries(VENDORS))(
    'on %s goes level by level, to the end, and back by a top-up',
    async (vendor, { rates: [attribute, first, second, third], blocked }) => {
      await story.isp.result('radius/nas/update', { id: nasid, vendor });
      const username = `quota-${vendor.toLowerCase()}`;
      const serviceid = await story.subscribe(username);
      const subscriber = new Subscriber(story, username);
      expect(attributeOf(await subscriber.dialsIn(), attribute)).toBe(first);

      await subscriber.uses(10_800_000);
      const toSecond = await last(username, 1);
      expect(toSecond?.code).toBe('CoA-Request');
      expect(attributeOf(toSecond ?? { attributes: [] }, attribute)).toBe(second);

      await subscriber.uses(5_400_000);
      const toThird = await last(username, 2);
      expect(toThird?.code).toBe('CoA-Request');
      expect(attributeOf(toThird ?? { attributes: [] }, attribute)).toBe(third);

      await subscriber.uses(3_300_000);
      expect((await last(username, 3))?.code).toBe('Disconnect-Request');
      expect(attributeOf(await subscriber.dialsAgain(), blocked[0])).toBe(blocked[1]);
      const explained = await story.isp.result('radius/user/explain', { username });
      expect(explained).toMatchObject({ access: 'blocked', data_exhausted: 'Y', reason: 'the data volume is used up' });

      await story.isp.result('service/topup', { serviceid, gb: 0.01, amt: 10, type: 'Expiring' });
      expect((await last(username, 4))?.code).toBe('Disconnect-Request');
      expect(attributeOf(await subscriber.dialsAgain(), attribute)).toBe(first);
      const [service] = await story.isp.result('service/list', { serviceid });
      expect(service).toMatchObject({ bw_level: '1', used_gb: '0.018' });
    },
  );

  it('a plan that gets faster takes its live sessions along', async () => {
    await story.isp.result('radius/nas/update', { id: nasid, vendor: 'Mikrotik' });
    await story.subscribe('faster');
    await new Subscriber(story, 'faster').dialsIn();
    await story.isp.result('plan/update', { id: story.planid, bw1_dl: 40960 });
    const coa = await last('faster', 1);
    expect(coa?.code).toBe('CoA-Request');
    expect(attributeOf(coa ?? { attributes: [] }, 'Mikrotik-Rate-Limit')).toBe('10240k/40960k');
  });

  it('a NAS that refuses the change, or keeps silent, is asked to disconnect', async () => {
    for (const username of ['refuse-quota', 'silent-quota']) {
      await story.subscribe(username);
      const subscriber = new Subscriber(story, username);
      await subscriber.dialsIn();
      await subscriber.uses(10_800_000);
      const codes = (await asked(username, 2)).map(({ code }) => code);
      expect(codes.slice(0, 2)).toEqual(['CoA-Request', 'Disconnect-Request']);
    }
  });
});
