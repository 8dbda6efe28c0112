import type { AnyRouter } from '@trpc/server';
import { REVALIDATED, StaticContent } from '../core/content/static-content.ts';

/** The OpenAPI document as it is sent: three quarters of a megabyte, a twentieth of it compressed. */
export function openApiContent(router: AnyRouter): StaticContent {
  return new StaticContent(async () => JSON.stringify(await documentOf(router)), {
    type: 'application/json; charset=utf-8',
    cacheControl: REVALIDATED,
  });
}

/** Its generator is loaded with the first request: it is two hundred files that nothing else needs. */
async function documentOf(router: AnyRouter): Promise<unknown> {
  const { openApiDocumentInTurns } = await import('./openapi.ts');
  return openApiDocumentInTurns(router);
}
