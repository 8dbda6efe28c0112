import { expect, it } from 'vitest';
import type { Scene } from './support/scene.ts';

const MB = 2 ** 20;

export function openVpnCounts(scene: Scene): void {
  it('a wrong password is refused', async () => {
    await expect(scene.openvpn.dial('vik', 'wrong')).rejects.toThrow('AUTH_FAILED');
    expect(await scene.isp.sessions('vik')).toEqual([]);
  });

  it('the subscriber gets an address of the pool, and the octets of the Stop are those of openvpn', async () => {
    const { isp, openvpn, tunnel } = scene;
    const client = await openvpn.dial('vik', 'hello');
    const { ip } = await isp.session('vik', { hasEnded: false });
    const [lease] = await isp.api.result('radius/ippool/iplist', { pool_name: 'openvpn', type: 'inuse' });
    expect(lease).toMatchObject({ username: 'vik', ip });
    await isp.server.use(openvpn.place, { address: ip ?? '', at: tunnel.node, up: MB, down: 5 * MB });
    await client.hangUp();
    const { up, down } = await isp.session('vik', { hasEnded: true });
    expect({ up, down }).toEqual(await openvpn.counted());
    expect(up).toBeGreaterThan(MB);
    expect(down).toBeGreaterThan(5 * MB);
  });
}
