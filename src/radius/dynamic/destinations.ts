import { plainAddress } from '../server/udp.ts';
import type { Nas } from '../state/directory/nas.ts';
import { Destination } from './destination.ts';
import { Endpoint } from './endpoint.ts';
import type { Route } from './route.ts';

/** All endpoints and destinations. None is removed: an identifier that is used again too soon would look like a retransmission. */
export class Destinations {
  readonly #pauseMs: number;
  readonly #endpoints = new Map<string, Endpoint>();
  readonly #destinations = new Map<string, Destination>();

  /** `pauseMs`: how long a silent NAS is left alone. */
  constructor(pauseMs: number) {
    this.#pauseMs = pauseMs;
  }

  /** NASes that answer nothing. */
  get silent(): number {
    return [...this.#destinations.values()].filter(({ isSilent }) => isSilent).length;
  }

  known(nas: Nas, route: Route): Destination | undefined {
    return this.#destinations.get(keyOf(nas, route));
  }

  of(nas: Nas, route: Route): Destination {
    const key = keyOf(nas, route);
    let destination = this.#destinations.get(key);
    if (!destination) {
      destination = new Destination(this.#endpointAt(addressOf(route)), this.#pauseMs);
      this.#destinations.set(key, destination);
    }
    return destination;
  }

  /** Whether a request waits for this datagram. A response counts only if it comes from where the request was sent. */
  receive(datagram: Buffer, { address, port }: { address: string; port: number }): boolean {
    return this.#endpoints.get(`${plainAddress(address)}:${port}`)?.receive(datagram) ?? false;
  }

  #endpointAt(address: string): Endpoint {
    let endpoint = this.#endpoints.get(address);
    if (!endpoint) {
      endpoint = new Endpoint();
      this.#endpoints.set(address, endpoint);
    }
    return endpoint;
  }
}

const addressOf = ({ tlsIdentity, ip, port }: Route) => tlsIdentity ?? `${ip}:${port}`;
const keyOf = (nas: Nas, route: Route) => `${nas.facts.id} ${addressOf(route)}`;
