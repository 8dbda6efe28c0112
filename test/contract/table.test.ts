import { describe, expect, it } from 'vitest';
import { breachesOf, largestRequest, requestWhere, smallestRequest } from './breaches.ts';
import { exampleOf, samplesOf } from './samples.ts';
import { sentences } from './sentences.ts';
import { contract, extensions } from './table.ts';

/** The table's own consistency: a mistake in an endpoint that is not served yet would show only much later. */
const table = [...contract, ...extensions];

describe('the table', () => {
  it('has no path twice', () => {
    const paths = table.flatMap(({ path, aliases }) => [path, ...aliases]);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
  });

  it('has an extension in a table of its own', () => {
    expect(contract.filter(({ extension }) => extension)).toEqual([]);
    expect(extensions.filter(({ extension }) => !extension)).toEqual([]);
  });

  it.each(sentences(table, ({ path }) => `builds requests to ${path} of its own parameters`))('%s', (_, endpoint) => {
    const conditions = Object.values(endpoint.parameters).flatMap(({ required }) =>
      typeof required === 'object' ? [required] : [],
    );
    const requests = [
      smallestRequest(endpoint),
      largestRequest(endpoint),
      ...conditions.map((condition) => requestWhere(endpoint, condition)),
      ...breachesOf(endpoint).map(({ texts }) => texts),
      ...endpoint.accepts,
    ];
    const names = [
      ...requests.flatMap((request) => Object.keys(request)),
      ...endpoint.needsOneOf,
      ...breachesOf(endpoint).map((breach) => breach.names),
    ];
    expect(names.filter((name) => !Object.hasOwn(endpoint.parameters, name))).toEqual([]);
  });

  it.each(sentences(table, ({ path }) => `gives ${path} defaults and examples that its kinds take`))(
    '%s',
    (_, endpoint) => {
      const wrong = Object.entries(endpoint.parameters).filter(([, { kind, default: text }]) => {
        const { good, bad } = samplesOf(kind);
        const closed = kind.is === 'enum' || kind.is === 'flag';
        return bad.includes(exampleOf(kind)) || (text && (bad.includes(text) || (closed && !good.includes(text))));
      });
      expect(wrong).toEqual([]);
    },
  );
});
