import { type AnyRouter, initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { z } from 'zod';
import { parametersText, record, resultText } from './openapi-texts.ts';
import { type Route, routesOf } from './routes.ts';

/** One path and method of the facade. */
export interface Operation {
  readonly id: string;
  readonly path: `/${string}`;
  readonly route: Route;
}

/** The order of the contract, and apart from it what it does not have. */
export const EXTENSIONS = 'Extensions';

/**
 * Each path, with POST. All of them answer GET as well, which the document says once: a page that has every path twice is
 * read by nobody.
 */
export function operationsOf(router: AnyRouter): Operation[] {
  return routesOf(router).flatMap((route) =>
    route.meta.rest.flatMap((path): Operation[] => {
      return [{ id: path.slice(1).replaceAll('/', '_'), path, route }];
    }),
  );
}

/** `/radius/nas/list` belongs to `radius/nas`. */
export function tagOf({ path, route }: Operation): string {
  return route.meta.extension ? EXTENSIONS : path.slice(1, path.lastIndexOf('/'));
}

const t = initTRPC.meta<OpenApiMeta>().create();

/**
 * The documented API as a router of its own: one procedure an operation, with text in and the envelope out. It is never
 * called; the document is generated from it, because the native router's schemas are not what a REST caller writes.
 */
export function facadeView(operations: readonly Operation[]): AnyRouter {
  return t.router(Object.fromEntries(operations.map((operation) => [operation.id, procedureOf(operation)])));
}

function procedureOf(operation: Operation) {
  const { id, path, route } = operation;
  const parameters = parametersText(route);
  const documented = t.procedure
    .meta({
      openapi: {
        operationId: id,
        method: 'POST',
        path,
        summary: route.meta.summary,
        description: descriptionOf(operation),
        tags: [tagOf(operation)],
        protect: route.meta.access !== 'public',
        contentTypes: ['application/x-www-form-urlencoded', 'application/json'],
        errorResponses: {},
      },
    })
    .output(record({ result: resultText(route.output), error: z.null() }));
  const taking = Object.keys(parameters.shape).length > 0 ? documented.input(parameters) : documented;
  return taking.query(() => ({ result: null, error: null }));
}

function descriptionOf({ path, route }: Operation): string {
  const [documented, ...aliases] = route.meta.rest;
  return [
    route.meta.description,
    path === documented ? undefined : `Another spelling of \`${documented}\`.`,
    path === documented && aliases.length > 0
      ? `Also served as ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`
      : undefined,
    route.meta.access === 'public' ? undefined : `Needs the permission \`${route.meta.access}\`.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}
