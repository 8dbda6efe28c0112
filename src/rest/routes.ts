import type { AnyRouter } from '@trpc/server';
import { z } from 'zod';
import { formOf } from '../core/wire/index.ts';
import { type EndpointMeta, isServed, type ServedMeta } from '../rpc/meta.ts';

/** A procedure that takes its parameters as texts. */
export interface TextCall {
  /** Name in the router: `lead.update`. */
  readonly procedure: string;
  readonly type: 'query' | 'mutation';
  readonly meta: EndpointMeta;
  /** Parameters and their kinds. */
  readonly parameters: Readonly<Record<string, z.ZodType>>;
  readonly input: z.ZodType | undefined;
  readonly output: z.ZodType | undefined;
}

/** One that is an endpoint of the REST API. */
export interface Route extends TextCall {
  readonly meta: ServedMeta;
}

interface ProcedureDef {
  readonly type: 'query' | 'mutation';
  readonly meta?: EndpointMeta;
  readonly inputs: readonly z.ZodType[];
  readonly output?: z.ZodType;
}

/** The routes of a router's procedures, except those that only tRPC serves. @throws Error for a procedure that the REST API cannot serve */
export function routesOf(router: AnyRouter): Route[] {
  const procedures = router._def.procedures as unknown as Record<string, { _def: ProcedureDef }>;
  return Object.entries(procedures).flatMap(([procedure, { _def }]) => {
    const [input, ...more] = _def.inputs;
    if (!_def.meta) throw new Error(`${procedure} was not made by endpoint()`);
    if (!isServed(_def.meta)) return [];
    if (more.length > 0) throw new Error(`${procedure} has several inputs; the REST API supports one`);
    const parameters = input ? parametersOf(procedure, input) : {};
    return { procedure, type: _def.type, meta: _def.meta, parameters, input, output: _def.output };
  });
}

/** A procedure of the subscribers’ pages that takes a file, by its name in the router; undefined if there is none. */
export function subscriberUpload(router: AnyRouter, name: string): TextCall | undefined {
  const procedures = router._def.procedures as unknown as Record<string, { _def: ProcedureDef }>;
  const def = Object.hasOwn(procedures, name) ? procedures[name]?._def : undefined;
  if (def?.meta?.access !== 'subscriber' || !def.meta.upload) return undefined;
  const [input] = def.inputs;
  const parameters = input ? parametersOf(name, input) : {};
  return { procedure: name, type: def.type, meta: def.meta, parameters, input, output: def.output };
}

/** The parameters of an input, which is an object of kinds, maybe refined or transformed as a whole. */
function parametersOf(procedure: string, input: z.ZodType): Record<string, z.ZodType> {
  let inner: z.core.$ZodType = input;
  while (inner instanceof z.ZodPipe) inner = inner.in;
  if (!(inner instanceof z.ZodObject)) throw new Error(`${procedure}: the input must be an object of parameters`);
  const parameters = inner.shape as Record<string, z.ZodType>;
  for (const [name, schema] of Object.entries(parameters)) {
    if (OF_EACH_CALL.has(name)) throw new Error(`${procedure}: ${name} is a parameter of every call already`);
    if (!formOf(schema)) throw new Error(`${procedure}: ${name} is not a wire kind, or a zod modifier has cloned it`);
  }
  return parameters;
}

/** The credentials (contract 5), and whether unknown parameters are refused. */
const OF_EACH_CALL = new Set(['userid', 'api_key', 'strict']);

export const API = '/api';

/** The route of a documented path, with or without a trailing slash. */
export function routeAt(table: RouteTable, path: string): Route | undefined {
  return table.get(path.replace(/\/$/, ''));
}

export type RouteTable = ReadonlyMap<string, Route>;

/** Routes by documented path below `/api`, aliases included. */
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
