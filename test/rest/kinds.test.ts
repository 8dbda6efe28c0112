import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import * as wire from '../../src/core/wire/index.ts';
import { decode } from '../../src/rest/decode.ts';
import { rendererOf } from '../../src/rest/render.ts';
import { routesOf } from '../../src/rest/routes.ts';
import { KINDS } from './fake-api.ts';
import { routeOf } from './fake-route.ts';

/** Every kind with what its native values are: through text and back, nothing may change. */
const ZONES = ['UTC', 'Asia/Kolkata', 'Pacific/Apia', 'America/New_York'] as const;
const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
/** A documented timestamp has no fraction of a second. */
const second = fc.integer({ min: 0, max: 4_102_444_800 }).map((seconds) => new Date(seconds * 1000));
const decimalOf = (places: number) =>
  fc
    .tuple(fc.integer({ min: 0, max: 999_999_998 }), fc.integer({ min: 0, max: 10 ** places - 1 }))
    .map(([whole, part]) => `${whole}.${String(part).padStart(places, '0')}`);
const hex = fc.integer({ min: 0, max: 255 }).map((byte) => byte.toString(16).padStart(2, '0'));
const words = fc.stringMatching(/^[^\s\p{C}\ufffd]([^\p{C}\ufffd]{0,80}[^\s\p{C}\ufffd])?$/u);

const CASES: readonly (readonly [string, z.ZodType, fc.Arbitrary<unknown>])[] = [
  ['id', wire.id(), fc.integer({ min: 1, max: 2_147_483_647 })],
  ['ownerId', wire.ownerId(), fc.integer({ min: 0, max: 2_147_483_647 })],
  ['wholeNumber', wire.wholeNumber(-5, 100), fc.integer({ min: -5, max: 100 })],
  ['amount', wire.amount(), fc.maxSafeInteger().filter((value) => Math.abs(value) < 1e15)],
  ['money', wire.money(), decimalOf(2)],
  ['gigabytes', wire.gigabytes(), decimalOf(3)],
  ['oneOf', wire.oneOf(KINDS), fc.constantFrom(...KINDS)],
  ['flagYN', wire.flagYN(), fc.boolean()],
  ['flag01', wire.flag01(), fc.boolean()],
  ['flagOnOff', wire.flagOnOff(), fc.boolean()],
  ['csv', wire.csv(wire.oneOf(KINDS)), fc.uniqueArray(fc.constantFrom(...KINDS), { minLength: 1 })],
  ['csv of ids', wire.csv(wire.id()), fc.uniqueArray(fc.integer({ min: 1, max: 999 }), { minLength: 1 })],
  ['ymd', wire.ymd(), day],
  ['timestamp', wire.timestamp(), second],
  ['dayOrTimestamp', wire.dayOrTimestamp(), fc.oneof(day, second)],
  ['ipv4', wire.ipv4(), fc.ipV4()],
  ['mac', wire.mac(), fc.array(hex, { minLength: 6, maxLength: 6 }).map((bytes) => bytes.join(':'))],
  ['text', wire.text(), words],
  ['secret', wire.secret(), fc.string({ minLength: 1, maxLength: 60 }).filter((text) => !/[\p{Cc}]/u.test(text))],
  ['email', wire.email(), fc.constantFrom('ravi@example.net', 'a.b+c@mail.example.org')],
  ['mobile', wire.mobile(), fc.stringMatching(/^\+?[0-9]{4,12}$/)],
  ['username', wire.username(), fc.stringMatching(/^[a-z0-9._@-]{1,64}$/)],
  ['code', wire.code(), fc.stringMatching(/^[A-Z0-9][A-Z0-9._-]{0,31}$/)],
];

function native(schema: z.ZodType, text: unknown, zone: string): unknown {
  const { input } = decode(routeOf({ value: schema }), new Map([['value', text]]), zone);
  return schema.parse(input.value);
}

describe('kinds, through the documented text and back', () => {
  for (const [name, schema, values] of CASES) {
    it(`${name}: a native value survives`, () => {
      const render = rendererOf(schema);
      // An hour that a clock goes through twice has two instants and one text: zones with summer time are below.
      fc.assert(
        fc.property(values, fc.constantFrom('UTC', 'Asia/Kolkata'), (value, zone) => {
          expect(native(schema, render(value, zone), zone)).toEqual(value);
        }),
      );
    });
  }

  it('a timestamp is the same wall clock again in every zone', () => {
    const schema = wire.timestamp();
    const render = rendererOf(schema);
    fc.assert(
      fc.property(second, fc.constantFrom(...ZONES), (at, zone) => {
        const text = render(at, zone);
        expect(render(native(schema, text, zone), zone)).toBe(text);
      }),
    );
  });

  it('a comparison keeps its operator, with or without a blank, in either spelling', () => {
    const schema = wire.comparison(wire.gigabytes());
    const operators = fc.constantFrom(
      ['<', '<'],
      ['<=', '<='],
      ['≤', '<='],
      ['>', '>'],
      ['>=', '>='],
      ['≥', '>='],
      ['=', '='],
      ['', '='],
    );
    fc.assert(
      fc.property(operators, fc.constantFrom('', ' '), decimalOf(3), ([spelled, op], blank, value) => {
        expect(native(schema, `${spelled}${blank}${value}`, 'UTC')).toEqual({ op, value });
      }),
    );
  });

  it('a count stays a JSON integer', () => {
    const render = rendererOf(wire.count());
    for (const value of [0, 1, 2_147_483_647]) expect(render(value, 'UTC')).toBe(value);
  });

  it('no kind takes rubbish: it is refused, or it is text', () => {
    for (const [name, schema] of CASES) {
      if (['text', 'secret', 'amount'].includes(name)) continue;
      fc.assert(
        fc.property(
          fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'NaN', '1e9', '0x1', ' ', '-', '١')),
          (text) => {
            const { input } = decode(routeOf({ value: schema }), new Map([['value', text]]), 'UTC');
            const result = schema.safeParse(input.value);
            if (result.success) expect(schema.safeParse(result.data).success).toBe(true);
            else expect(result.error.issues[0]?.message).toMatch(/^(must|is required)/);
          },
        ),
      );
    }
  });
});

describe('JSON values', () => {
  it('accept numbers for texts, and booleans for flags', () => {
    expect(native(wire.id(), 7, 'UTC')).toBe(7);
    expect(native(wire.mobile(), 9800000001, 'UTC')).toBe('9800000001');
    expect(native(wire.money(), 12.5, 'UTC')).toBe('12.5');
    expect(native(wire.flag01(), 1, 'UTC')).toBe(true);
    expect(native(wire.flagYN(), false, 'UTC')).toBe(false);
  });

  it('accept an array for a comma-separated list, of texts or of numbers', () => {
    expect(native(wire.csv(wire.oneOf(KINDS)), ['Individual', 'Organisation'], 'UTC')).toEqual([...KINDS]);
    expect(native(wire.csv(wire.id()), [1, '2', '3,4'], 'UTC')).toEqual([1, 2, 3, 4]);
  });

  it('reject an array or an object for a single value', () => {
    for (const value of [['Ravi'], [['Ravi']], { name: 'Ravi' }, true]) {
      expect(() => native(wire.text(), value, 'UTC')).toThrow(/must be a text/);
    }
  });
});

describe('routes', () => {
  it('know the parameters of an input that is refined or transformed', () => {
    const refined = routeOf({ value: wire.id() }, (input) => input.refine(() => true));
    const transformed = routeOf({ value: wire.id() }, (input) => input.transform((given) => given));
    for (const route of [refined, transformed]) expect(Object.keys(route.parameters)).toEqual(['value']);
  });

  it('reject at startup what the facade could not serve', () => {
    expect(() =>
      routeOf({
        value: wire
          .id()
          .refine(() => true)
          .meta({}),
      }),
    ).toThrow(/value is not a wire kind/);
    expect(() => routeOf({ userid: wire.id() })).toThrow(/userid is a parameter of every call/);
    expect(() => routesOf({ _def: { procedures: { a: { _def: { type: 'query', inputs: [] } } } } } as never)).toThrow(
      /not made by endpoint/,
    );
  });
});
