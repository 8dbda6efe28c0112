import { describe, expect } from 'vitest';
import { formOf } from '../../src/core/wire/index.ts';
import { leavingOut, smallestRequest } from './breaches.ts';
import type { Parameter, Texts } from './endpoint.ts';
import type { Kind } from './kinds.ts';
import { perEndpoint } from './per-endpoint.ts';
import { parse, type Served, servedOf } from './probe.ts';
import { exampleOf, samplesOf, spellingsOf } from './samples.ts';
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
  perEndpoint('takes its documented values', good, {
    say: ({ parameter, text }) => `takes ${parameter} ${text}`,
    check: (one) => {
      const parsed = parse(one.route, requestWith(one, one.text));
      expect(parsed).toMatchObject({ ok: true });
      expect(parsed.ok && parsed.input[one.parameter]).toBeDefined();
    },
  });

  const bad = parameters.flatMap((one) => samplesOf(one.rules.kind).bad.map((text) => ({ ...one, text })));
  perEndpoint('refuses other values', bad, {
    say: ({ parameter, text }) => `refuses ${parameter} ${text}`,
    check: (one) => {
      const parsed = parse(one.route, requestWith(one, one.text));
      expect(parsed).toMatchObject({ ok: false, refused: [one.parameter] });
      expect(parsed).toHaveProperty('sentence', expect.stringContaining(`${one.parameter}: must `));
    },
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

  perEndpoint('takes no value of another list', enums, {
    say: ({ parameter }) => `takes no other ${parameter}`,
    check: (one) => {
      const others = everyValue.filter((value) => !spellingsOf(one.kind).includes(value));
      expect(others.filter((value) => native(one, value) !== undefined)).toEqual([]);
    },
  });

  perEndpoint('says what its lists may be', enums, {
    say: ({ parameter }) => `says what ${parameter} may be`,
    check: (one) => {
      const parsed = parse(one.route, requestWith(one, 'Nonsense'));
      const sentence = parsed.ok ? '' : parsed.sentence;
      const { values, same = {} } = one.kind;
      const spelled = (value: string) => [value, ...Object.keys(same).filter((other) => same[other] === value)];
      expect(values.filter((value) => !spelled(value).some((text) => sentence.includes(text)))).toEqual([]);
    },
  });

  const single = parameters.filter(({ rules: { kind } }) => kind.is === 'enum' || kind.is === 'flag');
  perEndpoint('has its lists in the API documents', single, {
    say: ({ parameter }) => `has the values of ${parameter} in the API documents`,
    check: ({ route, parameter, rules: { kind } }) => {
      const schema = route.parameters[parameter];
      const listed = ((schema && formOf(schema)?.document.enum) ?? []) as string[];
      const documented = kind.is === 'enum' ? kind.values : samplesOf(kind).good;
      const known = kind.is === 'enum' ? spellingsOf(kind) : documented;
      expect({
        missing: documented.filter((value) => !listed.includes(value)),
        undocumented: listed.filter((value) => !known.includes(value)),
      }).toEqual({ missing: [], undocumented: [] });
    },
  });

  const spellings = enums.flatMap((one) =>
    Object.entries(one.kind.same ?? {}).map(([spelling, value]) => ({ ...one, spelling, value })),
  );
  perEndpoint('reads other spellings', spellings, {
    say: ({ parameter, spelling, value }) => `reads ${parameter} ${spelling} as ${value}`,
    check: (one) => {
      expect(native(one, one.spelling)).toBeDefined();
      expect(native(one, one.spelling)).toEqual(native(one, one.value));
    },
  });
});

describe('a bounded number', () => {
  const bounded = parameters.flatMap((one) => {
    const { kind } = one.rules;
    const bounds = kind.is === 'integer' || kind.is === 'percent' ? [kind.min, kind.max] : [];
    return bounds.includes(undefined) || bounds.length === 0 ? [] : [{ ...one, bounds }];
  });
  perEndpoint('says its bounds', bounded, {
    say: ({ parameter, bounds }) => `says that ${parameter} goes from ${bounds.join(' to ')}`,
    check: (one) => {
      expect(parse(one.route, requestWith(one, '-1'))).toHaveProperty(
        'sentence',
        expect.stringContaining(one.bounds.join(' to ')),
      );
    },
  });
});

describe('a comparison', () => {
  const comparisons = parameters.flatMap((one) =>
    one.rules.kind.is === 'comparison' ? [{ ...one, value: exampleOf(one.rules.kind.of) }] : [],
  );
  perEndpoint('reads no operator as =', comparisons, {
    say: ({ parameter }) => `reads no operator before ${parameter} as =`,
    check: (one) => {
      expect(native(one, one.value)).toEqual(native(one, `=${one.value}`));
      expect(native(one, one.value)).toEqual(native(one, `= ${one.value}`));
    },
  });

  perEndpoint('reads ≤ and ≥ as <= and >=', comparisons, {
    say: ({ parameter }) => `reads ≤ and ≥ before ${parameter} as <= and >=`,
    check: (one) => {
      expect(native(one, `≤${one.value}`)).toEqual(native(one, `<= ${one.value}`));
      expect(native(one, `≥ ${one.value}`)).toEqual(native(one, `>=${one.value}`));
    },
  });

  perEndpoint('tells operators apart', comparisons, {
    say: ({ parameter }) => `tells the operators before ${parameter} apart`,
    check: (one) => {
      const read = ['<', '<=', '>', '>=', '='].map((operator) => JSON.stringify(native(one, operator + one.value)));
      expect(new Set(read).size).toBe(5);
    },
  });
});

describe('what is left out', () => {
  const optional = parameters.filter(({ rules }) => rules.required !== true);
  const documented = optional.flatMap((one) =>
    typeof one.rules.default === 'string' ? [{ ...one, text: one.rules.default }] : [],
  );
  perEndpoint('has its documented defaults', documented, {
    say: ({ parameter, text }) => `reads no ${parameter} as ${text}`,
    check: (one) => {
      expect(valueLeftOut(one)).toBeDefined();
      expect(valueLeftOut(one)).toEqual(native(one, one.text));
    },
  });

  const none = optional.filter(
    ({ rules, endpoint, parameter }) =>
      typeof rules.default !== 'string' &&
      rules.defaultElsewhere !== 'not given' &&
      !endpoint.needsOneOf.includes(parameter) &&
      !Object.hasOwn(endpoint.smallest, parameter),
  );
  perEndpoint('has no other defaults', none, {
    say: ({ parameter }) => `has no default of ${parameter}`,
    check: (one) => {
      expect(valueLeftOut(one) ?? null).toBeNull();
    },
  });

  const emptied = optional.filter(({ endpoint, parameter }) => !Object.hasOwn(endpoint.smallest, parameter));
  const uncleared = emptied.filter(({ endpoint }) => !endpoint.clears);
  perEndpoint('counts empty parameters as absent', uncleared, {
    say: ({ parameter }) => `counts an empty ${parameter} as absent`,
    check: (one) => {
      const parsed = parse(one.route, requestWith(one, ''));
      expect(parsed.ok ? parsed.input[one.parameter] : parsed.sentence).toEqual(valueLeftOut(one));
    },
  });

  const cleared = emptied.filter(({ endpoint }) => endpoint.clears);
  perEndpoint('clears or refuses empty parameters', cleared, {
    say: ({ parameter }) => `clears or refuses an empty ${parameter}`,
    check: (one) => {
      const parsed = parse(one.route, requestWith(one, ''));
      if (!parsed.ok) expect(parsed.refused).toEqual([one.parameter]);
      else expect([null, '']).toContain(parsed.input[one.parameter]);
    },
  });
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
  perEndpoint('takes the other name of a location code', coded, {
    say: ({ parameter, other }) => `takes ${other} for ${parameter}`,
    check: (one) => {
      const request = leavingOut(requestWith(one, ''), [one.parameter]);
      const parsed = parse(one.route, { ...request, [one.other]: 'BLR' });
      expect(parsed.ok && parsed.input[one.parameter]).toEqual(native(one, 'BLR'));
    },
  });
});
