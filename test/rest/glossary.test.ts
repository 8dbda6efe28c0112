import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declareRouter } from '../../scripts/build-client/declare-router.ts';
import { appRouter } from '../../src/app-router.ts';
import { fileOf } from '../../src/core/content/download.ts';
import { formOf, unwrapped } from '../../src/core/wire/index.ts';
import { MEANINGS, meaningOf, type Place } from '../../src/rest/glossary/meaning.ts';
import { openApiDocument } from '../../src/rest/openapi.ts';
import { routesOf } from '../../src/rest/routes.ts';

interface Field {
  readonly name: string;
  readonly place: Place;
}

const shownOf = ({ name, place }: Field) => [place.procedure, ...place.inside, name].join(' ');

/** The fields of a result, those within others included. */
function fieldsIn(schema: z.core.$ZodType | undefined, place: Place): Field[] {
  if (!schema || formOf(schema) || fileOf(schema)) return [];
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((each) => fieldsIn(each as z.core.$ZodType, place));
  if (inner instanceof z.ZodArray) return fieldsIn(inner.element as z.core.$ZodType, place);
  if (inner instanceof z.ZodRecord) return fieldsIn(inner.valueType as z.core.$ZodType, place);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape as Record<string, z.core.$ZodType>).flatMap(([name, field]) => [
    { name, place },
    ...fieldsIn(field, { ...place, inside: [...place.inside, name] }),
  ]);
}

const fields = routesOf(appRouter).flatMap(({ procedure, parameters, output }) => {
  const place = { procedure, inside: [] };
  return [...Object.keys(parameters).map((name) => ({ name, place })), ...fieldsIn(output, place)];
});

describe('the glossary', () => {
  it('says what each parameter means, and each field of a result', () => {
    expect(fields.length).toBeGreaterThan(3_000);
    const unexplained = fields.filter(({ name, place }) => !meaningOf(name, place)).map(shownOf);
    expect([...new Set(unexplained)]).toEqual([]);
  });

  it('explains no field that there is not', () => {
    const used = new Set(fields.map(({ name, place }) => meaningOf(name, place)?.key));
    expect([...MEANINGS.keys()].filter((key) => !used.has(key))).toEqual([]);
  });

  it('says more than the name does', () => {
    const empty = [...MEANINGS].filter(([key, text]) => saysNothing(key, text));
    expect(empty).toEqual([]);
  });

  it('has phrases that begin like a sentence, without its end', () => {
    expect([...MEANINGS.values()].filter((text) => !/^[A-Z0-9`].*[^.;,\s]$/.test(text))).toEqual([]);
  });

  it('prefers what a name means nearby', () => {
    const meant = (name: string, procedure: string, ...inside: string[]) => meaningOf(name, { procedure, inside })?.key;
    expect(meant('status', 'service.list')).toBe('status');
    expect(meant('status', 'payment.new')).toBe('status');
    expect(meant('status', 'payment.list')).toBe('payment.list.status');
    expect(meant('status', 'payment.export')).toBe('payment.list.status');
    expect(meant('amt', 'service.topup', 'charges')).toBe('charges.amt');
    expect(meant('name', 'subscriber.get', 'subplan')).toBe('plan.subplan.name');
    expect(meant('name', 'plan.subplan_list')).toBe('plan.subplan.name');
  });
});

const FILLERS = new Set(['a', 'an', 'and', 'it', 'its', 'of', 'on', 'or', 'that', 'the', 'this', 'to']);

/** Whether a meaning has no word but those of the name. */
function saysNothing(key: string, text: string): boolean {
  const name = key.slice(key.lastIndexOf('.') + 1);
  const own = new Set(name.toLowerCase().split(/[_-]/));
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.every((word) => FILLERS.has(word) || own.has(word) || own.has(word.replace(/s$/, '')));
}

type Json = { readonly [key: string]: unknown };

/** The properties of a JSON schema without a description, by their paths. */
function undescribed(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, items, anyOf = [], additionalProperties } = schema as Json;
  const own = Object.entries(properties as Json).flatMap(([name, field]) => [
    ...((field as Json).description ? [] : [`${path} ${name}`]),
    ...undescribed(field, `${path} ${name}`),
  ]);
  const others = [items, additionalProperties, ...(anyOf as unknown[])].flatMap((part) => undescribed(part, path));
  return [...own, ...others];
}

describe('the OpenAPI document of the real API', () => {
  const { components } = openApiDocument(appRouter);

  it.each(['Parameters', 'Result'])('describes each field of the schemas of %s', (kind) => {
    const schemas = Object.entries(components?.schemas ?? {}).filter(([name]) => name.endsWith(kind));
    expect(schemas.length).toBeGreaterThan(150);
    const missing = schemas.flatMap(([name, schema]) => undescribed(schema, name));
    expect(missing.filter((path) => !/^\w+Result (?:result|error)$/.test(path))).toEqual([]);
  });

  it('says what a field means, then what is particular about it, then what its kind allows', () => {
    const { properties = {} } = (components?.schemas?.ServiceListParameters ?? {}) as { properties?: Json };
    expect(properties.used_gb).toMatchObject({
      description: expect.stringMatching(
        /^The volume used .* in GB \(2\^30 bytes\); optional operator .*\. For example/,
      ),
    });
    expect(properties.username).toMatchObject({
      description: 'The username by which the service logs in; case does not matter; `%` stands for any text.',
    });
  });
});

describe('the declarations of the typed client', () => {
  it('say what the fields mean', () => {
    const lines = new Set(declareRouter(appRouter).split('\n'));
    expect(lines.has('/** The price as on the price list, before the discount. */')).toBe(true);
    expect(lines.has('/** The most records to return. */') || lines.has(' * The most records to return.')).toBe(true);
  });
});
