import { afterAll, beforeAll, expect, it } from 'vitest';
import { eapol } from '../support/eap.ts';
import { NAS_SECRET } from '../support/example.ts';
import { attributeOf } from '../support/packets.ts';
import type { Attributes } from '../support/radclient.ts';
import { instantOf, type Story } from '../support/story.ts';
import { Tunnel } from '../support/tunnel.ts';

/** Where Ravi's router is. */
export const LINE = {
  'NAS-IP-Address': '127.0.0.1',
  'NAS-Port-Id': 'ether2',
  'NAS-Port-Type': 'Ethernet',
  'Calling-Station-Id': '02-00-5E-10-00-01',
} as const;

const RAVI = { 'User-Name': 'ravi', ...LINE };

const METHODS: readonly (readonly [method: string, credentials: Attributes])[] = [
  ['PAP', { 'User-Password': 'hello' }],
  ['CHAP', { 'CHAP-Password': 'hello' }],
  ['MS-CHAP', { 'MS-CHAP-Password': 'hello' }],
];

const TUNNEL_NAS = '127.0.0.3';

export function loggingIn(story: Story): void {
  it.each(METHODS)('radclient logs in by %s and gets the rate of the plan', async (_method, credentials) => {
    const accept = await story.accepted({ ...RAVI, ...credentials });
    expect(attributeOf(accept, 'Mikrotik-Rate-Limit')).toBe('10240k/20480k');
    expect(attributeOf(accept, 'Acct-Interim-Interval')).toMatch(/^\d+$/);
    expect(attributeOf(accept, 'Framed-Pool')).toBeUndefined();
  });

  it('Message-Authenticator is the first attribute of every answer', async () => {
    const accept = await story.accepted({ ...RAVI, 'User-Password': 'hello' });
    const reject = await story.rejected({ ...RAVI, 'User-Password': 'wrong' });
    expect(accept.attributes[0]?.[0]).toBe('Message-Authenticator');
    expect(reject.attributes[0]?.[0]).toBe('Message-Authenticator');
  });

  it('the session may last until the end of the last day paid for', async () => {
    const [{ valid_upto: lastDay }] = await story.isp.result('service/list', { username: 'ravi' });
    const end = instantOf(`${lastDay} 23:59:59`) + 1000;
    const accept = await story.accepted({ ...RAVI, 'User-Password': 'hello' });
    const left = (end - Date.now()) / 1000;
    expect(Math.abs(Number(attributeOf(accept, 'Session-Timeout')) - left)).toBeLessThan(10);
  });

  it('a username is taken in any case', async () => {
    await story.accepted({ ...RAVI, 'User-Name': 'Ravi', 'User-Password': 'hello' });
  });

  throughTheTunnel(story);
}

/** What only a client that keeps state can show: MS-CHAPv2 proves the server to the client as well. */
function throughTheTunnel(story: Story): void {
  let tunnel: Tunnel;
  beforeAll(async () => {
    tunnel = await Tunnel.start({ nodePort: story.site.ports.auth, address: TUNNEL_NAS, secret: NAS_SECRET });
  });
  afterAll(() => tunnel?.stop());

  it('FreeRADIUS is added as a NAS, and is served from the next packet on', async () => {
    await story.addNas(TUNNEL_NAS);
    await story.subscribe('meera');
  });

  it.each(['PAP', 'CHAP', 'MSCHAP', 'MSCHAPV2'] as const)(
    'eapol_test logs in by %s through FreeRADIUS',
    async (inner) => {
      const { success, output } = await tunnel.logIn({ inner, username: 'meera', password: 'hello' });
      expect(success, `${output}\n${tunnel.log()}`).toBe(true);
      expect(output.toLowerCase()).toContain(Buffer.from('10240k/20480k').toString('hex'));
    },
  );

  it.each(['MD5', 'MSCHAPV2'] as const)('eapol_test logs in by EAP-%s, which FreeRADIUS passes on', async (method) => {
    const { success, output } = await eapol(tunnel.passing, { method, username: 'meera', password: 'hello' });
    expect(success, `${output}\n${tunnel.log()}`).toBe(true);
    if (method === 'MSCHAPV2') expect(output).toMatch(/MPPE keys OK: 1 +mismatch: 0/);
  });

  it('eapol_test is refused with a wrong password by MSCHAPV2', async () => {
    const { success } = await tunnel.logIn({ inner: 'MSCHAPV2', username: 'meera', password: 'wrong' });
    expect(success).toBe(false);
  });
}
