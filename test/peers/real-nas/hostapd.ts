import { expect, it } from 'vitest';
import type { Scene } from './support/scene.ts';

const identity = ['identity="wim"', 'anonymous_identity="anonymous@example.net"', 'password="hello"'];
const METHODS = {
  'TTLS with PAP': ['eap=TTLS', 'phase2="auth=PAP"', ...identity],
  'PEAP with MSCHAPv2': ['eap=PEAP', 'phase2="auth=MSCHAPV2"', ...identity],
} as const;

export function wiredLogsIn(scene: Scene): void {
  it.each(Object.entries(METHODS))('%s: the device is let in, and logs off', async (_name, lines) => {
    await connects(scene, lines);
    await scene.device.logOff();
    await scene.isp.session('wim', { hasEnded: true });
    await begin(scene);
  });

  it('a wrong password is refused', async () => {
    const before = await scene.isp.sessions('wim');
    await logsIn(
      scene,
      METHODS['TTLS with PAP'].map((line) => line.replace('hello', 'wrong')),
    );
    await scene.device.says('CTRL-EVENT-EAP-FAILURE');
    expect(await scene.isp.sessions('wim')).toHaveLength(before.length);
    await begin(scene);
  });

  it('TLS: the device is let in by its certificate, and stays', async () => {
    const { certFile, keyFile } = await scene.isp.authority.issue({ names: 'email:wim' });
    const own = ['eap=TLS', 'identity="wim"', `client_cert="${certFile}"`, `private_key="${keyFile}"`];
    await connects(scene, own);
  });
}

export function wiredReports(scene: Scene): void {
  it('the session has reported again, at the interval of the node', async () => {
    const { seconds } = await scene.isp.session('wim', { hasEnded: false, seconds: expect.toSatisfy(isLater) });
    expect(seconds).toBeGreaterThanOrEqual(60);
  });

  it('a change of the plan is refused, and the device is disconnected instead', async () => {
    await scene.isp.api.result('plan/update', { id: scene.isp.offer.planid, bw1_dl: 30_720 });
    await scene.isp.session('wim', { hasEnded: true });
    expect(scene.switch.log).toMatch(/in CoA-Request[\s\S]*AP-STA-DISCONNECTED/);
  });
}

export function wiredEnds(scene: Scene): void {
  it('Accounting-On after a power cut ends the session', async () => {
    await begin(scene);
    await connects(scene, METHODS['PEAP with MSCHAPv2']);
    await scene.device.pullOut();
    await scene.switch.kill();
    await scene.switch.startAgain();
    await scene.isp.session('wim', { hasEnded: true });
  });

  it('so does Accounting-Off', async () => {
    await connects(scene, METHODS['TTLS with PAP']);
    await scene.device.pullOut();
    await scene.switch.stop();
    await scene.isp.session('wim', { hasEnded: true });
  });
}

/** Both ends anew: hostapd lets a device that has logged off, or was refused, wait for half a minute. */
async function begin({ device, switch: wired }: Scene): Promise<void> {
  await device.pullOut();
  await wired.stop();
  await wired.startAgain();
}

const isLater = (seconds: number) => seconds > 0;

async function logsIn({ isp, device }: Scene, lines: readonly string[]): Promise<void> {
  await device.begin([...lines, `ca_cert="${isp.authority.certFile}"`]);
}

async function connects(scene: Scene, lines: readonly string[]): Promise<void> {
  const { isp, device } = scene;
  const before = (await isp.sessions('wim')).length;
  await logsIn(scene, lines);
  await device.says('CTRL-EVENT-CONNECTED');
  await expect.poll(async () => (await isp.sessions('wim')).length, { interval: 50 }).toBe(before + 1);
  await isp.session('wim', { hasEnded: false });
  expect(await isp.api.result('radius/user/status', { username: 'wim' })).toMatchObject({ mac: '02:1d:00:00:00:07' });
}
