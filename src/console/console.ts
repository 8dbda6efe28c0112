import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RequestHandler, Router } from 'express';
import { FOR_GOOD, REVALIDATED, StaticContent } from '../core/content/static-content.ts';
import { sendConsole, UNBUILT } from './page.ts';

/** Where `npm run build` puts the console. The same from `src` and from `dist`. */
const BUILT = fileURLToPath(new URL('../../dist/console/browser', import.meta.url));

const PORTAL = fileURLToPath(new URL('../../dist/portal/browser', import.meta.url));

/** The subscriber's own pages at `/my`, served in the same way. */
export const portalPages = (): RequestHandler => consolePages(PORTAL);

/**
 * The console at `/console`: its files below `assets`, and its page at every other address, which the page itself
 * understands. Answers of the API go through `/trpc`.
 */
export function consolePages(folder = BUILT): RequestHandler {
  const router = Router();
  const index = join(folder, 'index.html');
  const isBuilt = existsSync(index);
  const html = isBuilt ? readFileSync(index, 'utf8') : UNBUILT;
  const assets: ReadonlyMap<string, StaticContent> = isBuilt ? readAssets(join(folder, 'assets')) : new Map();

  const worker = join(folder, 'worker.js');
  if (existsSync(worker)) router.get('/worker.js', sendWorker(readFileSync(worker)));
  router.get('/assets/:name', async (request, response, next) => {
    const asset = assets.get(request.params.name);
    if (asset) await asset.send(request, response);
    else next('router');
  });
  router.get('/{*path}', (_request, response) => sendConsole(response, html));
  return router;
}

const SCRIPT = 'text/javascript; charset=utf-8';

/** The service worker of a build. It may fetch from the node, and also has the address of the page without a slash at its end. */
function sendWorker(body: Buffer): RequestHandler {
  const content = new StaticContent(() => body, { type: SCRIPT, cacheControl: REVALIDATED });
  return async (request, response) => {
    response.setHeader('Content-Security-Policy', "default-src 'none'; connect-src 'self'");
    response.setHeader('Service-Worker-Allowed', '/console');
    await content.send(request, response);
  };
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': SCRIPT,
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/**
 * The files of a build, about a megabyte, by name. A request names one of them, so none can name another file. The build has
 * compressed those that shrink with brotli.
 */
function readAssets(folder: string): ReadonlyMap<string, StaticContent> {
  const names = new Set(readdirSync(folder));
  const assets = new Map<string, StaticContent>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (!type) continue;
    const body = readFileSync(join(folder, name));
    const brotli = names.has(`${name}.br`) ? readFileSync(join(folder, `${name}.br`)) : undefined;
    assets.set(name, new StaticContent(() => body, { type, cacheControl: FOR_GOOD, brotli }));
  }
  return assets;
}
