import type { AnyRouter } from '@trpc/server';
import { isStreamed } from '../../src/core/content/download.ts';
import type { Place } from '../../src/rest/glossary/meaning.ts';
import type { EndpointMeta } from '../../src/rpc/meta.ts';
import { docOfProcedure, jsdoc } from './declare-docs.ts';
import { type Field, fieldTexts, propertyName, typeText } from './declare-schema.ts';
import { definitionOf, isObject, type Schema, type Side } from './schema.ts';

interface Procedure {
  readonly _def: {
    readonly procedure: true;
    readonly type: 'query' | 'mutation';
    readonly meta: EndpointMeta;
    readonly inputs: readonly Schema[];
    readonly output?: Schema;
  };
}
interface Tree {
  readonly [name: string]: Procedure | Tree;
}
type Path = readonly string[];

/**
 * Writes the declarations of a router: `AppRouter`, and an interface for each input and each record. Without procedures that
 * return streamed files, which only REST serves. The declarations are generated from the schemas: those of the compiler would
 * need the context and so the database, and are hard to read. A test checks that both are the same types.
 */
export function declareRouter(router: AnyRouter): string {
  const interfaces = new Map<string, string>();
  const tree = treeText(router._def.record as unknown as Tree, [], interfaces);
  return [`export type AppRouter = TRPCBuiltRouter<Root, ${tree}>;`, ...interfaces.values()].join('\n\n');
}

function treeText(tree: Tree, path: Path, interfaces: Map<string, string>): string {
  const entries = Object.entries(tree).flatMap(([name, entry]) => {
    const here = [...path, name];
    if (isFile(entry)) return [];
    if (!isProcedure(entry)) return [`${propertyName(name)}: ${treeText(entry, here, interfaces)};`];
    const text = withPath(here, () => procedureText(entry, here, interfaces));
    return [...jsdoc(docOfProcedure(entry._def.meta)), `${propertyName(name)}: ${text};`];
  });
  return `{\n${entries.join('\n')}\n}`;
}

/** Prefixes errors with the procedure's path. */
function withPath<T>(path: Path, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw new Error(`${path.join('.')}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** A procedure that returns a streamed file or takes one, or an area with such procedures only. */
const isFile = (entry: Procedure | Tree): boolean =>
  isProcedure(entry)
    ? entry._def.meta.upload === true || isStreamed(entry._def.output)
    : Object.values(entry).every(isFile);

const isProcedure = (entry: Procedure | Tree): entry is Procedure => typeof entry === 'function';

function procedureText({ _def }: Procedure, path: Path, interfaces: Map<string, string>): string {
  const { type, inputs, output, meta } = _def;
  const [input] = inputs;
  if (!output || inputs.length > 1) throw new Error('it has no output, or several inputs');
  const name = path.map(pascal).join('');
  // The glossary is that of the documented API.
  const place = meta.rest.length > 0 ? { procedure: path.join('.'), inside: [] } : null;
  const declared = { name, place, interfaces };
  const sent = input ? namedType(input, { ...declared, name: `${name}Input`, side: 'input' }) : 'void';
  const received = receivedText(output, declared);
  return `${type === 'query' ? 'Query' : 'Mutation'}<${sent}, ${received}>`;
}

/** Record types get a name, alone as well as in an array or in a union with a count. */
function receivedText(output: Schema, declared: Declared): string {
  const def = definitionOf(output);
  const named = (schema: Schema, suffix: string) =>
    namedType(schema, { ...declared, name: `${declared.name}${suffix}`, side: 'output' });
  if (def.type === 'array') return `${named(def.element, 'Row')}[]`;
  if (def.type === 'union') return def.options.map((option) => receivedText(option, declared)).join(' | ');
  return named(output, 'Output');
}

interface Declared {
  readonly name: string;
  readonly place: Place | null;
  readonly interfaces: Map<string, string>;
}
type Naming = Declared & { readonly side: Side };

/** Declares an object type and returns its name; returns any other type as is. */
function namedType(schema: Schema, { name, side, place, interfaces }: Naming): string {
  if (!isObject(schema)) return typeText(schema, side, place);
  if (interfaces.has(name)) throw new Error(`two object types would be called ${name}`);
  const fields = fieldTexts(schema, side, place);
  const paging = side === 'input' ? takePaging(fields, interfaces) : '';
  interfaces.set(name, `export interface ${name}${paging} {\n${fields.map(({ text }) => text).join('\n')}\n}`);
  return name;
}

const PAGING = ['rows_limit', 'rows_offset', 'show_count'];

/** Moves the paging fields of a list to a common interface, if they are the same as in other lists. */
function takePaging(fields: Field[], interfaces: Map<string, string>): string {
  const at = fields.findIndex(({ name }) => name === PAGING[0]);
  const taken = fields.slice(at, at + PAGING.length);
  if (at < 0 || taken.some(({ name }, index) => name !== PAGING[index])) return '';
  const text = `export interface Paging {\n${taken.map((field) => field.text).join('\n')}\n}`;
  if ((interfaces.get('Paging') ?? text) !== text) return '';
  interfaces.set('Paging', text);
  fields.splice(at, PAGING.length);
  return ' extends Paging';
}

const pascal = (name: string) => name.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
