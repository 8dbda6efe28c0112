import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { CODINGS, type Coding, codingFor } from './accept-encoding.ts';

/** A tenth of the time of the best one, which nobody waits for, and within a tenth of its size. */
const QUALITY = 9;
const COMPRESSIBLE = /^(?:text\/|application\/json|image\/svg)/;

/** Browsers ask each time whether it has changed, and are told so in a few octets. */
export const REVALIDATED = 'no-cache';
/** For a name that contains a hash of the content. */
export const FOR_GOOD = 'public, max-age=31536000, immutable';

interface Options {
  readonly type: string;
  readonly cacheControl: string;
  /** Compressed already, by a build. */
  readonly brotli?: Buffer | undefined;
}

type Make = () => Buffer | string | Promise<Buffer | string>;

interface Representation {
  readonly body: Buffer;
  readonly etag: string;
}

/**
 * Content that is the same for everybody while the node runs: read or made when it is first asked for, and compressed once, by
 * threads of their own. So asking for it again and again costs no more than sending it, and a browser that has it gets a 304.
 */
export class StaticContent {
  readonly #make: Make;
  readonly #options: Options;
  readonly #codings: readonly Coding[];
  readonly #made = new Map<Coding, Promise<Representation>>();

  constructor(make: Make, options: Options) {
    this.#make = make;
    this.#options = options;
    this.#codings = COMPRESSIBLE.test(options.type) ? CODINGS : ['identity'];
  }

  /** Answers GET and HEAD. */
  async send(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { type, cacheControl } = this.#options;
    const coding = codingFor(request.headers['accept-encoding']?.toString(), this.#codings);
    if (coding === undefined) return refuse(response, this.#codings);
    const { body, etag } = await this.as(coding);
    const cache = { ETag: etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' };
    if (names(request.headers['if-none-match'], etag)) {
      response.writeHead(304, cache).end();
      return;
    }
    const encoding = coding === 'identity' ? {} : { 'Content-Encoding': coding };
    response.writeHead(200, { ...cache, 'Content-Type': type, 'Content-Length': body.length, ...encoding });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  /** Made once, however many ask for it at the same time. */
  as(coding: Coding): Promise<Representation> {
    const known = this.#made.get(coding);
    if (known !== undefined) return known;
    const making = this.#represent(coding);
    this.#made.set(coding, making);
    making.catch(() => this.#made.delete(coding));
    return making;
  }

  async #represent(coding: Coding): Promise<Representation> {
    if (coding === 'identity') {
      const made = await this.#make();
      const body = typeof made === 'string' ? Buffer.from(made) : made;
      return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
    }
    const { body, etag } = await this.as('identity');
    return { body: await this.#compressed(coding, body), etag: etag.replace(/"$/, `-${coding}"`) };
  }

  async #compressed(coding: 'br' | 'gzip', body: Buffer): Promise<Buffer> {
    if (coding === 'gzip') return promisify(gzip)(body, { level: QUALITY });
    return (
      this.#options.brotli ?? promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
    );
  }
}

/** RFC 9110 section 13.1.2: whether the client has it already. */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((each) => ['*', etag, `W/${etag}`].includes(each.trim()));
}

function refuse(response: ServerResponse, codings: readonly Coding[]): void {
  response.writeHead(406, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Vary: 'Accept-Encoding',
  });
  response.end(`Accept-Encoding must allow one of ${codings.join(', ')}.\n`);
}
