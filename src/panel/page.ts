import { readFileSync } from 'node:fs';
import type { AnyRouter } from '@trpc/server';
import { REVALIDATED, StaticContent } from '../core/content/static-content.ts';
import { proceduresOf } from './procedures.ts';
import { STYLE } from './style.ts';

/** At the same relative path in `dist`, where the build adds the URL of a source map. */
const SCRIPT = new URL('./browser/panel.js', import.meta.url);
const script = () => readFileSync(SCRIPT, 'utf8').replace(/^\/\/# source.*$/m, '');

const of = (make: () => string, type: string) =>
  new StaticContent(make, { type: `${type}; charset=utf-8`, cacheControl: REVALIDATED });

/**
 * The page at `/panel`: a form for every procedure, generated from its input schema. Calls go through `/trpc` with native
 * types. The page loads nothing from other hosts, and forgets the credentials when closed.
 */
export function panelPages(router: AnyRouter) {
  const files = {
    '/panel/panel.css': of(() => STYLE, 'text/css'),
    '/panel/panel.js': of(script, 'text/javascript'),
    '/panel/procedures.json': of(() => JSON.stringify(proceduresOf(router)), 'application/json'),
  };
  return { page, files };
}

const page = (nonce: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Lastmile tRPC panel</title>
<link rel="stylesheet" nonce="${nonce}" href="/panel/panel.css">
<header>
  <h1>tRPC panel</h1>
  <label>userid <input id="userid" inputmode="numeric" autocomplete="off" size="8"></label>
  <label>api_key <input id="api-key" type="password" autocomplete="off" size="24"></label>
</header>
<nav>
  <input id="filter" type="search" placeholder="Filter procedures" aria-label="Filter procedures">
  <div id="list"></div>
</nav>
<main id="procedure"></main>
<script nonce="${nonce}" type="module" src="/panel/panel.js"></script>
</html>
`;
