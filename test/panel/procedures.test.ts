import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../../src/app-router.ts';
import * as wire from '../../src/core/wire/index.ts';
import { fieldsOf, proceduresOf } from '../../src/panel/procedures.ts';
import { everyParameter, fakeRouter, KINDS } from '../rest/fake-api.ts';

const fields = new Map(fieldsOf(everyParameter).map((field) => [field.name, field]));
const inputOf = (name: string) => fields.get(name)?.input;

describe('the fields of the panel', () => {
  it('ask for native values', () => {
    expect(inputOf('id')).toEqual({ type: 'number' });
    expect(inputOf('show_count')).toEqual({ type: 'boolean' });
    expect(inputOf('kind')).toEqual({ type: 'choice', choices: [...KINDS] });
    expect(inputOf('at')).toEqual({ type: 'date' });
    expect(inputOf('since')).toEqual({ type: 'dayOrDate' });
    expect(inputOf('amt')).toEqual({ type: 'text' });
    expect(inputOf('mac')).toEqual({ type: 'text' });
    expect(inputOf('password')).toEqual({ type: 'secret' });
  });

  it('ask for lists and comparisons by their parts', () => {
    expect(inputOf('roles')).toMatchObject({ type: 'list', of: { type: 'choice' } });
    expect(inputOf('seen_at')).toEqual({
      type: 'comparison',
      operators: ['<', '<=', '>', '>=', '='],
      of: { type: 'date' },
    });
  });

  it('show what is required, nullable and the default', () => {
    const [id, notes] = fieldsOf(z.strictObject({ id: wire.id(), notes: wire.text().nullable().optional() }));
    expect(id).toMatchObject({ required: true, nullable: false, example: '1' });
    expect(notes).toMatchObject({ required: false, nullable: true, input: { type: 'text' } });
    expect(fields.get('rows_limit')).toMatchObject({ required: false, hint: '1…100 · default 10' });
  });

  it('fall back to JSON for what has no simpler form', () => {
    const [tree] = fieldsOf(z.strictObject({ tree: z.array(z.object({ a: z.number() })) }));
    expect(tree?.input).toEqual({ type: 'json' });
  });

  it('exist for every procedure, and only lists of records are JSON', () => {
    for (const router of [fakeRouter, appRouter]) {
      const procedures = proceduresOf(router);
      expect(procedures.length).toBe(Object.keys(router._def.procedures).length);
      const asJson = procedures.flatMap(({ name, fields: own }) =>
        own.filter(({ input }) => input.type === 'json').map((field) => `${name}.${field.name}`),
      );
      expect(asJson.filter((name) => !/\.(?:parts|taxes|texts)$/.test(name))).toEqual([]);
    }
  });
});
