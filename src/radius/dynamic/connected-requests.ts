import { type DynamicAnswer, encodeDynamicRequest, readDynamicAnswer } from '../protocol/packet/dynamic-request.ts';
import { tokenOf } from '../protocol/packet/token.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import type { RadSecConnection } from '../server/radsec/connection.ts';
import type { RadSecServer } from '../server/radsec/radsec-server.ts';
import { RADSEC_SECRET } from '../state/directory/tls-hop.ts';
import { Endpoint, type PendingRequest } from './endpoint.ts';
import type { RequestContent } from './request-content.ts';
import { transmit } from './transmission.ts';

export interface ConnectedRequestsOptions {
  /** Undefined: this node has no RadSec. */
  readonly radsec: RadSecServer | undefined;
  /** How long a request waits for its response. */
  readonly waitMs: number;
  readonly metrics: RadiusMetrics;
}

/** Sends Disconnect- and CoA-Requests down the connections that this node has, each once: TCP loses none (RFC 6613 section 2.6.1). */
export class ConnectedRequests {
  readonly #options: ConnectedRequestsOptions;
  /** By TLS identity. The connections of one share identifiers, which also limit its requests at a time. */
  readonly #endpoints = new Map<string, Endpoint>();
  /** Those of RADIUS/1.1, by connection and Token. */
  readonly #byToken = new Map<string, PendingRequest>();

  constructor(options: ConnectedRequestsOptions) {
    this.#options = options;
    const { radsec, metrics } = options;
    if (!radsec) return;
    radsec.onDynamicAnswer = (packet, from) => {
      if (!this.#receive(packet, from)) metrics.packets('any', 'unexpected-answer').count += 1;
    };
  }

  has(identity: string): boolean {
    return this.#options.radsec?.connectionOf(identity) !== undefined;
  }

  /** Null: there is no connection, or no answer. */
  async exchange(identity: string, content: RequestContent): Promise<DynamicAnswer | null> {
    if (!this.has(identity)) return null;
    const endpoint = this.#endpointOf(identity);
    const identifier = await takeFrom(endpoint);
    try {
      // The version of the connection decides how the request is written, so it goes down this one or none.
      const connection = this.#options.radsec?.connectionOf(identity);
      if (!connection) return null;
      return connection.version === '1.1'
        ? await this.#exchangeByToken(connection, content)
        : await this.#exchangeByIdentifier(connection, { ...content, identifier }, endpoint);
    } finally {
      endpoint.free(identifier);
    }
  }

  #exchangeByIdentifier(
    connection: RadSecConnection,
    request: RequestContent & { readonly identifier: number },
    endpoint: Endpoint,
  ): Promise<DynamicAnswer | null> {
    const bytes = encodeDynamicRequest(request, RADSEC_SECRET);
    const read = (packet: Buffer) => readDynamicAnswer(packet, bytes, RADSEC_SECRET);
    return this.#transmit(connection, { bytes, read, begin: (pending) => endpoint.begin(request.identifier, pending) });
  }

  async #exchangeByToken(connection: RadSecConnection, content: RequestContent): Promise<DynamicAnswer | null> {
    const token = connection.nextToken();
    const bytes = encodeDynamicRequest({ ...content, identifier: token }, null);
    const read = (packet: Buffer) => readDynamicAnswer(packet, bytes, null);
    const key = keyOf(connection, token);
    try {
      return await this.#transmit(connection, {
        bytes,
        read,
        begin: (pending) => this.#byToken.set(key, pending),
      });
    } finally {
      this.#byToken.delete(key);
    }
  }

  #transmit(connection: RadSecConnection, { bytes, read, begin }: Exchange): Promise<DynamicAnswer | null> {
    const response = new Promise<DynamicAnswer>((resolve) => {
      const receive = (packet: Buffer) => {
        const answer = read(packet);
        if (answer) resolve(answer);
        return answer !== null;
      };
      begin({ receive });
    });
    const send = () => connection.send(bytes);
    return transmit({ waitsMs: [this.#options.waitMs], send, isClosed: () => !connection.isOpen, response });
  }

  #receive(packet: Buffer, from: RadSecConnection): boolean {
    const { identity, version } = from;
    if (version === '1.1') return this.#byToken.get(keyOf(from, tokenOf(packet)))?.receive(packet) ?? false;
    return this.#endpoints.get(identity)?.receive(packet) ?? false;
  }

  #endpointOf(identity: string): Endpoint {
    let endpoint = this.#endpoints.get(identity);
    if (!endpoint) {
      endpoint = new Endpoint();
      this.#endpoints.set(identity, endpoint);
    }
    return endpoint;
  }
}

interface Exchange {
  readonly bytes: Buffer;
  /** Null: not the answer to it. */
  readonly read: (packet: Buffer) => DynamicAnswer | null;
  /** From now on the response may arrive. */
  readonly begin: (pending: PendingRequest) => void;
}

const keyOf = ({ number }: RadSecConnection, token: number) => `${number} ${token}`;

function takeFrom(endpoint: Endpoint): Promise<number> {
  return new Promise((resolve) => {
    const attempt = () => {
      const identifier = endpoint.take(attempt);
      if (identifier !== null) resolve(identifier);
    };
    attempt();
  });
}
