import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { AnyRouter } from '@trpc/server';
import { type RequestHandler, Router } from 'express';
import { REVALIDATED, StaticContent } from '../core/content/static-content.ts';
import { type Page, sendPage } from './security.ts';

/** The files of Swagger UI, found by module resolution, which works from `src` and from `dist`. */
const require = createRequire(import.meta.url);
const ASSETS = dirname(require.resolve('swagger-ui-dist/package.json'));
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};
const A_DAY = 'public, max-age=86400';

/**
 * The page at `/docs`: shows `/openapi.json` and makes calls. It loads nothing from other hosts, and forgets all input, the
 * API key included, when closed.
 */
export function docsPages(): RequestHandler {
  const router = Router();
  router.get('/', (_request, response) => sendPage(response, page));
  for (const [file, type] of Object.entries(FILES)) {
    const content = new StaticContent(() => readFileSync(join(ASSETS, file)), { type, cacheControl: A_DAY });
    router.get(`/${file}`, (request, response) => content.send(request, response));
  }
  return router;
}

const page: Page = (nonce) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lastmile API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" nonce="${nonce}" href="/docs/swagger-ui.css">
<style nonce="${nonce}">body { margin: 0 } .parameter__empty_value_toggle { font-size: .75rem !important; opacity: .7 }</style>
<div id="docs"></div>
<script nonce="${nonce}" src="/docs/swagger-ui-bundle.js"></script>
<script nonce="${nonce}">
  // A form starts empty and sends only what is filled in. By default Swagger UI sends a sample for every parameter, or empty
  // text for emptied ones: a list would find nothing, and an update would clear fields.
  const sendOnlyFilledFields = ({ fn: { getSampleSchema } }) => ({
    fn: { getSampleSchema: (schema, mediaType, ...more) => mediaType ? getSampleSchema(schema, mediaType, ...more) : '' },
    wrapComponents: {
      ParameterIncludeEmpty: (Original) => class extends Original { componentDidMount() {} },
    },
  });
  SwaggerUIBundle({
    plugins: [sendOnlyFilledFields],
    dom_id: '#docs',
    url: '/openapi.json',
    validatorUrl: null,
    deepLinking: true,
    filter: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    tryItOutEnabled: true,
  });
</script>
</html>
`;

/** The OpenAPI document as it is sent: a megabyte, a twelfth of it compressed. */
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
