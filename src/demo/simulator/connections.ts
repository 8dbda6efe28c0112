import { setTimeout as sleep } from 'node:timers/promises';
import { SharedSecret } from '../../radius/protocol/crypto/shared-secret.ts';
import type { AttributeWriter } from '../../radius/protocol/packet/attribute-writer.ts';
import type { Packet } from '../../radius/protocol/packet/packet.ts';
import { SUBSCRIBER_PASSWORD } from '../business/staff.ts';
import { type DynamicHandler, DynamicPort } from './dynamic-port.ts';
import { Exchange } from './exchange.ts';
import { accessRequest, accountingRequest } from './request.ts';

export interface ConnectionOptions {
  readonly secret: string;
  readonly ports: { readonly auth: number; readonly acct: number; readonly dynamic: number };
}

const PAUSE_MS = 50;

/** The sockets between the simulated NAS and the node. */
export class Connections {
  readonly #auth: Exchange;
  readonly #acct: Exchange;
  readonly #dynamic: DynamicPort;

  private constructor(auth: Exchange, acct: Exchange, dynamic: DynamicPort) {
    this.#auth = auth;
    this.#acct = acct;
    this.#dynamic = dynamic;
  }

  /** @throws Error if the port for Disconnect and CoA is taken */
  static async open({ secret: text, ports }: ConnectionOptions, handler: DynamicHandler): Promise<Connections> {
    const secret = new SharedSecret(text);
    const dynamic = await DynamicPort.open(ports.dynamic, secret, handler);
    const auth = await Exchange.open({ port: ports.auth, secret });
    return new Connections(auth, await Exchange.open({ port: ports.acct, secret }), dynamic);
  }

  /** Is there room for a log-in, and for a record? If not, the node is slow. */
  get hasRoom(): { readonly logIn: boolean; readonly record: boolean } {
    return { logIn: this.#auth.isFree, record: this.#acct.isFree };
  }

  /** The answer; null if there is none. */
  logIn(attributes: AttributeWriter): Promise<Packet | null> {
    return this.#auth.send((signing) => accessRequest(attributes, SUBSCRIBER_PASSWORD, signing));
  }

  /** Waits until there is room for the record. */
  async record(attributes: AttributeWriter): Promise<Packet | null> {
    while (!this.#acct.isFree) await sleep(PAUSE_MS);
    return this.#acct.send((signing) => accountingRequest(attributes, signing));
  }

  async close(): Promise<void> {
    await Promise.all([this.#auth.close(), this.#acct.close(), this.#dynamic.close()]);
  }
}
