import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** A request as the simulated interfaces see it. */
export interface Asked {
  readonly method: string;
  /** Below the address of the provider. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const MAX_BYTES = 256 * 1024;

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function json(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
}

export function html(response: ServerResponse, page: string): void {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
}

export function redirect(response: ServerResponse, url: string): void {
  response.writeHead(303, { Location: url }).end();
}
