import type { Page } from './security.ts';

/** The start page: lists the node's other pages. */
export const home: Page = (nonce) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Lastmile</title>
<style nonce="${nonce}">
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem; color: #1c2733 }
  dt { font-weight: 600 } dd { margin: 0 0 .8rem } a { color: #0b5cad }
</style>
<h1>Lastmile</h1>
<p>Subscriber management for Internet Service Providers.</p>
<dl>
  <dt><a href="/console">/console</a></dt><dd>The console for the staff of the ISP.</dd>
  <dt><a href="/docs">/docs</a></dt><dd>The documented API, with calls to try.</dd>
  <dt><a href="/panel">/panel</a></dt><dd>Every tRPC procedure, for debugging.</dd>
  <dt><a href="/openapi.json">/openapi.json</a></dt><dd>The OpenAPI 3.1 document.</dd>
  <dt><a href="/readyz">/readyz</a>, <a href="/readyz/api">/readyz/api</a>, <a href="/readyz/radius">/readyz/radius</a>, <a href="/healthz">/healthz</a>, <a href="/metrics">/metrics</a></dt>
  <dd>For monitoring this node.</dd>
</dl>
</html>
`;
