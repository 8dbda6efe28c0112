import type { AnyRouter } from '@trpc/server';
import { z } from 'zod';
import { formOf } from '../core/wire/index.ts';
import type { EndpointMeta } from '../rpc/meta.ts';

/** A procedure as the documented API sees it. */
export interface Route {
  /** Name in the router, `lead.update`. */
  readonly procedure: string;
  readonly type: 'query' | 'mutation';
  readonly meta: EndpointMeta;
  /** Parameters and their kinds; empty where the procedure takes none. */
  readonly parameters: Readonly<Record<string, z.ZodType>>;
  readonly input: z.ZodType | undefined;
  readonly output: z.ZodType | undefined;
}

interface ProcedureDef {
  readonly type: 'query' | 'mutation';
  readonly meta?: EndpointMeta;
  readonly inputs: readonly z.ZodType[];
  readonly output?: z.ZodType;
}

/** Every procedure of a router that has a documented path. Throws for one that the facade could not serve. */
export function routesOf(router: AnyRouter): Route[] {
  const procedures = router._def.procedures as unknown as Record<string, { _def: ProcedureDef }>;
  return Object.entries(procedures).map(([procedure, { _def }]) => {
    const [input, ...more] = _def.inputs;
    if (!_def.meta) throw new Error(`${procedure} was not made by endpoint()`);
    if (more.length > 0) throw new Error(`${procedure} has several inputs; the facade knows one`);
    const parameters = input ? parametersOf(procedure, input) : {};
    return { procedure, type: _def.type, meta: _def.meta, parameters, input, output: _def.output };
  });
}

/** An object of kinds, whatever is refined or transformed behind it. */
function parametersOf(procedure: string, input: z.ZodType): Record<string, z.ZodType> {
  let inner: z.core.$ZodType = input;
  while (inner instanceof z.ZodPipe) inner = inner.in;
  if (!(inner instanceof z.ZodObject)) throw new Error(`${procedure}: an input is an object of parameters`);
  const parameters = inner.shape as Record<string, z.ZodType>;
  for (const [name, schema] of Object.entries(parameters)) {
    if (CREDENTIALS.has(name)) throw new Error(`${procedure}: ${name} is a credential (contract 5)`);
    if (!formOf(schema)) throw new Error(`${procedure}: ${name} is no wire kind, or a zod modifier has cloned it`);
  }
  return parameters;
}

const CREDENTIALS = new Set(['userid', 'api_key']);

export const API = '/api';

/** Where a path of this node leads, with or without a slash at its end. */
export function routeAt(table: RouteTable, path: string): Route | undefined {
  return table.get(path.slice(API.length).replace(/\/$/, ''));
}

export type RouteTable = ReadonlyMap<string, Route>;

/** Documented path below `/api`, aliases included, to route. */
export function routeTable(router: AnyRouter): RouteTable {
  const table = new Map<string, Route>();
  for (const route of routesOf(router)) {
    for (const path of route.meta.rest) {
      const taken = table.get(path);
      if (taken) throw new Error(`${path} is declared by ${taken.procedure} and by ${route.procedure}`);
      table.set(path, route);
    }
  }
  return table;
}
