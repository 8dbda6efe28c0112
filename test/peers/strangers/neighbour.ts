import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Parameters } from '../support/api.ts';

/** One program of an ISP, which calls the API over one connection, a call at a time. */
export class Neighbour {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #baseUrl: string;
  readonly #credentials: Parameters;

  constructor(baseUrl: string, credentials: Parameters) {
    this.#baseUrl = baseUrl;
    this.#credentials = credentials;
  }

  /** @throws Error with whatever is answered but success */
  async call(path: string, parameters: Parameters): Promise<void> {
    const pairs = Object.entries({ ...this.#credentials, ...parameters }).map(([name, value]) => [name, String(value)]);
    const body = new URLSearchParams(pairs as [string, string][]).toString();
    const sent = request(`${this.#baseUrl}/api/${path}`, {
      ...{ method: 'POST', agent: this.#agent },
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) },
    });
    const answer = new Promise<IncomingMessage>((resolve, reject) => sent.on('response', resolve).on('error', reject));
    sent.end(body);
    const response = await answer;
    const told = await text(response);
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${told}`);
  }

  close(): void {
    this.#agent.destroy();
  }
}
