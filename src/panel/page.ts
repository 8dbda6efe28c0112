import { readFileSync } from 'node:fs';
import type { AnyRouter } from '@trpc/server';
import { proceduresOf } from './procedures.ts';
import { STYLE } from './style.ts';

/** At the same relative path in `dist`, where the build adds the URL of a source map. */
const SCRIPT = readFileSync(new URL('./browser/panel.js', import.meta.url), 'utf8').replace(/^\/\/# source.*$/m, '');

/**
 * The page at `/panel`: a form for every procedure, generated from its input schema. Calls go through `/trpc` with native
 * types. The page loads nothing from other hosts, and forgets the credentials when closed.
 */
export function panelPage(router: AnyRouter): (nonce: string) => string {
  const procedures = inScript(proceduresOf(router));
  return (nonce) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>Lastmile tRPC panel</title>
<style nonce="${nonce}">${STYLE}</style>
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
<script type="application/json" id="procedures">${procedures}</script>
<script nonce="${nonce}" type="module">${SCRIPT}</script>
</html>
`;
}

/** JSON that cannot close the script element that contains it. */
const inScript = (value: unknown) => JSON.stringify(value).replace(/</g, '\\u003c');
