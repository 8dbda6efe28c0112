import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { type Page, sendPage } from './security.ts';

/** Swagger UI from the package: found as a module, so that it is the same from `src` and from `dist`. */
const require = createRequire(import.meta.url);
const ASSETS = dirname(require.resolve('swagger-ui-dist/package.json'));
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/**
 * The page of the documented API at `/docs`: reads `/openapi.json`, makes calls, and asks nobody else for anything. What
 * is typed into it, the API key too, is gone with the page.
 */
export function docsPages(): RequestHandler {
  const router = Router();
  router.get('/', (_request, response) => sendPage(response, page));
  for (const file of FILES) {
    router.get(`/${file}`, (_request, response) => response.sendFile(file, { root: ASSETS, maxAge: '1d' }));
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
  // A form starts empty and sends what is filled in. By itself it sends a sample for every parameter, or an empty text
  // for those that were emptied: a list would find nothing, and an update would clear what it was not asked about.
  const sendOnlyWhatIsGiven = ({ fn: { getSampleSchema } }) => ({
    fn: { getSampleSchema: (schema, mediaType, ...more) => mediaType ? getSampleSchema(schema, mediaType, ...more) : '' },
    wrapComponents: {
      ParameterIncludeEmpty: (Original) => class extends Original { componentDidMount() {} },
    },
  });
  SwaggerUIBundle({
    plugins: [sendOnlyWhatIsGiven],
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
