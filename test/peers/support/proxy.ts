import { type FreeRadius, startFreeRadius } from './free-radius.ts';
import { freePort } from './ports.ts';
import type { RadiusPeer } from './radclient.ts';

export interface ProxyOptions {
  readonly node: { readonly auth: number; readonly acct: number };
  /** Source addresses towards the node: the installation's proxy, and a third ISP's. */
  readonly address: string;
  readonly thirdAddress: string;
  /** Shared with the node. */
  readonly secret: string;
  /** Shared with the NASes. */
  readonly nasSecret: string;
  /** Where the NAS `by-proxy` takes Disconnect- and CoA-Requests. */
  readonly nasPort: number;
}

/** FreeRADIUS as the RADIUS proxy between NASes and the node. */
export class PeerProxy {
  readonly auth: RadiusPeer;
  readonly acct: RadiusPeer;
  /** The way through the proxy of the third ISP. */
  readonly third: RadiusPeer;
  readonly coaPort: number;
  readonly #program: FreeRadius;

  private constructor(
    ports: { auth: number; acct: number; third: number; coa: number },
    secret: string,
    program: FreeRadius,
  ) {
    this.auth = { port: ports.auth, secret };
    this.acct = { port: ports.acct, secret };
    this.third = { port: ports.third, secret };
    this.coaPort = ports.coa;
    this.#program = program;
  }

  static async start({ node, address, thirdAddress, secret, nasSecret, nasPort }: ProxyOptions): Promise<PeerProxy> {
    const ports = { auth: await freePort(), acct: await freePort(), third: await freePort(), coa: await freePort() };
    const own = { PORT: ports.auth, ACCT_PORT: ports.acct, THIRD_PORT: ports.third, COA_PORT: ports.coa };
    const around = { NODE_AUTH_PORT: node.auth, NODE_ACCT_PORT: node.acct, NAS_PORT: nasPort };
    const numbers = Object.entries({ ...own, ...around }).map(([name, port]) => [name, String(port)] as const);
    const texts = { ADDRESS: address, THIRD_ADDRESS: thirdAddress, PROXY_SECRET: secret, SECRET: nasSecret };
    const env = { ...Object.fromEntries(numbers), ...texts };
    return new PeerProxy(ports, nasSecret, await startFreeRadius({ file: 'proxy.conf', env }));
  }

  log(): string {
    return this.#program.log();
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
