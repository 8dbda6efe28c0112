import { runInNewContext } from 'node:vm';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { EXPLAINED } from '../../scripts/mutants/explained.ts';
import { instrument, SWITCH } from '../../scripts/mutants/instrument.ts';
import { sampleOf } from '../../scripts/mutants/mutants.ts';
import { sitesOf } from '../../scripts/mutants/sites.ts';

const changes = (source: string) => sitesOf('x.ts', source).map(({ change }) => change);

it('makes mutants of comparisons, conditions, sums and numbers', () => {
  expect(changes('if (a >= b && c) d();')).toEqual([
    '&& → || in: a >= b && c',
    'negated: a >= b && c',
    '>= → > in: a >= b',
  ]);
  expect(changes('const x = (a: number): 30 => a.plus(b) === 30 ? a - 1 : 0;')).toEqual([
    '=== → !== in: a.plus(b) === 30',
    'plus → minus in: a.plus(b)',
    '30 → 31 in: a.plus(b) === 30',
    '30 → 29 in: a.plus(b) === 30',
    '- → + in: a - 1',
    '1 → 2 in: a - 1',
    '1 → 0 in: a - 1',
    '0 → 1 in: a.plus(b) === 30 ? a - 1 : 0',
  ]);
});

it('makes no mutants of texts that are joined, of types and of optional chains', () => {
  expect(changes("import x from 'x'; type A = 1; const a = b + 'c'; d?.min(e);")).toEqual([]);
});

it('makes mutants of comparisons in SQL, but of no operators of JSON, and of nothing that is quoted', () => {
  const source = "const q = sql`SELECT a->'b', format('%s + %s', a, 'x') FROM c WHERE d < 2 AND f >= 1 OR g`;";
  expect(changes(source).map((change) => change.replace(/ in SQL.*/, ''))).toEqual(['< → <=', '>= → >', 'OR → AND']);
});

it('puts all mutants into one program, each of which can be chosen', () => {
  const source = 'const f = (a: number, b: number) => (a >= b && a !== 7 ? Math.max(a, b) : a - b); f(5, 5)';
  const sites = sitesOf('x.ts', source);
  const { outputText } = ts.transpileModule(instrument(source, sites, 10), { compilerOptions: { target: 9 } });
  const run = (present: number) => runInNewContext(outputText, { [SWITCH]: (id: number) => id === present });
  expect(run(0)).toBe(5);
  const results = Object.fromEntries(sites.map(({ change }, at) => [change, run(10 + at)]));
  expect(results).toMatchObject({
    '>= → > in: a >= b': 0,
    'negated: a >= b && a !== 7': 0,
    '!== → === in: a !== 7': 0,
    '- → + in: a - b': 5,
  });
});

it('takes the same sample for the same seed', () => {
  const all = Array.from({ length: 50 }, (_, id) => ({ id }) as never);
  const ids = (seed: number) => sampleOf(all, 5, seed).map(({ id }) => id);
  expect(ids(7)).toEqual(ids(7));
  expect(ids(7)).not.toEqual(ids(8));
  expect(new Set(ids(7)).size).toBe(5);
});

it('has at most five mutants that no test can kill', () => {
  expect(EXPLAINED.length).toBeLessThanOrEqual(5);
});
