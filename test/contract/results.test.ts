import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { formOf, unwrapped } from '../../src/core/wire/index.ts';
import { rendererOf } from '../../src/rest/render.ts';
import type { Route } from '../../src/rest/routes.ts';
import type { Result } from './endpoint.ts';
import type { Kind } from './kinds.ts';
import { perEndpoint } from './per-endpoint.ts';
import { servedOf } from './probe.ts';
import { exampleOf } from './samples.ts';
import { sentences } from './sentences.ts';
import { contract, extensions } from './table.ts';

const ZONE = 'Asia/Kolkata';
const served = [...servedOf(contract), ...servedOf(extensions)];

/** The endpoints whose result is of one of these sorts. */
function withResult<I extends Result['is']>(...sorts: I[]) {
  return served.flatMap((one) => {
    const { result } = one.endpoint;
    return sorts.includes(result.is as I) ? [{ ...one, result: result as Extract<Result, { is: I }> }] : [];
  });
}

/** What a caller gets for a native result, undefined where the procedure may not return it. */
function shown({ output }: Route, native: unknown): unknown {
  const checked = output?.safeParse(native);
  return checked?.success ? rendererOf(output)(checked.data, ZONE) : undefined;
}

describe('a result', () => {
  it.each(
    sentences(withResult('id', 'count'), ({ name, result }) => `${name} returns its ${result.is} as a JSON integer`),
  )('%s', (_, { route }) => {
    expect(shown(route, 42)).toBe(42);
  });

  it.each(
    sentences(withResult('exactly'), ({ name, result }) => `${name} returns the text ${result.text} and no other`),
  )('%s', (_, { route, result }) => {
    expect(shown(route, result.text)).toBe(result.text);
    const others = ['OK', 'done', 'Done', 'DONE'].filter((text) => text !== result.text);
    expect(others.filter((text) => shown(route, text) !== undefined)).toEqual([]);
  });

  it.each(sentences(withResult('text'), ({ name }) => `${name} returns a text`))('%s', (_, { route }) => {
    expect(shown(route, 'active')).toBe('active');
  });

  it.each(sentences(withResult('names'), ({ name }) => `${name} returns a list of names`))('%s', (_, { route }) => {
    expect(shown(route, ['Admin', 'Support'])).toEqual(['Admin', 'Support']);
  });

  it.each(sentences(withResult('map of texts'), ({ name }) => `${name} returns an object that maps text to text`))(
    '%s',
    (_, { route }) => {
      expect(shown(route, { '8F01': 'ravi', '8F02': 'asha' })).toEqual({ '8F01': 'ravi', '8F02': 'asha' });
    },
  );

  it.each(
    sentences(
      withResult('count map'),
      ({ name, result }) => `${name} returns ${result.fields.join(', ')} as JSON integers`,
    ),
  )('%s', (_, { route, result }) => {
    const counts = Object.fromEntries(result.fields.map((field, at) => [field, at]));
    expect(shown(route, counts)).toEqual(counts);
  });

  const lists = withResult('rows', 'map of texts');
  it.each(
    sentences(
      lists,
      ({ name, endpoint }) =>
        `${name} returns ${'show_count' in endpoint.parameters ? 'a number with show_count=1' : 'never a number'}`,
    ),
  )('%s', (_, { route, endpoint }) => {
    expect(shown(route, 42)).toBe('show_count' in endpoint.parameters ? 42 : undefined);
  });

  it.each(sentences(withResult('rows'), ({ name }) => `${name} returns an array`))('%s', (_, { route }) => {
    expect(shown(route, [])).toEqual([]);
  });
});

/** The schema of one record of a result: of the result itself, of the items of an array, of the array of a union. */
function recordSchema(schema: z.core.$ZodType | undefined): Record<string, z.core.$ZodType> {
  if (!schema) return {};
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodObject) return inner.shape as Record<string, z.core.$ZodType>;
  if (inner instanceof z.ZodArray) return recordSchema(inner.element as z.core.$ZodType);
  if (!(inner instanceof z.ZodUnion)) return {};
  return recordSchema((inner.options as z.core.$ZodType[]).find((option) => unwrapped(option) instanceof z.ZodArray));
}

describe('a record', () => {
  const records = withResult('rows', 'record');

  it.each(sentences(records, ({ name }) => `${name} returns every documented field`))('%s', (_, { route, result }) => {
    const fields = Object.keys(recordSchema(route.output));
    expect(Object.keys(result.fields).filter((field) => !fields.includes(field))).toEqual([]);
  });

  const withheld = records.flatMap((one) => one.result.withheld.map((field) => ({ ...one, field })));
  perEndpoint('never returns what it withholds', withheld, {
    say: ({ field }) => `never returns ${field}`,
    check: ({ route, field }) => {
      expect(Object.keys(recordSchema(route.output))).not.toContain(field);
    },
  });

  const fields = records.flatMap((one) =>
    Object.entries(one.result.fields).map(([field, kind]) => ({ ...one, field, kind })),
  );
  perEndpoint('shows its fields as documented', fields, {
    say: ({ field, kind }) => `shows ${field} as ${wordsFor(kind)}`,
    check: ({ route, field, kind }) => {
      const schema = recordSchema(route.output)[field];
      const form = schema && formOf(schema);
      const example = exampleOf(kind);
      const again = form?.render(form.parse(example, ZONE) as never, ZONE);
      expect(again).toBe(kind.is === 'JSON integer' ? Number(example) : example);
    },
  });

  const unset = fields.filter(({ kind }) => kind.unset !== undefined);
  perEndpoint('shows unset fields as documented', unset, {
    say: ({ field, kind }) => `shows an unset ${field} as ${kind.unset}`,
    check: ({ route, field, kind }) => {
      const schema = recordSchema(route.output)[field];
      const takesNull = schema !== undefined && z.safeParse(schema, null).success;
      expect(takesNull).toBe(kind.unset === 'null');
    },
  });
});

function wordsFor(kind: Kind): string {
  if (kind.is === 'enum') return kind.values.join(', ');
  if (kind.is === 'flag') return `${kind.yes} or ${kind.no}`;
  return kind.is === 'csv' ? 'comma-separated text' : kind.is;
}
