import { z } from 'zod';
import { appRouter } from '../../src/app-router.ts';
import { badParameters, type FieldFault } from '../../src/core/fault.ts';
import { decode } from '../../src/rest/decode.ts';
import { type Route, routesOf } from '../../src/rest/routes.ts';
import { fieldFaults } from '../../src/rpc/explain.ts';
import type { Condition, Endpoint, Parameter, Texts } from './endpoint.ts';
import { exampleOf } from './samples.ts';

/** The product as the table sees it: documented texts go through the facade's decoder and the endpoint's schema. */

const ZONE = 'Asia/Kolkata';

export const routes: readonly Route[] = routesOf(appRouter);

/** An endpoint of the table, and the procedure that serves it. */
export interface Served {
  /** Without the slash, as sentences name it. */
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly route: Route;
}

export function servedOf(table: readonly Endpoint[]): Served[] {
  return table.flatMap((endpoint) => {
    const route = routes.find(({ meta }) => meta.rest.includes(endpoint.path));
    return route ? [{ name: endpoint.path.slice(1), endpoint, route }] : [];
  });
}

export type Parsed =
  | { readonly ok: true; readonly input: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly refused: readonly string[]; readonly sentence: string };

/** What an endpoint makes of a request. A parameter it ignores counts as refused: the table has no others. */
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

/** The parameters that a request without anything optional carries. */
export function smallestRequest({ parameters, smallest }: Endpoint): Texts {
  const needed = Object.entries(parameters).filter(([, { required }]) => required === true);
  return { ...examples(needed), ...smallest };
}

/** A request with every parameter there is. */
export function largestRequest({ parameters, smallest }: Endpoint): Texts {
  return { ...examples(Object.entries(parameters)), ...smallest };
}

const examples = (entries: [string, Parameter][]): Texts =>
  Object.fromEntries(
    entries.filter(([, { kind }]) => exampleOf(kind) !== '').map(([name, { kind }]) => [name, exampleOf(kind)]),
  );

/** The smallest request in which a condition holds, with everything it asks for. */
export function requestWhere(endpoint: Endpoint, condition: Condition): Texts {
  const asked = Object.entries(endpoint.parameters).filter(([, { required }]) => required === condition);
  const request = { ...smallestRequest(endpoint), ...condition.given, ...examples(asked) };
  return leavingOut(request, condition.without ?? []);
}

export function leavingOut(texts: Texts, names: readonly string[]): Texts {
  return Object.fromEntries(Object.entries(texts).filter(([name]) => !names.includes(name)));
}
