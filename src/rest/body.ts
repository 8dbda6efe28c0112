import type { IncomingMessage } from 'node:http';
import { Fault } from '../core/fault.ts';
import { formPairs, MAX_PAIRS, plusesToBlanks } from './form.ts';
import { checkJsonBounds } from './json-bounds.ts';
import { multipartFields } from './multipart.ts';

/** Bodies of flat parameters are small; the largest documented one is a service with two addresses. */
export const MAX_BODY_BYTES = 256 * 1024;
/** How much of an oversized body is read and discarded: a client that is still sending would not see the 413. */
export const MAX_DISCARDED_BYTES = 16 * MAX_BODY_BYTES;

type Pairs = Iterable<readonly [string, unknown]>;

/** In another Express app, a body parser may have read the body already. */
export type MaybeParsed = IncomingMessage & { readonly body?: unknown };

/** The parameters in a request's body, in order. @throws Fault of kind `badInput` or `tooLarge` */
export async function readBody(request: MaybeParsed): Promise<Pairs> {
  if (!hasBody(request)) return [];
  if (request.readableDidRead || request.readableEnded) return parsedBefore(request);
  refuseCompressed(request);
  const body = await readBytes(request);
  return body.length === 0 ? [] : parse(body, request.headers['content-type'] ?? FORM);
}

/** The fields of a form of a page, which has `max` bytes at most. @throws Fault of kind `badInput` or `tooLarge` */
export async function readForm(request: IncomingMessage, max: number): Promise<Pairs> {
  refuseCompressed(request);
  const body = await readBytes(request, max);
  if (body.length === 0) return [];
  if (mediaOf(request.headers['content-type'] ?? '') !== FORM)
    throw new Fault('badInput', `Content-Type: must be ${FORM}`);
  return formPairs(utf8(plusesToBlanks(body)));
}

/** The JSON value in a request's body, with the same limits. @throws Fault of kind `badInput` or `tooLarge` */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  refuseCompressed(request);
  const body = await readBytes(request);
  if (mediaOf(request.headers['content-type'] ?? '') !== JSON_TYPE)
    throw new Fault('badInput', `Content-Type: must be ${JSON_TYPE}`);
  return parseJson(utf8(body));
}

export function refuseCompressed({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity')
    throw new Fault('badInput', 'Content-Encoding: a body must not be compressed');
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
  if (size > max) throw new Fault('tooLarge', `a request body can have at most ${max} bytes`);
  return Buffer.concat(chunks, size);
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const mediaOf = (type: string) => type.split(';', 1)[0]?.trim().toLowerCase();

/** Credentials may be among the parameters, so all of this is work for strangers: none of it grows faster than the body. */
function parse(body: Buffer, type: string): Pairs {
  const media = mediaOf(type);
  if (media === FORM) return formPairs(utf8(plusesToBlanks(body)));
  if (media === JSON_TYPE) return pairsOf(parseJson(utf8(body)));
  // PHP's curl sends an array of fields as multipart, so integrators may use it unknowingly. No endpoint takes a file.
  if (media === 'multipart/form-data') return multipartFields(body, type, MAX_PAIRS);
  throw new Fault('badInput', `Content-Type: must be ${FORM}, multipart/form-data or ${JSON_TYPE}`);
}

function utf8(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new Fault('badInput', 'the body is not valid UTF-8');
  }
}

function parseJson(text: string): unknown {
  checkJsonBounds(text, 'the body');
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault('badInput', 'the body is not valid JSON');
  }
}

function pairsOf(value: unknown): [string, unknown][] {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new Fault('badInput', 'a JSON body must be one object of parameters');
  return Object.entries(value);
}

/** Takes `request.body` of a body parser. Parsers turn a name that a form repeats into a list; here the last one counts. */
function parsedBefore({ body, headers }: MaybeParsed): Pairs {
  if (body === undefined) throw new Error('a handler before the REST API has read the body and left no request.body');
  const type = headers['content-type'] ?? FORM;
  if (typeof body === 'string' || Buffer.isBuffer(body))
    return body.length === 0 ? [] : parse(Buffer.from(body as Buffer), type);
  if (mediaOf(type) === JSON_TYPE) return pairsOf(body);
  return pairsOf(body).map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value]);
}
