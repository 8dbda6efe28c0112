import { z } from 'zod';
import { appRouter } from '../../src/app-router.ts';
import { badParameters, type FieldFault } from '../../src/core/fault.ts';
import { decode } from '../../src/rest/decode.ts';
import { type Route, routesOf } from '../../src/rest/routes.ts';
import { fieldFaults } from '../../src/rpc/fault-of.ts';
import type { Endpoint, Texts } from './endpoint.ts';

/** The product as the table sees it: documented texts go through the facade's decoder and the endpoint's schema. */

const ZONE = 'Asia/Kolkata';

export const routes: readonly Route[] = routesOf(appRouter);

/** An endpoint of the table, and the procedure that serves it. */
export interface Served {
  /** Without the leading slash, as in test names. */
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly route: Route;
}

/** The endpoints of a table that the router serves, each with the parameters it takes of those documented. */
export function servedOf(table: readonly Endpoint[]): Served[] {
  return table.flatMap((endpoint) => {
    const route = routeOf(endpoint);
    if (!route) return [];
    const taken = Object.entries(endpoint.parameters).filter(([name]) => Object.hasOwn(route.parameters, name));
    return [{ name: endpoint.path.slice(1), endpoint: { ...endpoint, parameters: Object.fromEntries(taken) }, route }];
  });
}

const routeOf = ({ path }: Endpoint) => routes.find(({ meta }) => meta.rest.includes(path));

/** Paths of a table that the router does not serve. */
export const unserved = (table: readonly Endpoint[]): string[] =>
  table.filter((endpoint) => !routeOf(endpoint)).map(({ path }) => path);

/** Documented parameters that a served endpoint does not take: `plan/list name`. */
export function untaken(table: readonly Endpoint[]): string[] {
  return table.flatMap((endpoint) => {
    const route = routeOf(endpoint);
    const missing = Object.keys(endpoint.parameters).filter((name) => route && !Object.hasOwn(route.parameters, name));
    return missing.map((name) => `${endpoint.path} ${name}`);
  });
}

export type Parsed =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly refused: readonly string[]; readonly sentence: string };

/** The native input that an endpoint reads from a request. A parameter that it ignores counts as refused. */
export function parse(route: Route, texts: Texts): Parsed {
  const { input, ignored } = decode(route, new Map(Object.entries(texts)), ZONE);
  const result = (route.input ?? NOTHING).safeParse(input);
  const faults: FieldFault[] = [
    ...ignored.map((parameter) => ({ parameter, problem: 'is ignored' })),
    ...(result.success ? [] : fieldFaults(result.error)),
  ];
  if (faults.length === 0) return { ok: true, input: (result.data ?? {}) as Record<string, unknown> };
  return { ok: false, refused: faults.map(({ parameter }) => parameter), sentence: badParameters(faults).message };
}

const NOTHING = z.strictObject({});
