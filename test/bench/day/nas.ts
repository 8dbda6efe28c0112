import { Exchange } from '../../../src/demo/simulator/exchange.ts';
import { accessRequest, accountingRequest } from '../../../src/demo/simulator/request.ts';
import type { AttributeWriter } from '../../../src/radius/protocol/packet/attribute-writer.ts';
import type { Packet } from '../../../src/radius/protocol/packet/packet.ts';
import { UDP_SECRET } from '../radius/ms-chap-requests.ts';
import { PASSWORD } from './prepared-day.ts';

interface Ports {
  readonly auth: number;
  readonly acct: number;
}

/** A NAS of an ISP of the dataset, at its own loopback address. */
export class Nas {
  readonly ip: string;
  readonly #auth: Exchange;
  readonly #acct: Exchange;

  private constructor(ip: string, auth: Exchange, acct: Exchange) {
    this.ip = ip;
    this.#auth = auth;
    this.#acct = acct;
  }

  static async open(isp: number, ports: Ports): Promise<Nas> {
    const from = `127.1.${isp >> 8}.${isp & 255}`;
    const to = (port: number) => Exchange.open({ port, secret: UDP_SECRET, from });
    return new Nas(from, await to(ports.auth), await to(ports.acct));
  }

  /** The answer; null if there is none, however often it is asked for. */
  logIn(attributes: AttributeWriter): Promise<Packet | null> {
    return this.#auth.send((signing) => accessRequest(attributes, PASSWORD, signing));
  }

  record(attributes: AttributeWriter): Promise<Packet | null> {
    return this.#acct.send((signing) => accountingRequest(attributes, signing));
  }

  async close(): Promise<void> {
    await Promise.all([this.#auth.close(), this.#acct.close()]);
  }
}
