import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { badParameters, parameterFault } from '../../src/core/fault.ts';

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('db/generated'))
  .map((path) => ({ path, text: readFileSync(join('src', path), 'utf8') }));

it('a fault of any kind about one parameter names it in its sentence and in its fields', () => {
  for (const kind of ['badInput', 'conflict', 'forbidden'] as const) {
    const fault = parameterFault(kind, 'amt', 'must be above 0');
    expect({ ...fault, message: fault.message }).toMatchObject({
      ...{ kind, message: 'amt: must be above 0', fields: [{ parameter: 'amt', problem: 'must be above 0' }] },
    });
  }
  expect(
    badParameters([
      { parameter: 'a', problem: 'x' },
      { parameter: 'b', problem: 'y' },
    ]).message,
  ).toBe('a: x; b: y');
});

it('no sentence of a fault names a parameter that its fields do not', () => {
  const unnamed = /new Fault\(\s*'\w+',[^;]*?[`'](?:[a-z_]+|\$\{\w+\}): /;
  expect(sources.length).toBeGreaterThan(500);
  expect(
    sources.filter(({ path, text }) => path !== 'core/fault.ts' && unnamed.test(text)).map(({ path }) => path),
  ).toEqual([]);
});
