import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyRouter } from '@trpc/server';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Kernel } from '../core/kernel.ts';
import { type NodeTurns, turnsOf } from '../rpc/turns.ts';
import { MCP } from './mcp/mcp.ts';
import { targetOf } from './request.ts';
import { FILES } from './rest-api.ts';
import { API, routeAt, routeTable } from './routes.ts';

const LABELS = ['api', 'route'] as const;
type Labels = Record<(typeof LABELS)[number], string>;

/** Counts and times requests. Returns a function to call with each request before it is handled. */
export function createHttpMetrics(registry: Registry, router: AnyRouter) {
  const requests = new Counter({
    name: 'lastmile_http_requests_total',
    help: 'HTTP requests by API, route and status code',
    labelNames: [...LABELS, 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'lastmile_http_request_seconds',
    help: 'Time from the first byte of a request to the last byte of the response',
    labelNames: LABELS,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const labelsOf = labeller(router);
  return function observe(request: IncomingMessage, response: ServerResponse): void {
    const labels = labelsOf(request.url);
    const startedAt = performance.now();
    response.once('close', () => {
      requests.inc({ ...labels, status: response.writableFinished ? response.statusCode : 'aborted' });
      seconds.observe(labels, (performance.now() - startedAt) / 1000);
    });
  };
}

const PREFIXES = { rest: API, file: FILES.prefix };
const PAGES = new Set([
  '/',
  '/console',
  '/docs',
  '/panel',
  '/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/readyz/api',
  '/readyz/radius',
]);

/** Label values come from a fixed set, never from the caller, so their number is limited. */
function labeller(router: AnyRouter): (url: string | undefined) => Labels {
  const routes = routeTable(router);
  const procedures = new Set(Object.keys(router._def.procedures));
  return (url) => {
    const { path } = targetOf(url);
    for (const [api, prefix] of Object.entries(PREFIXES))
      if (path.startsWith(`${prefix}/`))
        return { api, route: routeAt(routes, path.slice(prefix.length))?.procedure ?? 'unknown' };
    if (path.startsWith('/trpc/')) {
      const called = path.slice('/trpc/'.length);
      return { api: 'trpc', route: procedures.has(called) ? called : called.includes(',') ? 'batch' : 'unknown' };
    }
    // Which tool is called, the body says.
    if (path === MCP) return { api: 'mcp', route: MCP };
    const [first = '/'] = /^\/[^/]*/.exec(path) ?? [];
    return { api: 'page', route: PAGES.has(first) ? first : 'unknown' };
  };
}

/** How many calls wait for their turn, and how many were refused one. */
export function createTurnMetrics(registry: Registry, kernel: Pick<Kernel, 'db'>): void {
  const kinds = Object.entries(turnsOf(kernel)) as [keyof NodeTurns, NodeTurns[keyof NodeTurns]][];
  new Gauge({
    name: 'lastmile_calls_waiting',
    help: 'API calls waiting for their turn',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      for (const [kind, turns] of kinds) this.set({ kind }, turns.waiting);
    },
  });
  new Counter({
    name: 'lastmile_calls_refused_total',
    help: 'API calls refused because too many calls of their tenant or address were waiting',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, turns] of kinds) this.inc({ kind }, turns.refused);
    },
  });
}
