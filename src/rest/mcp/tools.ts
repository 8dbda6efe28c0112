import { setImmediate } from 'node:timers/promises';
import type { Tool as Definition } from '@modelcontextprotocol/sdk/types.js';
import type { AnyRouter } from '@trpc/server';
import { createSchema } from 'zod-openapi';
import type { Actor } from '../../core/access/actor.ts';
import { badParameter } from '../../core/fault.ts';
import { parametersText } from '../openapi-texts.ts';
import { type Renderer, rendererOf } from '../render.ts';
import { type Route, routesOf } from '../routes.ts';
import { CONFIRMATION, confirmationParameter } from './confirmation-parameter.ts';
import { isParameterLeftOut, LEFT_OUT } from './left-out.ts';

/** An endpoint as an assistant sees it. */
export interface Tool {
  /** Of the procedure: `customer_update`. */
  readonly name: string;
  /** Without the parameters that assistants do not have. */
  readonly route: Route;
  /** Whether it changes something, so that it is confirmed first. */
  readonly writes: boolean;
  readonly previews: boolean;
  readonly render: Renderer;
}

/** What the models of the large providers take as the name of a tool. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
/** Of one page of the list. */
const PAGE = 50;

const tables = new WeakMap<AnyRouter, ReadonlyMap<string, Tool>>();

/** The tools of a router by name. */
export function toolsOf(router: AnyRouter): ReadonlyMap<string, Tool> {
  const known = tables.get(router);
  if (known) return known;
  const routes = routesOf(router).filter((route) => !LEFT_OUT.some((reason) => reason.is(route)));
  const tools = routes.map(toolOf);
  const table = new Map(tools.map((tool) => [tool.name, tool]));
  if (table.size < tools.length) throw new Error('two procedures have the same name as tools');
  tables.set(router, table);
  return table;
}

function toolOf(route: Route): Tool {
  const name = route.procedure.replaceAll('.', '_');
  if (!NAME.test(name)) throw new Error(`${route.procedure}: models do not take ${name} as the name of a tool`);
  const writes = route.type === 'mutation';
  if (CONFIRMATION in route.parameters) throw new Error(`${route.procedure}: ${CONFIRMATION} is a parameter of tools`);
  const parameters = Object.fromEntries(
    Object.entries(route.parameters).filter(([parameter]) => !isParameterLeftOut(parameter)),
  );
  const previews = writes && 'preview' in route.parameters;
  return { name, route: { ...route, parameters }, writes, previews, render: rendererOf(route.output) };
}

/** @throws Fault of kind `badInput` for a cursor that no page has ended with */
export async function listTools(
  router: AnyRouter,
  { permissions }: Pick<Actor, 'permissions'>,
  cursor: string | undefined,
): Promise<{ tools: Definition[]; nextCursor?: string }> {
  const all = [...toolsOf(router).values()];
  const start = cursor === undefined ? 0 : all.findIndex(({ name }) => name === cursor) + 1;
  if (cursor !== undefined && start === 0)
    throw badParameter('cursor', 'is not the end of a page; leave it out to begin again');
  const mine = all
    .slice(start)
    .filter(({ route: { meta } }) => meta.access === 'public' || permissions.has(meta.access));
  const page = mine.slice(0, PAGE);
  const tools: Definition[] = [];
  for (const tool of page) {
    tools.push(definitionOf(tool));
    // Packets and other calls have their turn.
    await setImmediate();
  }
  const last = page.at(-1);
  return last && mine.length > PAGE ? { tools, nextCursor: last.name } : { tools };
}

const definitions = new WeakMap<Tool, Definition>();

function definitionOf(tool: Tool): Definition {
  const known = definitions.get(tool);
  if (known) return known;
  const { name, route, writes } = tool;
  const { summary: title, description } = route.meta;
  const made: Definition = {
    name,
    title,
    description: [title, description].filter(Boolean).join('.\n\n'),
    inputSchema: schemaOf(tool),
    annotations: { title, readOnlyHint: !writes, ...hintsOf(route) },
  };
  definitions.set(tool, made);
  return made;
}

/** The parameters as the OpenAPI document has them, and the one that every change has here. */
function schemaOf({ route, writes }: Tool): Definition['inputSchema'] {
  const { schema } = createSchema(parametersText(route), { io: 'input' });
  const { properties = {}, required } = schema as Pick<Definition['inputSchema'], 'properties' | 'required'>;
  return {
    type: 'object',
    properties: writes ? { ...properties, [CONFIRMATION]: confirmationParameter } : properties,
    ...(required && required.length > 0 ? { required } : {}),
    additionalProperties: false,
  };
}

/** What adds a record destroys nothing. The same update, or the same deletion, does nothing a second time. */
function hintsOf({ procedure, type, meta }: Route): { destructiveHint: boolean; idempotentHint: boolean } {
  if (type === 'query') return { destructiveHint: false, idempotentHint: true };
  return {
    destructiveHint: !/[._](?:create|new|add)$/.test(procedure),
    idempotentHint: meta.updates !== undefined || /[._](?:delete|set)$/.test(procedure),
  };
}
