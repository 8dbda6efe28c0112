import { expect, it } from 'vitest';

interface OfEndpoint {
  /** Of the endpoint. */
  readonly name: string;
}

/**
 * One test for each endpoint that has such cases, in which all of them are checked; it fails with a line for each case that is
 * wrong. A test for each case would be ten times as many, and prove no more.
 */
export function perEndpoint<C extends OfEndpoint>(
  title: string,
  cases: readonly C[],
  { say, check }: { say: (one: C) => string; check: (one: C) => void },
): void {
  const names = [...new Set(cases.map(({ name }) => name))];
  it.each(names)(`%s ${title}`, (endpoint) => {
    const own = cases.filter(({ name }) => name === endpoint);
    expect(own.flatMap((one) => failureOf(() => check(one)).map((message) => `${say(one)}: ${message}`))).toEqual([]);
  });
}

function failureOf(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
