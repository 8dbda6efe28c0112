import { z } from 'zod';
import { formOf, kind } from './kind.ts';

export const OPERATORS = ['<', '<=', '>', '>=', '='] as const;
export type Operator = (typeof OPERATORS)[number];

/** Native form of a comparison: a bare value means `=`. */
export type Comparison<T> = T | { op: Operator; value: T };

/**
 * A value with an optional comparison operator (contract 1.1): `<5`, `<= 5`, `≤5`, `>5`, `≥ 5`, `=5`, `5`.
 * Native: the value, or `{ op, value }`.
 */
export function comparison<S extends z.ZodType>(value: S) {
  const form = formOf(value);
  if (!form) throw new Error('comparison() takes a kind');
  const schema = z.union([value, z.strictObject({ op: z.enum(OPERATORS), value })], {
    error: (issue) => `${firstProblem(value, issue.input)}, optionally after <, <=, >, >= or =`,
  });
  return kind(schema, {
    parse: (text, zone) => {
      const [, spelled = '', rest = ''] = /^(<=|>=|[<>=≤≥])?(.*)$/s.exec(text.trim()) ?? [];
      const op = spelled === '≤' ? '<=' : spelled === '≥' ? '>=' : spelled || '=';
      return { op, value: form.parse(rest.trim(), zone) };
    },
    render: () => '',
    document: {
      type: 'string',
      description: [
        'optional operator <, <=, >, >= or =, then the value',
        [form.note, form.document.description].filter(Boolean).join('; '),
      ]
        .filter(Boolean)
        .join(': '),
      example: `>=${form.document.example ?? ''}`,
    },
  });
}

function firstProblem(schema: z.ZodType, input: unknown): string {
  const inner =
    input !== null && typeof input === 'object' && 'value' in input ? (input as { value: unknown }).value : input;
  return schema.safeParse(inner ?? null).error?.issues[0]?.message ?? 'must be a value';
}

/** Makes the operator explicit. */
export function comparisonOf<T>(comparison: Comparison<T>): { op: Operator; value: T } {
  const isExplicit = comparison !== null && typeof comparison === 'object' && 'op' in comparison;
  return isExplicit ? comparison : { op: '=', value: comparison as T };
}
