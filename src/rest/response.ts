import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Download } from '../core/content/download.ts';
import { FAULT_STATUS, type Fault, type FaultKind } from '../core/fault.ts';

/** In seconds: the limit on wrong credentials lasts a minute, an outage of the database is usually shorter. */
const RETRY_AFTER: Partial<Record<FaultKind, number>> = { tooMany: 60, unavailable: 5 };

/** When a call that failed may be repeated, in seconds; undefined: not because time has passed. */
export const retryAfter = ({ kind, retryAfterS }: Fault): number | undefined => retryAfterS ?? RETRY_AFTER[kind];

/** The success envelope (contract 1.1). */
export function sendResult(response: ServerResponse, result: unknown): void {
  send(response, 200, { result: result ?? null, error: null });
}

/** The failure envelope. `status` replaces the fault's own, for clients that stop at any code but 200. */
export function sendFault(response: ServerResponse, fault: Fault, status: number | undefined): void {
  const retry = retryAfter(fault);
  if (retry !== undefined) response.setHeader('Retry-After', retry);
  if (fault.kind === 'methodNotAllowed') response.setHeader('Allow', 'GET, POST');
  send(response, status ?? FAULT_STATUS[fault.kind], { result: null, error: fault.message });
}

function send(response: ServerResponse, status: number, envelope: { result: unknown; error: string | null }): void {
  const body = JSON.stringify(envelope);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  });
  response.end(body);
}

/** Were a browser to show a file all the same, nothing in it could run, load or be of this site. */
const OF_FILES = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/**
 * Sends a file instead of an envelope (contract 4.12). Nothing is sent before its first byte is available, so that an
 * earlier failure can still become an envelope. After that, closing the connection is the only way to report one.
 */
export async function sendDownload(
  response: ServerResponse,
  { content, filename, mediaType, size, live }: Download,
): Promise<void> {
  if (content.errored) throw content.errored;
  if (content.readableLength === 0 && !content.readableEnded) await once(content, 'readable');
  response.writeHead(200, {
    'Content-Security-Policy': OF_FILES,
    'Content-Type': mediaType,
    'Content-Disposition': `attachment; filename="${filename.replace(/[^\w.-]/g, '_')}"`,
    ...(size === undefined ? {} : { 'Content-Length': size }),
    'Cache-Control': 'no-store',
    ...(live ? { 'X-Accel-Buffering': 'no' } : {}),
  });
  await pipeline(content, response).catch((error: NodeJS.ErrnoException) => {
    // The client has disconnected.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
