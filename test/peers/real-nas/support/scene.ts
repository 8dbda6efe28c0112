import type { Charon } from './charon.ts';
import { connectLine, type Line, startIpsecNas } from './ipsec.ts';
import type { Isp, Uplink } from './isp.ts';
import { OpenVpn } from './openvpn.ts';
import { Device, Switch } from './wired.ts';

/** What the chapters share: the ISP, its NASes, and what is connected to them. */
export class Scene {
  isp!: Isp;
  /** Of strongSwan, with the lines of Vera, who uses up her volume, and Tara, who has a certificate. */
  ipsec!: Uplink;
  charon!: Charon;
  vera!: Line;
  tara!: Line;
  /** Of hostapd, with a device on its port. */
  wired!: Uplink;
  switch!: Switch;
  device!: Device;
  /** Of openvpn, with a line of its own. */
  tunnel!: Uplink;
  openvpn!: OpenVpn;

  async begin(isp: Isp): Promise<void> {
    this.isp = isp;
    this.ipsec = await isp.addUplink('strongswan');
    this.wired = await isp.addUplink('hostapd', { vendor: 'WISPr' });
    this.tunnel = await isp.addUplink('openvpn');
    await Promise.all([this.#beginIpsec(), this.#beginWired(), this.#beginTunnel()]);
  }

  async end(): Promise<void> {
    await Promise.all([this.charon?.stop(), this.switch?.stop(), this.openvpn?.stop()]);
    await this.isp?.close();
  }

  async #beginIpsec(): Promise<void> {
    const { isp, ipsec } = this;
    const leased = { ip_assignment: 'IPpool', ippool: ipsec.pool.name };
    for (const username of ['vera', 'tara']) await isp.subscribe(username, leased);
    const certificate = await isp.authority.issue({ names: 'DNS:tara' });
    this.charon = await startIpsecNas(isp, ipsec);
    this.vera = await connectLine(isp, ipsec, { username: 'vera', password: 'hello' });
    this.tara = await connectLine(isp, ipsec, { username: 'tara', certificate });
  }

  async #beginWired(): Promise<void> {
    await this.isp.subscribe('wim');
    this.device = await Device.plugIn(this.isp, this.wired, '02:1d:00:00:00:07');
    this.switch = await Switch.start(this.isp, this.wired);
  }

  async #beginTunnel(): Promise<void> {
    await this.isp.subscribe('vik', { ip_assignment: 'IPpool', ippool: this.tunnel.pool.name });
    this.openvpn = await OpenVpn.start(this.isp, this.tunnel);
  }
}
