import { describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { operationsOf } from '../../src/rest/openapi-view.ts';
import { type Breach, breachesOf, largestRequest, leavingOut, requestWhere, smallestRequest } from './breaches.ts';
import { perEndpoint } from './per-endpoint.ts';
import { parse, routes, servedOf, unserved, untaken } from './probe.ts';
import { sentences } from './sentences.ts';
import { contract, extensions } from './table.ts';

/** Endpoints of the contract that the product does not serve yet; exactly these, so that the list can only shrink. */
const notYetServed: string[] = [];

/** The same for extensions. */
const extensionsNotYetServed: string[] = [];

/** Parameters that a served endpoint does not take yet. */
const notYetTaken: string[] = [];

const served = [...servedOf(contract), ...servedOf(extensions)];
const operations = operationsOf(appRouter);

describe('the router', () => {
  it('serves every endpoint of the contract but those listed as missing', () => {
    expect(unserved(contract).sort()).toEqual([...notYetServed].sort());
  });

  it('serves every extension but those listed as missing', () => {
    expect(unserved(extensions).sort()).toEqual([...extensionsNotYetServed].sort());
  });

  it('takes every documented parameter but those listed as missing', () => {
    expect(untaken([...contract, ...extensions]).sort()).toEqual([...notYetTaken].sort());
  });

  it('serves nothing that no table has', () => {
    const known = [...contract, ...extensions].flatMap(({ path, aliases }) => [path, ...aliases]);
    expect(routes.flatMap(({ meta }) => meta.rest).filter((path) => !known.includes(path))).toEqual([]);
  });
});

describe('an endpoint', () => {
  it.each(sentences(served, ({ name }) => `${name} is served under its documented path and aliases`))(
    '%s',
    (_, { endpoint, route }) => {
      expect(route.meta.rest[0]).toBe(endpoint.path);
      expect(route.meta.rest.slice(1).sort()).toEqual([...endpoint.aliases].sort());
    },
  );

  // Each path is shown once, with POST; the document says once that GET is answered alike.
  const paths = served.flatMap(({ endpoint }) => [endpoint.path, ...endpoint.aliases].map((path) => ({ path })));
  it.each(sentences(paths, ({ path }) => `${path} is in the API documents`))('%s', (_, path) => {
    expect(operations).toContainEqual(expect.objectContaining(path));
  });

  it.each(
    sentences(served, ({ name, endpoint }) => `${name} ${endpoint.credentials ? 'takes' : 'needs no'} credentials`),
  )('%s', (_, { endpoint, route }) => {
    expect(route.meta.access === 'public').toBe(!endpoint.credentials);
  });

  it.each(
    sentences(
      served,
      ({ name, endpoint }) => `${name} is declared as ${endpoint.extension ? 'an extension' : 'documented'}`,
    ),
  )('%s', (_, { endpoint, route }) => {
    expect(route.meta.extension ?? false).toBe(endpoint.extension);
  });

  it.each(sentences(served, ({ name }) => `${name} takes no parameter beyond its table`))(
    '%s',
    (_, { endpoint, route }) => {
      if (endpoint.open) return;
      expect(Object.keys(route.parameters).filter((name) => !Object.hasOwn(endpoint.parameters, name))).toEqual([]);
    },
  );

  it.each(sentences(served, ({ name }) => `${name} refuses an unknown parameter of a typed client`))(
    '%s',
    (_, { endpoint, route }) => {
      if (!route.input) return;
      const parsed = parse(route, smallestRequest(endpoint));
      const stray = route.input.safeParse({ ...(parsed.ok ? parsed.input : {}), stray: 1 });
      expect(stray.error?.issues).toContainEqual(
        expect.objectContaining({ code: 'unrecognized_keys', keys: ['stray'] }),
      );
    },
  );
});

describe('a request', () => {
  it.each(sentences(served, ({ name }) => `${name} takes its required parameters alone`))(
    '%s',
    (_, { endpoint, route }) => {
      expect(parse(route, smallestRequest(endpoint))).toMatchObject({ ok: true });
    },
  );

  it.each(sentences(served, ({ name }) => `${name} takes all of its parameters at once`))(
    '%s',
    (_, { endpoint, route }) => {
      expect(parse(route, largestRequest(endpoint))).toMatchObject({ ok: true });
    },
  );

  const required = served.flatMap((one) =>
    Object.entries(one.endpoint.parameters)
      .filter(([, rules]) => rules.required === true)
      .map(([parameter]) => ({ ...one, parameter })),
  );
  perEndpoint('names what is missing', required, {
    say: ({ parameter }) => `names ${parameter} where it is missing`,
    check: ({ endpoint, route, parameter }) => {
      const parsed = parse(route, leavingOut(smallestRequest(endpoint), [parameter]));
      expect(parsed).toMatchObject({ ok: false, refused: [parameter], sentence: `${parameter}: is required` });
    },
  });

  const optional = served.flatMap((one) =>
    Object.entries(one.endpoint.parameters)
      .filter(([, rules]) => rules.required === false)
      .map(([parameter]) => ({ ...one, parameter })),
  );
  perEndpoint('does without optional parameters', optional, {
    say: ({ parameter }) => `does without ${parameter}`,
    check: ({ endpoint, route, parameter }) => {
      expect(parse(route, leavingOut(largestRequest(endpoint), [parameter]))).toMatchObject({ ok: true });
    },
  });

  const conditional = served.flatMap((one) =>
    Object.entries(one.endpoint.parameters).flatMap(([parameter, { required: condition }]) =>
      typeof condition === 'object' ? [{ ...one, parameter, condition }] : [],
    ),
  );
  perEndpoint('takes what a condition requires', conditional, {
    say: ({ parameter, condition }) => `takes ${parameter} when ${condition.when}`,
    check: ({ endpoint, route, condition }) => {
      expect(parse(route, requestWhere(endpoint, condition))).toMatchObject({ ok: true });
    },
  });

  const alternatives = served.flatMap((one) => one.endpoint.needsOneOf.map((parameter) => ({ ...one, parameter })));
  perEndpoint('takes each alternative alone', alternatives, {
    say: ({ parameter }) => `takes ${parameter} alone`,
    check: ({ endpoint, route, parameter }) => {
      const others = endpoint.needsOneOf.filter((other) => other !== parameter);
      expect(parse(route, leavingOut(largestRequest(endpoint), others))).toMatchObject({ ok: true });
    },
  });

  const together = served.flatMap((one) => one.endpoint.accepts.map((texts) => ({ ...one, texts })));
  perEndpoint('takes what may be given together', together, {
    say: ({ texts }) => `takes ${Object.values(texts).join(', ')} together`,
    check: ({ endpoint, route, texts }) => {
      expect(parse(route, { ...smallestRequest(endpoint), ...texts })).toMatchObject({ ok: true });
    },
  });

  const breaches = served.flatMap((one) => breachesOf(one.endpoint).map((breach) => ({ ...one, breach })));
  const asks = ({ checkedBy }: Breach) => (checkedBy === 'schema' ? 'refuses at once' : 'leaves to a rule');
  perEndpoint('refuses, or leaves to a rule, what breaks a requirement', breaches, {
    say: ({ breach }) => `${asks(breach)} that ${breach.why}`,
    check: ({ route, breach: { texts, names, checkedBy } }) => {
      expect(parse(route, texts)).toMatchObject(
        checkedBy === 'schema' ? { ok: false, refused: [names] } : { ok: true },
      );
    },
  });
});
