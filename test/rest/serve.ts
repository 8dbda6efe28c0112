import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';
import { createHttpServer } from '../../src/rest/app.ts';
import type { HttpServer } from '../../src/rest/http-server.ts';
import type { HttpOptions } from '../../src/rest/pages.ts';
import { fakeOptions, type Given } from './fake-api.ts';

export interface Served extends HttpServer {
  readonly origin: string;
  readonly port: number;
  /** What the node has logged. */
  readonly lines: string[];
}

/** A whole HTTP server over the fake API, until the test is finished. */
export async function serve(given: Given = {}, changed: Partial<HttpOptions> = {}): Promise<Served> {
  const { options, lines } = fakeOptions(given);
  const http = createHttpServer({ ...options, ...changed });
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => http.close(0));
  const { port } = http.server.address() as AddressInfo;
  return { ...http, port, origin: `http://127.0.0.1:${port}`, lines };
}

/** Sends bytes as they are; answers everything that came back until the connection ended. */
export function sendRaw(port: number, ...chunks: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const chunk of chunks) socket.write(chunk);
    });
    socket.setEncoding('utf8').on('data', (text) => {
      received += text;
    });
    socket.on('error', reject).on('close', () => resolve(received));
  });
}

export interface Envelope {
  readonly result: unknown;
  readonly error: string | null;
}

export const envelopeOf = async (response: Response): Promise<Envelope> => (await response.json()) as Envelope;
