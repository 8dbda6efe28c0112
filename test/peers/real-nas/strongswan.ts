import { expect, it } from 'vitest';
import type { Stored } from './support/isp.ts';
import type { Scene } from './support/scene.ts';

const MB = 2 ** 20;

/** Vera's session, and two of Tara's, whose octets are compared with the kernel's of the tunnels' device. */
export function tunnelsCount(scene: Scene): void {
  it('EAP-MSCHAPv2: the subscriber gets an address of the pool and the time that is left', async () => {
    await dialsIn(scene, 'vera');
    const { ip } = await scene.isp.session('vera', { hasEnded: false });
    const [lease] = await scene.isp.api.result('radius/ippool/iplist', { pool_name: 'strongswan', type: 'inuse' });
    expect(lease).toMatchObject({ username: 'vera', ip });
    expect(scene.vera.charon.log).toContain(`installing new virtual IP ${ip}`);
    const { attributes } = await scene.isp.api.result('radius/user/explain', { username: 'vera' });
    const [, left] = /received AUTH_LIFETIME of (\d+)s/.exec(scene.vera.charon.log) ?? [];
    const timeout = attributes.find(({ name }: { name: string }) => name === 'Session-Timeout');
    expect(Math.abs(Number(timeout.value) - Number(left))).toBeLessThan(120);
    expect(await granted(scene, 'vera')).toEqual({ dl: 20480, ul: 10240 });
    // More than the first volume, which her next record says.
    await uses(scene, 'vera', { up: MB, down: 12 * MB });
  });

  it('EAP-TLS: the octets of the Stop are those of the kernel', async () => {
    const before = await counted(scene);
    await dialsIn(scene, 'tara');
    await uses(scene, 'tara', { up: MB, down: 3 * MB });
    await scene.tara.charon.hangUp();
    const { up, down } = await scene.isp.session('tara', { hasEnded: true });
    expect({ up, down }).toEqual(since(before, await counted(scene)));
    expect(up).toBeGreaterThan(MB);
    expect(down).toBeGreaterThan(3 * MB);
  });
}

export function tunnelsOutliveTheNode(scene: Scene): void {
  it('the node is killed and started again; the session goes on meanwhile, and nothing of it is lost', async () => {
    const before = await counted(scene);
    await dialsIn(scene, 'tara');
    await uses(scene, 'tara', { up: MB / 2, down: MB });
    await scene.isp.node.kill();
    await uses(scene, 'tara', { up: MB / 2, down: 2 * MB });
    await scene.isp.start();
    await uses(scene, 'tara', { up: MB / 2, down: MB });
    // Not before: strongSwan gives up a Stop as soon as it hears that nobody listens.
    await scene.tara.charon.hangUp();
    const { up, down } = await scene.isp.session('tara', { hasEnded: true });
    expect({ up, down }).toEqual(since(before, await counted(scene)));
    await expectUsage(scene, 'tara', 2);
  });
}

export function tunnelsChangeSpeed(scene: Scene): void {
  it('the next record says so: the CoA is refused, the Disconnect obeyed, the next session slower', async () => {
    const first = await scene.isp.session('vera', { hasEnded: true });
    expect(first.down).toBeGreaterThan(12 * MB);
    const { log } = scene.charon;
    const said = [
      'received RADIUS DAE CoA-Request for vera',
      'sending CoA-NAK',
      'received RADIUS DAE Disconnect-Request',
    ];
    const places = said.map((text) => log.indexOf(text));
    expect(places, log).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);

    await dialsIn(scene, 'vera');
    await scene.isp.session('vera', { hasEnded: false });
    expect(await granted(scene, 'vera')).toEqual({ dl: 4096, ul: 2048 });
    await expectUsage(scene, 'vera', 2);
  });
}

export function tunnelsOutliveTheirNas(scene: Scene): void {
  it('a subscriber who dials in again has one session, though strongSwan sends no Accounting-On', async () => {
    const { id } = await scene.isp.session('vera', { hasEnded: false });
    for (const end of [scene.charon, scene.vera.charon]) {
      await end.kill();
      await end.startAgain();
    }
    await dialsIn(scene, 'vera');
    await expect
      .poll(async () => open(await scene.isp.sessions('vera')), { timeout: 60_000, interval: 100 })
      .toEqual([expect.not.stringContaining(id)]);
    await uses(scene, 'vera', { up: MB, down: MB });
    await scene.charon.stop();
    await scene.isp.session('vera', { hasEnded: true });
    await expectUsage(scene, 'vera', 3);
  });
}

type Username = 'vera' | 'tara';

async function dialsIn(scene: Scene, username: Username): Promise<void> {
  const before = (await scene.isp.sessions(username)).length;
  const { code, stdout, stderr } = await scene[username].charon.dial();
  expect(code, `${stdout}${stderr}\n${scene[username].charon.log}`).toBe(0);
  await expect.poll(async () => (await scene.isp.sessions(username)).length, { interval: 50 }).toBe(before + 1);
}

async function uses(scene: Scene, username: Username, octets: { up: number; down: number }): Promise<void> {
  const { place, charon } = scene[username];
  const [, address = ''] = /installing new virtual IP (\S+)(?![\s\S]*installing new virtual IP)/.exec(charon.log) ?? [];
  await scene.isp.server.use(place, { address, at: scene.ipsec.node, ...octets });
}

/** What has passed the tunnels of all subscribers, once nothing more does. */
async function counted(scene: Scene): Promise<{ received: number; sent: number }> {
  let before = await scene.ipsec.place.counted('ipsec0');
  await expect
    .poll(
      async () => {
        const now = await scene.ipsec.place.counted('ipsec0');
        const isQuiet = now.received === before.received && now.sent === before.sent;
        before = now;
        return isQuiet;
      },
      { interval: 200 },
    )
    .toBe(true);
  return before;
}

type Counted = Awaited<ReturnType<typeof counted>>;
const since = (before: Counted, now: Counted) => ({ up: now.received - before.received, down: now.sent - before.sent });
const open = (sessions: readonly Stored[]) => sessions.filter(({ hasEnded }) => !hasEnded).map(({ id }) => id);

async function granted(scene: Scene, username: Username): Promise<{ dl: number; ul: number }> {
  const [{ dl, ul }] = await scene.isp.api.result('session/live', { username });
  return { dl: Number(dl), ul: Number(ul) };
}

/** The usage of the service is that of its sessions, and there are so many. */
async function expectUsage(scene: Scene, username: Username, times: number): Promise<void> {
  const sessions = await scene.isp.sessions(username);
  expect(sessions).toHaveLength(times);
  const octets = sessions.reduce((sum, { up, down }) => sum + up + down, 0);
  const [service] = await scene.isp.api.result('service/list', { username });
  expect(service.used_gb).toBe((octets / 1024 ** 3).toFixed(3));
}
