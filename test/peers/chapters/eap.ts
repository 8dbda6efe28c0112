import { expect, it, vi } from 'vitest';
import { eapol, radeap } from '../support/eap.ts';
import { attributeOf } from '../support/packets.ts';
import type { Story } from '../support/story.ts';

const USERNAME = 'eap-esha';

export function loggingInByEap(story: Story): void {
  const logIn = (method: 'MD5' | 'MSCHAPV2' | 'PEAP', password: string) =>
    eapol(story.authNas(), { method, username: USERNAME, password });

  it('eapol_test logs in by MSCHAPV2: the node proves itself, and hands the NAS the keys of the device', async () => {
    await story.subscribe(USERNAME);
    const { success, output } = await logIn('MSCHAPV2', 'hello');
    expect(success, output).toBe(true);
    expect(output).toContain('EAP-MSCHAPV2: Authentication succeeded');
    expect(output).toMatch(/MPPE keys OK: 1 +mismatch: 0/);
    expect(output.toLowerCase()).toContain(Buffer.from('10240k/20480k').toString('hex'));
  });

  it('eapol_test asks for MD5, and logs in by it', async () => {
    const { success, output } = await logIn('MD5', 'hello');
    expect(success, output).toBe(true);
    expect(output.toLowerCase()).toContain(Buffer.from('10240k/20480k').toString('hex'));
  });

  it('eapol_test is refused with a wrong password by MSCHAPV2, and told why', async () => {
    const { success, output } = await logIn('MSCHAPV2', 'wrong');
    expect(success).toBe(false);
    expect(output).toContain("EAP-MSCHAPV2: failure message: 'Access denied' (retry not allowed, error 691)");
    expect(output).toContain('EAP Failure');
  });

  it('eapol_test is refused with a wrong password by MD5', async () => {
    const { success, output } = await logIn('MD5', 'wrong');
    expect(success).toBe(false);
    expect(output).toContain('EAP Failure');
  });

  it('eapol_test is refused where it wants PEAP', async () => {
    const { success, output } = await logIn('PEAP', 'hello');
    expect(success).toBe(false);
    expect(output).toContain('EAP Failure');
  });

  /** It knows EAP-MD5 and does not ask for it, so that is done in its name. */
  const radeapLogIn = async (password: string) => {
    const offered = await radeap(story.authNas(), {
      'User-Name': USERNAME,
      'EAP-Code': 'Response',
      'EAP-Id': 7,
      'EAP-Type-Identity': USERNAME,
    });
    const challenge = offered.at(-1);
    expect(challenge?.code).toBe('Access-Challenge');
    const state = challenge && attributeOf(challenge, 'State');
    const packets = await radeap(story.authNas(), {
      'User-Name': USERNAME,
      'Cleartext-Password': password,
      'Calling-Station-Id': '02-00-00-00-00-01',
      'EAP-Code': 'Response',
      'EAP-Id': 8,
      'EAP-Type-NAK': '0x04',
      State: state ?? '',
    });
    return packets.filter(({ direction }) => direction === 'Received').map(({ code }) => code);
  };

  it('radeapclient logs in by MD5, and is refused with a wrong password', async () => {
    expect(await radeapLogIn('hello')).toEqual(['Access-Challenge', 'Access-Accept']);
    expect(await radeapLogIn('wrong')).toEqual(['Access-Challenge', 'Access-Reject']);
  });

  it('the log holds each of them, with its method', async () => {
    const rows = async () => {
      const found = await story.isp.result('radius/user/auth_log', { username: USERNAME, rows_limit: 100 });
      return found.map((row: Record<string, string | null>) => `${row.protocol}: ${row.reason ?? row.response}`).sort();
    };
    const expected = [
      ...['EAP-MD5: Access-Accept', 'EAP-MD5: Access-Accept', 'EAP-MD5: wrong password', 'EAP-MD5: wrong password'],
      ...['EAP-MSCHAPv2: Access-Accept', 'EAP-MSCHAPv2: wrong password'],
      'EAP: the device wants PEAP, which is not supported',
    ];
    await vi.waitFor(async () => expect(await rows()).toEqual(expected), { timeout: 60_000, interval: 200 });
  });
}
