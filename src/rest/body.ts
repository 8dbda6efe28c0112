import type { IncomingMessage } from 'node:http';
import { Fault } from '../core/fault.ts';

/** Bodies of flat parameters are small; the largest documented one is a service with two addresses. */
export const MAX_BODY_BYTES = 256 * 1024;
/** How much of an oversized body is read and discarded: a client that is still sending would not see the 413. */
const MAX_DISCARDED_BYTES = 16 * MAX_BODY_BYTES;

type Pairs = Iterable<readonly [string, unknown]>;

/** The parameters in a request's body, in order. @throws Fault of kind `badInput` or `tooLarge` */
export async function readBody(request: IncomingMessage): Promise<Pairs> {
  if (!hasBody(request)) return [];
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new Fault('badInput', 'Content-Encoding: a body must not be compressed');
  const body = await readBytes(request);
  return body.length === 0 ? [] : parse(body, request.headers['content-type'] ?? FORM);
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** A request's body as it was sent. @throws Fault of kind `badInput` or `tooLarge` */
export async function readBytes(request: IncomingMessage, max = MAX_BODY_BYTES): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      request.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= max) chunks.push(chunk);
        else if (size > MAX_DISCARDED_BYTES) resolve(void request.pause());
      });
      request.once('end', resolve);
      request.once('error', reject);
      // Every request is closed in the end, and creating an Error costs more than reading most bodies.
      request.once('close', () => request.readableEnded || reject(new Error('closed')));
    });
  } catch (cause) {
    throw new Fault('badInput', 'the body was cut off', { cause });
  }
  if (size > max) throw new Fault('tooLarge', `a request body takes at most ${max} bytes`);
  return Buffer.concat(chunks, size);
}

const FORM = 'application/x-www-form-urlencoded';

async function parse(body: Buffer, type: string): Promise<Pairs> {
  const media = type.split(';', 1)[0]?.trim().toLowerCase();
  if (media === FORM) return new URLSearchParams(utf8(body));
  if (media === 'application/json') return flatJson(utf8(body));
  if (media === 'multipart/form-data') return multipart(body, type);
  throw new Fault('badInput', `Content-Type: must be ${FORM}, multipart/form-data or application/json`);
}

function utf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Fault('badInput', 'the body is not valid UTF-8');
  }
}

function flatJson(text: string): Pairs {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Fault('badInput', 'the body is not valid JSON');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new Fault('badInput', 'a JSON body must be one object of parameters');
  }
  return Object.entries(value);
}

// PHP's curl sends an array of fields as multipart, so integrators may use it unknowingly. No endpoint takes a file.
async function multipart(body: Buffer, type: string): Promise<Pairs> {
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    return [...form].filter(([, value]) => typeof value === 'string');
  } catch {
    throw new Fault('badInput', 'the body is not valid multipart/form-data');
  }
}
