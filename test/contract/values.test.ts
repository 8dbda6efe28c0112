import { describe, expect, it } from 'vitest';
import { formOf } from '../../src/core/wire/index.ts';
import { leavingOut, smallestRequest } from './breaches.ts';
import type { Parameter, Texts } from './endpoint.ts';
import type { Kind } from './kinds.ts';
import { parse, type Served, servedOf } from './probe.ts';
import { exampleOf, samplesOf, spellingsOf } from './samples.ts';
import { sentences } from './sentences.ts';
import { contract, extensions } from './table.ts';

interface OneParameter extends Served {
  readonly parameter: string;
  readonly rules: Parameter;
}

const parameters: readonly OneParameter[] = [...servedOf(contract), ...servedOf(extensions)].flatMap((one) =>
  Object.entries(one.endpoint.parameters).map(([parameter, rules]) => ({ ...one, parameter, rules })),
);

const requestWith = ({ endpoint, parameter }: OneParameter, text: string): Texts => ({
  ...smallestRequest(endpoint),
  [parameter]: text,
});
/** The native value the procedure gets for a text; undefined where it is refused. */
function native(one: OneParameter, text: string): unknown {
  const parsed = parse(one.route, requestWith(one, text));
  return parsed.ok ? parsed.input[one.parameter] : undefined;
}

const valueLeftOut = ({ endpoint, route, parameter }: OneParameter) => {
  const parsed = parse(route, leavingOut(smallestRequest(endpoint), [parameter]));
  return parsed.ok ? parsed.input[parameter] : parsed.sentence;
};

describe('a value', () => {
  const good = parameters.flatMap((one) => samplesOf(one.rules.kind).good.map((text) => ({ ...one, text })));
  it.each(sentences(good, ({ name, parameter, text }) => `${name} takes ${parameter} ${text}`))('%s', (_, one) => {
    const parsed = parse(one.route, requestWith(one, one.text));
    expect(parsed).toMatchObject({ ok: true });
    expect(parsed.ok && parsed.input[one.parameter]).toBeDefined();
  });

  const bad = parameters.flatMap((one) => samplesOf(one.rules.kind).bad.map((text) => ({ ...one, text })));
  it.each(sentences(bad, ({ name, parameter, text }) => `${name} refuses ${parameter} ${text}`))('%s', (_, one) => {
    const parsed = parse(one.route, requestWith(one, one.text));
    expect(parsed).toMatchObject({ ok: false, refused: [one.parameter] });
    expect(parsed).toHaveProperty('sentence', expect.stringContaining(`${one.parameter}: must `));
  });
});

describe('a documented list of values', () => {
  const enumOf = (kind: Kind): Extract<Kind, { is: 'enum' }> | undefined =>
    kind.is === 'csv' ? enumOf(kind.of) : kind.is === 'enum' ? kind : undefined;
  const enums = parameters.flatMap((one) => {
    const kind = enumOf(one.rules.kind);
    return kind ? [{ ...one, kind }] : [];
  });
  /** Every value of every list: an endpoint may wrongly accept those of another. */
  const everyValue = [...new Set(enums.flatMap(({ kind }) => spellingsOf(kind)))];

  it.each(sentences(enums, ({ name, parameter }) => `${name} takes no other ${parameter}`))('%s', (_, one) => {
    const others = everyValue.filter((value) => !spellingsOf(one.kind).includes(value));
    expect(others.filter((value) => native(one, value) !== undefined)).toEqual([]);
  });

  it.each(sentences(enums, ({ name, parameter }) => `${name} says what ${parameter} may be`))('%s', (_, one) => {
    const parsed = parse(one.route, requestWith(one, 'Nonsense'));
    const sentence = parsed.ok ? '' : parsed.sentence;
    const { values, same = {} } = one.kind;
    const spelled = (value: string) => [value, ...Object.keys(same).filter((other) => same[other] === value)];
    expect(values.filter((value) => !spelled(value).some((text) => sentence.includes(text)))).toEqual([]);
  });

  const single = parameters.filter(({ rules: { kind } }) => kind.is === 'enum' || kind.is === 'flag');
  it.each(sentences(single, ({ name, parameter }) => `${name} has the values of ${parameter} in the API documents`))(
    '%s',
    (_, { route, parameter, rules: { kind } }) => {
      const schema = route.parameters[parameter];
      const listed = ((schema && formOf(schema)?.document.enum) ?? []) as string[];
      const documented = kind.is === 'enum' ? kind.values : samplesOf(kind).good;
      const known = kind.is === 'enum' ? spellingsOf(kind) : documented;
      expect({
        missing: documented.filter((value) => !listed.includes(value)),
        undocumented: listed.filter((value) => !known.includes(value)),
      }).toEqual({ missing: [], undocumented: [] });
    },
  );

  const spellings = enums.flatMap((one) =>
    Object.entries(one.kind.same ?? {}).map(([spelling, value]) => ({ ...one, spelling, value })),
  );
  it.each(
    sentences(
      spellings,
      ({ name, parameter, spelling, value }) => `${name} reads ${parameter} ${spelling} as ${value}`,
    ),
  )('%s', (_, one) => {
    expect(native(one, one.spelling)).toBeDefined();
    expect(native(one, one.spelling)).toEqual(native(one, one.value));
  });
});

describe('a bounded number', () => {
  const bounded = parameters.flatMap((one) => {
    const { kind } = one.rules;
    const bounds = kind.is === 'integer' || kind.is === 'percent' ? [kind.min, kind.max] : [];
    return bounds.includes(undefined) || bounds.length === 0 ? [] : [{ ...one, bounds }];
  });
  it.each(
    sentences(
      bounded,
      ({ name, parameter, bounds }) => `${name} says that ${parameter} goes from ${bounds.join(' to ')}`,
    ),
  )('%s', (_, one) => {
    expect(parse(one.route, requestWith(one, '-1'))).toHaveProperty(
      'sentence',
      expect.stringContaining(one.bounds.join(' to ')),
    );
  });
});

describe('a comparison', () => {
  const comparisons = parameters.flatMap((one) =>
    one.rules.kind.is === 'comparison' ? [{ ...one, value: exampleOf(one.rules.kind.of) }] : [],
  );
  it.each(sentences(comparisons, ({ name, parameter }) => `${name} reads no operator before ${parameter} as =`))(
    '%s',
    (_, one) => {
      expect(native(one, one.value)).toEqual(native(one, `=${one.value}`));
      expect(native(one, one.value)).toEqual(native(one, `= ${one.value}`));
    },
  );

  it.each(sentences(comparisons, ({ name, parameter }) => `${name} reads ≤ and ≥ before ${parameter} as <= and >=`))(
    '%s',
    (_, one) => {
      expect(native(one, `≤${one.value}`)).toEqual(native(one, `<= ${one.value}`));
      expect(native(one, `≥ ${one.value}`)).toEqual(native(one, `>=${one.value}`));
    },
  );

  it.each(sentences(comparisons, ({ name, parameter }) => `${name} tells the operators before ${parameter} apart`))(
    '%s',
    (_, one) => {
      const read = ['<', '<=', '>', '>=', '='].map((operator) => JSON.stringify(native(one, operator + one.value)));
      expect(new Set(read).size).toBe(5);
    },
  );
});

describe('what is left out', () => {
  const optional = parameters.filter(({ rules }) => rules.required !== true);
  const documented = optional.flatMap((one) =>
    typeof one.rules.default === 'string' ? [{ ...one, text: one.rules.default }] : [],
  );
  it.each(sentences(documented, ({ name, parameter, text }) => `${name} reads no ${parameter} as ${text}`))(
    '%s',
    (_, one) => {
      expect(valueLeftOut(one)).toBeDefined();
      expect(valueLeftOut(one)).toEqual(native(one, one.text));
    },
  );

  const none = optional.filter(
    ({ rules, endpoint, parameter }) =>
      typeof rules.default !== 'string' &&
      rules.defaultElsewhere !== 'not given' &&
      !endpoint.needsOneOf.includes(parameter) &&
      !Object.hasOwn(endpoint.smallest, parameter),
  );
  it.each(sentences(none, ({ name, parameter }) => `${name} has no default of ${parameter}`))('%s', (_, one) => {
    expect(valueLeftOut(one) ?? null).toBeNull();
  });

  const emptied = optional.filter(({ endpoint, parameter }) => !Object.hasOwn(endpoint.smallest, parameter));
  const uncleared = emptied.filter(({ endpoint }) => !endpoint.clears);
  it.each(sentences(uncleared, ({ name, parameter }) => `${name} counts an empty ${parameter} as absent`))(
    '%s',
    (_, one) => {
      const parsed = parse(one.route, requestWith(one, ''));
      expect(parsed.ok ? parsed.input[one.parameter] : parsed.sentence).toEqual(valueLeftOut(one));
    },
  );

  const cleared = emptied.filter(({ endpoint }) => endpoint.clears);
  it.each(sentences(cleared, ({ name, parameter }) => `${name} clears or refuses an empty ${parameter}`))(
    '%s',
    (_, one) => {
      const parsed = parse(one.route, requestWith(one, ''));
      if (!parsed.ok) expect(parsed.refused).toEqual([one.parameter]);
      else expect([null, '']).toContain(parsed.input[one.parameter]);
    },
  );
});

describe('codes of locations', () => {
  const OTHER_NAME: Readonly<Record<string, string>> = {
    lc: 'location_code',
    slc: 'sub_location_code',
    location_code: 'lc',
    sub_location_code: 'slc',
  };
  const coded = parameters.flatMap((one) => {
    const other = OTHER_NAME[one.parameter];
    return other ? [{ ...one, other }] : [];
  });
  it.each(sentences(coded, ({ name, parameter, other }) => `${name} takes ${other} for ${parameter}`))(
    '%s',
    (_, one) => {
      const request = leavingOut(requestWith(one, ''), [one.parameter]);
      const parsed = parse(one.route, { ...request, [one.other]: 'BLR' });
      expect(parsed.ok && parsed.input[one.parameter]).toEqual(native(one, 'BLR'));
    },
  );
});
