import type { AnyRouter } from '@trpc/server';
import { z } from 'zod';
import type { FieldKind, FieldShape, FormShape } from '../../clients/console/src/api/field-shape.ts';
import { isStreamed } from '../../src/core/content/download.ts';
import { formOf, unwrapped } from '../../src/core/wire/index.ts';
import { type Field, fieldsOf } from '../../src/panel/procedures.ts';

interface ProcedureDef {
  readonly type: string;
  readonly inputs: readonly z.ZodType[];
  readonly output?: z.ZodType;
}
type Json = z.core.JSONSchema.BaseSchema;

/** No field of a form: the console fills them in itself. */
const ITS_OWN = ['preview', 'idempotency_key', 'client_ref'];

/** No forms of the console: those of subscribers and of voice menus, files, and what has no screen. */
const OTHERS =
  /^(portal|care|file|realm)\.|^(phonecall\.create|report\.csv|invoice\.einvoice_set|incident\.(add|remove))$|^(visit\.conflict|(message|notice)\.opt)_/;

/** The forms of every change of a router, by the names of its procedures. What a field is called is for the console to say. */
export function formsOf(router: AnyRouter): Readonly<Record<string, FormShape>> {
  const procedures = Object.entries(router._def.procedures as unknown as Record<string, { _def: ProcedureDef }>);
  const forms = procedures.flatMap(([name, { _def }]) => {
    const [input] = _def.inputs;
    const isForm =
      _def.type === 'mutation' && !OTHERS.test(name) && !isStreamed(_def.output) && input instanceof z.ZodObject;
    return isForm ? [[name, formOfInput(input)] as const] : [];
  });
  return Object.fromEntries(forms);
}

/** Without parameters that no form asks for, such as lists of records. */
function formOfInput(input: z.ZodObject): FormShape {
  const json = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }).properties ?? {};
  const fields = fieldsOf(input).filter(({ name }) => !ITS_OWN.includes(name));
  const shapes = fields.flatMap((field) => {
    const schema = unwrapped((input.shape as Record<string, z.ZodType>)[field.name] as z.ZodType);
    const own = json[field.name] as Json;
    const kind = kindOf(field, schema, own);
    return kind
      ? [
          [
            field.name,
            { kind, ...boundsOf(kind, own), ...rulesOf(field, own), ...patternOf(kind, schema, own) },
          ] as const,
        ]
      : [];
  });
  return Object.fromEntries(shapes);
}

/** A text that is longer is given several lines. */
const LINE = 300;

function kindOf({ input }: Field, schema: z.core.$ZodType, json: Json): FieldKind | undefined {
  const document = formOf(schema)?.document;
  switch (input.type) {
    case 'text':
      if (document?.format === 'date') return 'day';
      // Exact decimals are texts.
      if (/ decimals$/.test(String(document?.description ?? ''))) return 'amount';
      return (sizes(json).maxLength ?? 0) >= LINE ? 'long' : 'text';
    case 'boolean':
      return 'flag';
    case 'date':
      return 'time';
    case 'list':
      return input.of.type === 'choice' ? 'many' : input.of.type === 'number' ? 'numbers' : 'texts';
    case 'secret':
    case 'number':
    case 'choice':
      return input.type;
    default:
      return undefined;
  }
}

/** The largest id is no limit that anybody meets. */
const INT4_MAX = 2_147_483_647;

function boundsOf(kind: FieldKind, json: Json): Pick<FieldShape, 'min' | 'max'> {
  const { minimum, maximum, maxLength } = sizes(json);
  if (kind === 'number' && maximum !== INT4_MAX)
    return { ...(minimum === undefined ? {} : { min: minimum }), ...(maximum === undefined ? {} : { max: maximum }) };
  return maxLength === undefined || kind === 'number' ? {} : { max: maxLength };
}

/** Of the value itself, where null is allowed besides. */
function sizes(json: Json): Json {
  return (json.anyOf?.find((option) => (option as Json).type !== 'null') as Json | undefined) ?? json;
}

function rulesOf({ input, required, nullable }: Field, json: Json): Omit<FieldShape, 'kind'> {
  const choices = input.type === 'list' ? input.of : input;
  return {
    ...(choices.type === 'choice' ? { choices: choices.choices } : {}),
    ...(required ? {} : { optional: true }),
    ...(nullable ? { clearable: true } : {}),
    ...(json.default === undefined ? {} : { fallback: fallbackOf(json.default) }),
  };
}

/** What a text must look like, and what the node says of any other. Whether an empty one is allowed is known otherwise. */
function patternOf(kind: FieldKind, schema: z.core.$ZodType, json: Json): Pick<FieldShape, 'pattern' | 'problem'> {
  const { pattern } = sizes(json);
  const problem = pattern && z.safeParse(schema, '').error?.issues[0]?.message;
  return kind === 'text' && pattern && problem ? { pattern, problem } : {};
}

/** As a form holds it. */
function fallbackOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : '';
  return String(value);
}
