import { z } from 'zod';
import { type Route, routesOf } from '../../src/rest/routes.ts';
import { openEndpoint, router } from '../../src/rpc/endpoint.ts';
import type { EndpointMeta } from '../../src/rpc/meta.ts';

/** The route of an endpoint with these parameters. */
export function routeOf(
  shape: Record<string, z.ZodType>,
  wrap: (input: z.ZodObject) => z.ZodType = (input) => input,
  meta: Pick<EndpointMeta, 'updates'> = {},
): Route {
  const procedure = openEndpoint({ rest: ['/fake'], summary: '', ...meta })
    .input(wrap(z.strictObject(shape)))
    .query(() => null);
  const [route] = routesOf(router({ fake: procedure }));
  if (!route) throw new Error('no route');
  return route;
}
