import { type DynamicAnswer, encodeDynamicRequest, readDynamicAnswer } from '../protocol/packet/dynamic-request.ts';
import type { RadiusMetrics } from '../server/radius-metrics.ts';
import type { RadSecServer } from '../server/radsec/radsec-server.ts';
import { RADSEC_SECRET } from '../state/directory/tls-hop.ts';
import { Endpoint } from './endpoint.ts';
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
  /** By TLS identity. The connections of one share identifiers. */
  readonly #endpoints = new Map<string, Endpoint>();

  constructor(options: ConnectedRequestsOptions) {
    this.#options = options;
    const { radsec, metrics } = options;
    if (!radsec) return;
    radsec.onDynamicAnswer = (datagram, identity) => {
      const isExpected = this.#endpoints.get(identity)?.receive(datagram) ?? false;
      if (!isExpected) metrics.packets('any', 'unexpected-answer').count += 1;
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
      const bytes = encodeDynamicRequest({ ...content, identifier }, RADSEC_SECRET);
      const response = new Promise<DynamicAnswer>((resolve) => {
        endpoint.begin(identifier, {
          receive: (datagram) => {
            const answer = readDynamicAnswer(datagram, bytes, RADSEC_SECRET);
            if (answer) resolve(answer);
            return answer !== null;
          },
        });
      });
      const send = () => this.#options.radsec?.connectionOf(identity)?.send(bytes);
      return await transmit({ waitsMs: [this.#options.waitMs], send, isClosed: () => !this.has(identity), response });
    } finally {
      endpoint.free(identifier);
    }
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

function takeFrom(endpoint: Endpoint): Promise<number> {
  return new Promise((resolve) => {
    const attempt = () => {
      const identifier = endpoint.take(attempt);
      if (identifier !== null) resolve(identifier);
    };
    attempt();
  });
}
