import type { ServerResponse } from 'node:http';
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
