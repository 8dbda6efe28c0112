import { readFileSync } from 'node:fs';
import type { AnyRouter } from '@trpc/server';
import { REVALIDATED, StaticContent } from '../core/content/static-content.ts';
import { proceduresOf } from './procedures.ts';

const STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dee4, #3a4149); --soft: light-dark(#f5f7f9, #1c2126);
  --text: light-dark(#1c2733, #e3e8ed); --mute: light-dark(#5c6b7a, #93a1af); --accent: light-dark(#0b5cad, #6cb2f5);
  --query: light-dark(#0b6e4f, #4cc38a); --mutation: light-dark(#a14a00, #f0a35e); --bad: light-dark(#b3261e, #ff8a80) }
* { box-sizing: border-box }
body { margin: 0; font: 14px/1.5 system-ui, sans-serif; color: var(--text); background: light-dark(#fff, #14181c);
  display: grid; grid-template: auto 1fr / 19rem minmax(0, 1fr); height: 100vh }
header { grid-column: 1 / 3; display: flex; gap: 1.2rem; align-items: center; padding: .6rem 1rem;
  border-bottom: 1px solid var(--line); background: var(--soft); flex-wrap: wrap }
h1 { font-size: 1rem; margin: 0 auto 0 0 } h2 { font: 600 1.2rem ui-monospace, monospace; margin: 0 } h3 { margin: 1.4rem 0 .4rem; font-size: .95rem }
input, select, textarea, button { font: inherit; color: inherit; padding: .3rem .5rem; border: 1px solid var(--line);
  border-radius: 4px; background: light-dark(#fff, #14181c) }
textarea { font-family: ui-monospace, monospace }
:is(input, select, textarea, button, a):focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
nav { overflow: auto; border-right: 1px solid var(--line); padding: .6rem }
#filter { width: 100% }
nav h3 { margin: .8rem 0 .2rem; color: var(--mute); font-size: .75rem; text-transform: uppercase; letter-spacing: .05em }
nav a { display: flex; gap: .5rem; padding: .15rem .4rem; border-radius: 4px; color: inherit; text-decoration: none; overflow-wrap: anywhere }
nav a:hover, nav a[aria-current] { background: var(--soft) } nav a[aria-current] { font-weight: 600 }
.type { font: 600 .7rem/1.9 ui-monospace, monospace; flex: none; width: 1.2em; text-align: center }
.query { color: var(--query) } .mutation { color: var(--mutation) }
main { overflow: auto; padding: 1rem 1.4rem }
.mute { color: var(--mute) }
form { margin-top: 1rem; max-width: 56rem }
.field { display: grid; grid-template-columns: 12rem minmax(0, 1fr) auto; gap: .2rem .8rem; align-items: center; padding: .25rem 0 }
.field > label { font-family: ui-monospace, monospace; overflow-wrap: anywhere } .field > label b { color: var(--bad) }
.field .value { display: flex; gap: .4rem } .field .value > :last-child { flex: 1; min-width: 0 }
.field small { grid-column: 2; color: var(--mute); overflow-wrap: anywhere }
button { background: var(--accent); color: light-dark(#fff, #10202f); border-color: transparent; padding: .4rem 1.2rem; margin-top: .8rem; cursor: pointer }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 4px; padding: .7rem; overflow: auto; max-height: 60vh; margin: .4rem 0; font: 13px/1.45 ui-monospace, monospace }
.failed { color: var(--bad) }
@media (max-width: 50rem) { body { grid-template: auto 12rem 1fr / minmax(0, 1fr) } header { grid-column: 1 } nav { border-right: 0; border-bottom: 1px solid var(--line) }
  .field { grid-template-columns: minmax(0, 1fr) auto } .field > label, .field small { grid-column: 1 / 3 } }
`;

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
