import http from 'node:http';

export interface Picture {
  readonly mediaType: 'image/gif' | 'image/png';
  readonly content: Buffer;
}

/** Where a router serves its graphs; no name is resolved, and no redirect followed. */
export interface GraphAddress {
  readonly ip: string;
  readonly port: number;
  readonly path: string;
}

const TIMEOUT_MS = 3_000;
/** RouterOS's pictures have some 10 kB. */
const MAX_BYTES = 256 * 1024;

/**
 * A picture that a router serves. Null for anything else, whatever it is and however it failed: an answer must not tell what
 * listens at a port.
 */
export function fetchPicture({ ip, port, path }: GraphAddress): Promise<Picture | null> {
  return new Promise((done) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = http.get({ host: ip, port, path, agent: false, signal, headers: { 'user-agent': 'Lastmile' } });
    const fail = () => {
      request.destroy();
      done(null);
    };
    request.on('error', fail);
    request.on('upgrade', fail);
    request.on('response', (response) => {
      if (response.statusCode !== 200) return fail();
      const parts: Buffer[] = [];
      let length = 0;
      response.on('data', (part: Buffer) => {
        length += part.length;
        parts.push(part);
        if (length > MAX_BYTES) fail();
      });
      response.on('error', fail);
      response.on('end', () => done(pictureOf(Buffer.concat(parts))));
    });
  });
}

const GIF = /^GIF8[79]a/;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** By its first octets: what the router says of its type is not believed. */
function pictureOf(content: Buffer): Picture | null {
  if (GIF.test(content.toString('latin1', 0, 6))) return { mediaType: 'image/gif', content };
  return content.subarray(0, PNG.length).equals(PNG) ? { mediaType: 'image/png', content } : null;
}
