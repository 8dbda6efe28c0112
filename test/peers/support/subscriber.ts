import { attributeOf, type Packet } from './packets.ts';
import { account } from './radclient.ts';
import type { Story } from './story.ts';

/** The node, as the device's NAS reaches it. */
type Reached = Pick<Story, 'accepted' | 'acctNas'>;

/** A subscriber at a device of its own; each login is a session. */
export class Subscriber {
  readonly username: string;
  readonly #story: Reached;
  readonly #address: Record<string, string>;
  readonly #line: Record<string, string>;
  #sessions = 0;
  #total = 0;
  #seconds = 0;
  #session: Record<string, string> = {};

  /** @param address that its NAS gives it, told to the node by accounting; none if absent */
  constructor(story: Reached, username: string, address?: string) {
    this.#story = story;
    this.#address = address === undefined ? {} : { 'Framed-IP-Address': address };
    this.username = username;
    const port = String(username.length).padStart(2, '0');
    this.#line = {
      'NAS-IP-Address': '127.0.0.1',
      'NAS-Port-Id': username,
      'Calling-Station-Id': `02-00-5E-20-00-${port}`,
    };
  }

  async dialsIn(): Promise<Packet> {
    const name = { 'User-Name': this.username };
    const accept = await this.#story.accepted({ ...name, ...this.#line, 'User-Password': 'hello' });
    this.#sessions += 1;
    this.#total = 0;
    this.#seconds = 0;
    const own = { 'Acct-Session-Id': `${this.username}-${this.#sessions}`, Class: attributeOf(accept, 'Class') ?? '' };
    this.#session = { ...name, ...this.#line, ...this.#address, ...own };
    await account(this.#story.acctNas, { ...this.#session, 'Acct-Status-Type': 'Start' });
    return accept;
  }

  uses(octets: number): Promise<void> {
    this.#total += octets;
    return this.#tell('Interim-Update');
  }

  async dialsAgain(): Promise<Packet> {
    await this.hangsUp();
    return this.dialsIn();
  }

  hangsUp(): Promise<void> {
    return this.#tell('Stop');
  }

  #tell(type: string): Promise<void> {
    this.#seconds += 1;
    const counters = { 'Acct-Session-Time': this.#seconds, 'Acct-Output-Octets': this.#total };
    return account(this.#story.acctNas, { ...this.#session, 'Acct-Status-Type': type, ...counters });
  }
}
