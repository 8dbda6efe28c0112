import { type AnyRouter, initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-openapi';
import { z } from 'zod';
import { parametersText, record, resultText } from './openapi-texts.ts';
import { type Route, routesOf } from './routes.ts';

/** One path of the REST API. */
export interface Operation {
  readonly id: string;
  readonly path: `/${string}`;
  readonly route: Route;
}

/** Every path, with POST only. That all accept GET too is said once, to keep the document readable. */
export function operationsOf(router: AnyRouter): Operation[] {
  return routesOf(router).flatMap((route) =>
    route.meta.rest.flatMap((path): Operation[] => {
      return [{ id: path.slice(1).replaceAll('/', '_'), path, route }];
    }),
  );
}

/** `/radius/nas/list` belongs to `radius/nas`. */
export const tagOf = ({ path }: Operation): string => path.slice(1, path.lastIndexOf('/'));

const t = initTRPC.meta<OpenApiMeta>().create();

/**
 * The REST API as a router with one procedure per operation, text parameters and envelopes. The document is generated from
 * it, since the native router's schemas are not what REST callers see. It is never called.
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
    .output(record({ result: resultText(route.output, { procedure: route.procedure, inside: [] }), error: z.null() }));
  const withInput = Object.keys(parameters.shape).length > 0 ? documented.input(parameters) : documented;
  return withInput.query(() => ({ result: null, error: null }));
}

function descriptionOf({ path, route }: Operation): string {
  const [documented, ...aliases] = route.meta.rest;
  return [
    route.meta.description,
    path === documented ? undefined : `An alias of \`${documented}\`.`,
    path === documented && aliases.length > 0
      ? `Also served as ${aliases.map((alias) => `\`${alias}\``).join(', ')}.`
      : undefined,
    route.meta.access === 'public' ? undefined : `Needs the permission \`${route.meta.access}\`.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}
