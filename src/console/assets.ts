import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A file of the build. Its name contains a hash of its content, so browsers may keep it for good. */
export interface Asset {
  readonly type: string;
  readonly body: Buffer;
  /** Compressed with brotli by the build; undefined for files that do not shrink. */
  readonly brotli: Buffer | undefined;
}

/** Reads the files of a folder, about a megabyte. A request names one of them, so none can name another file. */
export function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const names = new Set(readdirSync(folder));
  const assets = new Map<string, Asset>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const brotli = names.has(`${name}.br`) ? readFileSync(join(folder, `${name}.br`)) : undefined;
    assets.set(name, { type, body: readFileSync(join(folder, name)), brotli });
  }
  return assets;
}

export function sendAsset(request: IncomingMessage, response: ServerResponse, { type, body, brotli }: Asset): void {
  const accepted = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const compressed = accepted ? brotli : undefined;
  const sent = compressed ?? body;
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': sent.length,
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    ...(compressed ? { 'Content-Encoding': 'br' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : sent);
}
