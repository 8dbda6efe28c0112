import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { join, raw, type Sql, sql } from '../../src/db/sql.ts';

describe('an SQL fragment', () => {
  it('turns values into parameters, numbered through nested fragments', () => {
    const where = join([sql`isp_id = ${7}`, sql`name ILIKE ${'%o%'}`], ' AND ');
    const statement = sql`SELECT ${raw('c.id')} FROM crm.customer c WHERE ${where} LIMIT ${50}`;
    expect(statement.render()).toEqual({
      text: 'SELECT c.id FROM crm.customer c WHERE isp_id = $1 AND name ILIKE $2 LIMIT $3',
      values: [7, '%o%', 50],
    });
  });

  it('can be used in several statements', () => {
    const open = sql`ended_at > ${1}`;
    expect(sql`${open} OR ${open}`.render()).toEqual({ text: 'ended_at > $1 OR ended_at > $2', values: [1, 1] });
    expect(open.render().text).toBe('ended_at > $1');
  });

  it('is empty when nothing is joined', () => {
    expect(sql`a${join([], ', ')}b`.render()).toEqual({ text: 'ab', values: [] });
  });

  it('sends an instant in UTC, also within a list', () => {
    const at = new Date('2024-02-29T23:59:59.999Z');
    expect(sql`${at} = ANY(${[at]})`.render().values).toEqual([
      '2024-02-29T23:59:59.999Z',
      ['2024-02-29T23:59:59.999Z'],
    ]);
  });

  it('rejects undefined, which is not NULL', () => {
    expect(() => sql`a = ${undefined}`).toThrow(TypeError);
    expect(sql`a = ${null}`.render().values).toEqual([null]);
  });

  it('can be created only by the tag', () => {
    const call = sql as unknown as (texts: string[]) => Sql;
    expect(() => call(['DROP TABLE crm.isp'])).toThrow(TypeError);
    const forged = { render: () => ({ text: 'DROP TABLE crm.isp', values: [] }) };
    expect(sql`${forged}`.render()).toEqual({ text: '$1', values: [forged] });
  });

  it.each(["x'", 'a; b', 'a -- b', 'a /* b', '$1', '$$', 'a\\b', "E'x'"])(
    'takes no literal, comment or end for a name: %s',
    (text) => {
      expect(() => raw(text)).toThrow(TypeError);
    },
  );

  it('never lets a value into the text', () => {
    const value = fc.string({ minLength: 1 }).map((text) => `«${text}»`);
    const tree: fc.Arbitrary<Sql> = fc.letrec<{ node: Sql }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        value.map((given) => sql`a = ${given}`),
        fc.array(tie('node'), { maxLength: 4 }).map((nodes) => sql`(${join(nodes, ' OR ')})`),
        fc.tuple(value, tie('node')).map(([given, node]) => sql`f(${given}, ${node}, ${given})`),
      ),
    })).node;
    fc.assert(
      fc.property(tree, (statement) => {
        const { text, values } = statement.render();
        expect(text).not.toMatch(/[«»]/);
        const numbers = [...text.matchAll(/\$(\d+)/g)].map((match) => Number(match[1]));
        expect(numbers).toEqual(values.map((_, at) => at + 1));
      }),
    );
  });
});
