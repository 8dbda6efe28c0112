import type { AnyRouter } from '@trpc/server';
import { z } from 'zod';
import { formOf } from '../core/wire/index.ts';
import type { EndpointMeta } from '../rpc/meta.ts';

/** The data of a procedure for the panel. */
export interface PanelProcedure {
  readonly name: string;
  readonly type: 'query' | 'mutation';
  readonly access: string;
  readonly summary: string;
  readonly description: string;
  readonly rest: readonly string[];
  readonly fields: readonly Field[];
}

interface ProcedureDef {
  readonly type: 'query' | 'mutation';
  readonly meta?: EndpointMeta;
  readonly inputs: readonly z.ZodType[];
}

export function proceduresOf(router: AnyRouter): PanelProcedure[] {
  const procedures = router._def.procedures as unknown as Record<string, { _def: ProcedureDef }>;
  return Object.entries(procedures).map(([name, { _def }]) => ({
    name,
    type: _def.type,
    access: _def.meta?.access ?? '',
    summary: _def.meta?.summary ?? '',
    description: _def.meta?.description ?? '',
    rest: _def.meta?.rest ?? [],
    fields: fieldsOf(_def.inputs[0]),
  }));
}

/** The form field for a parameter. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly nullable: boolean;
  readonly input: InputKind;
  readonly hint?: string;
  readonly example?: string;
}

/** The kind of input, which determines the native value. `json` is the fallback. */
type InputKind =
  | { readonly type: 'text' | 'secret' | 'number' | 'boolean' | 'date' | 'dayOrDate' | 'json' }
  | { readonly type: 'choice'; readonly choices: readonly string[] }
  /** Comma-separated values of one kind. */
  | { readonly type: 'list'; readonly of: InputKind }
  /** A value, or `{ op, value }`. */
  | { readonly type: 'comparison'; readonly operators: readonly string[]; readonly of: InputKind };

type Json = z.core.JSONSchema.BaseSchema;

/** The fields of an input schema, which is an object of wire kinds (rpc/endpoint.ts). */
export function fieldsOf(input: z.ZodType | undefined): readonly Field[] {
  if (!input) return [];
  const schema: Json = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', override: showDates });
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    ...fieldOf({ name, required: required.has(name) }, property as Json),
    ...exampleOf(input, name),
  }));
}

/** The example of a wire kind, unless it is a comparison, whose operator has a control of its own. */
function exampleOf(input: z.ZodType, name: string): { example?: string } {
  const parameter = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>)[name] : undefined;
  const example = parameter && formOf(parameter)?.document.example;
  return typeof example === 'string' && !/^[<>=]/.test(example) ? { example } : {};
}

/** JSON Schema has no Date type; superjson transfers Dates. */
function showDates({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Json }): void {
  delete jsonSchema.override;
  if (zodSchema instanceof z.ZodDate) Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
}

const SECRET = /password|secret|api_key/;

function fieldOf(base: Pick<Field, 'name' | 'required'>, schema: Json): Field {
  const options = optionsOf(schema);
  const nullable = options.some(({ type }) => type === 'null');
  const input = inputOf(options.filter(({ type }) => type !== 'null'));
  const secret = input.type === 'text' && SECRET.test(base.name);
  const hint = hintOf(schema);
  return { ...base, nullable, input: secret ? { type: 'secret' } : input, ...(hint ? { hint } : {}) };
}

function optionsOf(schema: Json): Json[] {
  if (schema.anyOf) return schema.anyOf.flatMap((option) => optionsOf(option as Json));
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];
}

function inputOf(options: readonly Json[]): InputKind {
  const [schema, ...others] = options;
  if (!schema) return { type: 'json' };
  if (others.length > 0) return comparisonOf(options) ?? dayOrDate(options) ?? { type: 'json' };
  if (schema.enum) return { type: 'choice', choices: schema.enum.map(String) };
  if (schema.type === 'boolean') return { type: 'boolean' };
  if (schema.type === 'integer' || schema.type === 'number') return { type: 'number' };
  if (schema.type === 'string') return { type: schema.format === 'date-time' ? 'date' : 'text' };
  const item = schema.type === 'array' && schema.items ? inputOf(optionsOf(schema.items as Json)) : undefined;
  return item && item.type !== 'json' ? { type: 'list', of: item } : { type: 'json' };
}

/** `wire.comparison`: a union of a value and an object of operator and value. */
function comparisonOf(options: readonly Json[]): InputKind | undefined {
  const explicit = options.find(({ properties }) => properties?.op && properties.value);
  if (!explicit) return undefined;
  const operators = (explicit.properties?.op as Json | undefined)?.enum ?? [];
  const of = inputOf(options.filter((option) => option !== explicit));
  return of.type === 'json' ? undefined : { type: 'comparison', operators: operators.map(String), of };
}

/** `wire.dayOrTimestamp`: the text of a day, or a Date. */
function dayOrDate(options: readonly Json[]): InputKind | undefined {
  const texts = options.every(({ type }) => type === 'string');
  return texts && options.some(({ format }) => format === 'date-time') ? { type: 'dayOrDate' } : undefined;
}

function hintOf(schema: Json): string {
  const { minimum, maximum, minLength, maxLength } = schema;
  return [
    schema.description,
    bounds(minimum, maximum === INT4_MAX ? undefined : maximum),
    bounds(minLength, maxLength, ' characters'),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The upper limit of ids, not worth showing. */
const INT4_MAX = 2_147_483_647;

const bounds = (from: unknown, to: unknown, unit = '') => (to === undefined ? '' : `${from ?? ''}…${to}${unit}`);
