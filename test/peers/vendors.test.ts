import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { example, makeOffer, makeTenant, NAS_SECRET } from './support/example.ts';
import type { Received } from './support/nas.ts';
import { attributeOf, type Packet } from './support/packets.ts';
import { account, answered } from './support/radclient.ts';
import { Story } from './support/story.ts';
import { Subscriber } from './support/subscriber.ts';

const PLAN = {
  ...example.plan,
  ...{ name: 'Vendors', bw1_gb: 0.01, bw1_dl: 20480, bw1_ul: 10240, bw2_dl: 4096, bw2_ul: 2048 },
};

/** What a log-in gets at 20480/10240 kbit/s, and the CoA to 4096/2048, by the names of FreeRADIUS's dictionaries. */
interface Speech {
  readonly vendor: string;
  readonly rate_template?: string;
  readonly login: readonly (readonly [name: string, value: string])[];
  readonly change: readonly (readonly [name: string, value: string])[];
  readonly pool: string;
  readonly redirect_template?: string;
  /** What leads a blocked subscriber to the page of the ISP. */
  readonly redirect?: readonly (readonly [name: string, value: string])[];
}

const PORTAL_URL = 'https://pay.example.net';

const SPEECH: Readonly<Record<string, Speech>> = {
  Mikrotik: {
    vendor: 'Mikrotik',
    login: [['Mikrotik-Rate-Limit', '10240k/20480k']],
    change: [['Mikrotik-Rate-Limit', '2048k/4096k']],
    pool: 'Framed-Pool',
  },
  Cisco: {
    vendor: 'Cisco',
    login: [
      ['Cisco-AVPair', 'ip:sub-qos-policy-in=up-10240k'],
      ['Cisco-AVPair', 'ip:sub-qos-policy-out=down-20480k'],
    ],
    change: [
      ['Cisco-AVPair', 'ip:sub-qos-policy-in=up-2048k'],
      ['Cisco-AVPair', 'ip:sub-qos-policy-out=down-4096k'],
    ],
    pool: 'Framed-Pool',
  },
  'Cisco ISG': {
    vendor: 'Cisco',
    rate_template: 'service=NET-{down_kbps}-{up_kbps}',
    redirect_template: 'service=L4REDIRECT',
    redirect: [['Cisco-Account-Info', 'AL4REDIRECT']],
    login: [['Cisco-Account-Info', 'ANET-20480-10240']],
    change: [
      ['Cisco-Command-Code', '\\014NET-20480-10240'],
      ['Cisco-Command-Code', '\\013NET-4096-2048'],
    ],
    pool: 'Framed-Pool',
  },
  Juniper: {
    vendor: 'Juniper',
    login: [['ERX-Service-Activate:1', 'rate-20480-10240']],
    change: [
      ['ERX-Service-Deactivate', 'rate-20480-10240'],
      ['ERX-Service-Activate:1', 'rate-4096-2048'],
    ],
    pool: 'ERX-Address-Pool-Name',
  },
  Huawei: {
    vendor: 'Huawei',
    redirect: [['Huawei-HTTP-Redirect-URL', PORTAL_URL]],
    login: [
      ['Huawei-Input-Average-Rate', '10240000'],
      ['Huawei-Input-Peak-Rate', '10240000'],
      ['Huawei-Output-Average-Rate', '20480000'],
      ['Huawei-Output-Peak-Rate', '20480000'],
    ],
    change: [
      ['Huawei-Input-Average-Rate', '2048000'],
      ['Huawei-Input-Peak-Rate', '2048000'],
      ['Huawei-Output-Average-Rate', '4096000'],
      ['Huawei-Output-Peak-Rate', '4096000'],
    ],
    pool: 'Framed-Pool',
  },
  'Huawei, QoS profile': {
    vendor: 'Huawei',
    rate_template: 'home-{down_kbps}',
    login: [['Huawei-Qos-Profile-Name', 'home-20480']],
    change: [['Huawei-Qos-Profile-Name', 'home-4096']],
    pool: 'Framed-Pool',
  },
  Nokia: {
    vendor: 'Nokia',
    redirect_template: 'Ingr-v4:100',
    redirect: [['Alc-Onetime-Http-Redirection-Filter-Id', 'Ingr-v4:100']],
    login: [['Alc-SLA-Prof-Str', 'rate-20480-10240']],
    change: [['Alc-SLA-Prof-Str', 'rate-4096-2048']],
    pool: 'Framed-Pool',
  },
  Accel: {
    vendor: 'Accel',
    login: [['Filter-Id', '20480/10240']],
    change: [['Filter-Id', '4096/2048']],
    pool: 'Framed-Pool',
  },
  WISPr: {
    vendor: 'WISPr',
    redirect: [['WISPr-Redirection-URL', PORTAL_URL]],
    login: [
      ['WISPr-Bandwidth-Max-Up', '10240000'],
      ['WISPr-Bandwidth-Max-Down', '20480000'],
    ],
    change: [
      ['WISPr-Bandwidth-Max-Up', '2048000'],
      ['WISPr-Bandwidth-Max-Down', '4096000'],
    ],
    pool: 'Framed-Pool',
  },
};

/** Attributes of every answer and request, which no vendor has to itself. */
const COMMON =
  /^(User-Name|Class|Acct-Session-Id|Acct-Interim-Interval|Session-Timeout|WISPr-Session-Terminate-Time|Message-Authenticator|Event-Timestamp|NAS-IP-Address|Timestamp|Tmp-.*|Acct-Unique-Session-Id|Error-Cause|Packet-Type)$/;
const own = ({ attributes }: Pick<Packet, 'attributes'>) => attributes.filter(([name]) => !COMMON.test(name));

/** A name that the dictionaries do not have is shown by its number, and so is a value that does not fit its attribute. */
function expectKnown({ attributes }: Pick<Packet, 'attributes'>): void {
  for (const [name] of attributes) expect(name).not.toMatch(/^(Attr-|raw\.)|Attr-\d/);
}

describe('every vendor, told by radclient and by FreeRADIUS as the NAS', () => {
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
    await story.isp.result('isp/settings_update', { portal_url: PORTAL_URL });
  });
  afterAll(() => story.end());
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`${story.node?.complaints}\n`);
  });

  /** The last that the NAS was asked about the user, once it was asked so often. */
  async function asked(username: string, times: number): Promise<Received> {
    const all = async () => (await story.nas.received()).filter((each) => attributeOf(each, 'User-Name') === username);
    await expect
      .poll(async () => (await all()).length, { timeout: 60_000, interval: 50 })
      .toBeGreaterThanOrEqual(times);
    const received = (await all())[times - 1] as Received;
    expectKnown(received);
    return received;
  }

  it.each(Object.entries(SPEECH))(
    '%s: log-in, level, block, unblock, Stop',
    async (title, { vendor, rate_template = '', redirect_template = '', redirect = [], login, change, pool }) => {
      await story.isp.result('radius/nas/update', { id: nasid, vendor, rate_template, redirect_template });
      const username = `vendor-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
      const serviceid = await story.subscribe(username);
      const subscriber = new Subscriber(story, username);
      const accept = await subscriber.dialsIn();
      expectKnown(accept);
      expect(own(accept)).toEqual(login);

      await subscriber.uses(10_800_000);
      const coa = await asked(username, 1);
      expect(coa.code).toBe('CoA-Request');
      expect(own(coa)).toEqual(change);

      await story.isp.result('service/action', { serviceid, action: 'suspend' });
      expect((await asked(username, 2)).code).toBe('Disconnect-Request');
      const blocked = await subscriber.dialsAgain();
      expectKnown(blocked);
      expect(attributeOf(blocked, pool)).toBe('blocked_pool');
      expect(own(blocked)).toEqual(expect.arrayContaining([...redirect]));

      await story.isp.result('service/action', { serviceid, action: 'restore' });
      expect((await asked(username, 3)).code).toBe('Disconnect-Request');
      expect(own(await subscriber.dialsAgain())).toEqual(expect.arrayContaining([...change].slice(-1).map(atLogin)));

      await subscriber.hangsUp();
      await expect.poll(async () => (await story.isp.call('radius/user/status', { username })).status).toBe(404);
      const [service] = await story.isp.result('service/list', { serviceid });
      expect(service).toMatchObject({ bw_level: '2', used_gb: '0.010' });
    },
  );

  it('IPoE: the line logs in without a password, and its session counts without Class', async () => {
    await story.isp.result('radius/nas/update', {
      id: nasid,
      vendor: 'Mikrotik',
      rate_template: '',
      redirect_template: '',
      ipoe: 'Y',
    });
    const serviceid = await story.subscribe('ipoe-line', { protocol: 'PPPoE' });
    await story.isp.result('service/identity_add', { serviceid, circuit_id: 'OLT-1 pon 1/2/3', remote_id: 'cpe-9' });
    const line = {
      'NAS-IP-Address': '127.0.0.1',
      'User-Name': '02:00:5E:20:00:77',
      'Calling-Station-Id': '1:2:0:5e:20:0:77',
      'NAS-Port-Type': 'Ethernet',
      'ADSL-Agent-Circuit-Id': 'OLT-1 pon 1/2/3',
      'ADSL-Agent-Remote-Id': 'cpe-9',
    };
    // radclient leaves out an empty password, and signs.
    const request = { ...line, 'User-Password': '', 'Message-Authenticator': '0x00' };
    const accept = await story.accepted(request);
    expect(own(accept)).toEqual([['Mikrotik-Rate-Limit', '10240k/20480k']]);
    const { code } = await answered('auth', story.authNas(), { ...request, 'Framed-Protocol': 'PPP' });
    expect(code).toBe('Access-Reject');
    const session = { ...line, 'Acct-Session-Id': 'ipoe-1' };
    await account(story.acctNas, { ...session, 'Acct-Status-Type': 'Start' });
    expect(await story.status('ipoe-line')).toMatchObject({ sessionid: 'ipoe-1', mac: '02:00:5e:20:00:77' });
    const octets = { 'Acct-Session-Time': 60, 'Acct-Output-Octets': 1_048_576 };
    await account(story.acctNas, { ...session, 'Acct-Status-Type': 'Stop', ...octets });
    const [service] = await story.isp.result('service/list', { serviceid });
    expect(service).toMatchObject({ used_gb: '0.001' });
  });
});

/** What a log-in gets where a CoA has the command to begin a service. */
function atLogin([name, value]: readonly [string, string]): readonly [string, string] {
  return name === 'Cisco-Command-Code' ? ['Cisco-Account-Info', value.replace('\\013', 'A')] : [name, value];
}
