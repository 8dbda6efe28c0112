import { expect } from 'vitest';
import { Api, type Parameters } from './api.ts';
import { example, NAS_SECRET } from './example.ts';
import { Installation, type Node, type Settings } from './installation.ts';
import { StandInNas } from './nas.ts';
import type { Packet } from './packets.ts';
import { type Attributes, answered, type RadiusPeer } from './radclient.ts';

export const ADMIN_API_KEY = 'c0ffee'.repeat(8).padEnd(50, '0');

/** The state that the chapters share: the running programs, and the records created so far. */
export class Story {
  site!: Installation;
  node!: Node;
  nas!: StandInNas;
  /** The server administrator. */
  admin!: Api;
  /** The administrator of the first ISP. */
  isp!: Api;
  ispid = 0;
  resellerid = 0;
  planid = 0;
  subplanid = 0;
  customerid = 0;
  serviceid = 0;

  async begin(settings: Settings = {}): Promise<void> {
    this.site = await Installation.make();
    this.nas = await StandInNas.start(NAS_SECRET);
    this.node = await this.site.start({ ADMIN_API_KEY, ...settings });
    this.admin = new Api(this.site.baseUrl, { userid: 1, api_key: ADMIN_API_KEY });
  }

  async end(): Promise<void> {
    await this.nas?.stop();
    await this.node?.stop();
    await this.site?.remove();
  }

  /** A NAS, by default at 127.0.0.1, for authentication. */
  authNas(address = '127.0.0.1'): RadiusPeer {
    return { port: this.site.ports.auth, secret: NAS_SECRET, address };
  }

  /** The NAS at 127.0.0.1 for accounting. */
  get acctNas(): RadiusPeer {
    return { port: this.site.ports.acct, secret: NAS_SECRET };
  }

  /** Creates a service of the customer and returns its id. The password is `hello`. */
  subscribe(username: string, parameters: Parameters = {}): Promise<number> {
    const { customerid, planid, subplanid } = this;
    const own = { customerid, planid, subplanid, username, password: 'hello' };
    return this.isp.result('service/create', { ...example.service, ...own, ...parameters });
  }

  /** Creates another NAS of the ISP, at another address of this machine. */
  addNas(address: string, parameters: Parameters = {}): Promise<number> {
    const own = { resellerid: 0, name: `NAS ${address}`, ip: address, secret: NAS_SECRET };
    return this.isp.result('radius/nas/create', { ...own, ...parameters });
  }

  async accepted(attributes: Attributes, address?: string): Promise<Packet> {
    const answer = await answered('auth', this.authNas(address), attributes);
    expect(answer.code).toBe('Access-Accept');
    return answer;
  }

  async rejected(attributes: Attributes, address?: string): Promise<Packet> {
    const answer = await answered('auth', this.authNas(address), attributes);
    expect(answer.code).toBe('Access-Reject');
    return answer;
  }

  status(username: string): Promise<Record<string, string | null>> {
    return this.isp.result('radius/user/status', { username });
  }
}

/** The instant of a timestamp of the API; a new ISP keeps UTC. */
export function instantOf(timestamp: string | null | undefined): number {
  expect(timestamp).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  return Date.parse(`${timestamp?.replace(' ', 'T')}Z`);
}

/** Whether a timestamp of the API is of the last minute, which no chapter takes. */
export function expectJustNow(timestamp: string | null | undefined): void {
  expect(Math.abs(Date.now() - instantOf(timestamp))).toBeLessThan(60_000);
}
