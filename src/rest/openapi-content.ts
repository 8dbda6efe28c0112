import type { AnyRouter } from '@trpc/server';
import { REVALIDATED, StaticContent } from '../core/content/static-content.ts';
import { openApiDocumentInTurns } from './openapi.ts';

/** The OpenAPI document as it is sent: three quarters of a megabyte, a twentieth of it compressed. */
export function openApiContent(router: AnyRouter): StaticContent {
  return new StaticContent(async () => JSON.stringify(await openApiDocumentInTurns(router)), {
    type: 'application/json; charset=utf-8',
    cacheControl: REVALIDATED,
  });
}
