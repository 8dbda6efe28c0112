import { type RequestHandler, Router } from 'express';
import { type Logo, readLogo } from '../areas/tenancy/isps/logo/read.ts';
import { LogoVersions } from '../areas/tenancy/isps/logo/versions.ts';
import type { Kernel } from '../core/kernel.ts';

/** Anyone may ask, so few of them are read again and again. */
const MAX_KEPT = 40;
const ADDRESS = /^\/([1-9]\d{0,8})\/([0-9a-f]{24})$/;

/**
 * The logos of ISPs at `/logo/<ispid>/<version>`, for `/my`, the captive page and the console. An address is of one version, so
 * browsers may keep it for good. With the policy of all responses, which lets nothing in it run, and its type, which browsers
 * may not guess.
 */
export function logos({ db }: Pick<Kernel, 'db'>): RequestHandler {
  const router = Router();
  const kept = new Map<string, Logo>();
  const versions = new LogoVersions(db);

  async function find(path: string): Promise<Logo | undefined> {
    const [, ispId, version] = ADDRESS.exec(path) ?? [];
    if (!ispId || !version) return undefined;
    const known = kept.get(path);
    if (known) return known;
    if (!(await versions.has(Number(ispId), version))) return undefined;
    const logo = await readLogo(db, Number(ispId), version);
    if (!logo) {
      versions.forget(Number(ispId));
      return undefined;
    }
    const [oldest] = kept.keys();
    if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(path, logo);
    return logo;
  }

  router.get('/{*path}', async (request, response, next) => {
    const logo = await find(request.path);
    if (!logo) return next('router');
    response.writeHead(200, {
      'Content-Type': logo.mediaType,
      'Content-Length': logo.content.length,
      'Cache-Control': 'public, max-age=31536000, immutable',
    });
    response.end(request.method === 'HEAD' ? undefined : logo.content);
  });
  return router;
}
