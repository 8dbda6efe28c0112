import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { ACCESS_CAUSES } from '../../src/core/vocabulary/access.ts';
import { routesOf } from '../../src/rest/routes.ts';

const docs = (name: string) => readFileSync(new URL(`../../docs/integrate/${name}.md`, import.meta.url), 'utf8');
/** The backticked names of a text. */
const namesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

describe('what integrators read of calls', () => {
  it('names every call that takes an idempotency_key, and no other', () => {
    const taking = routesOf(appRouter)
      .filter(({ parameters }) => 'idempotency_key' in parameters)
      .map(({ meta: { rest } }) => rest[0]?.slice(1));
    const [, sentence = ''] = /^### Repeated calls\n\n(.*)$/m.exec(docs('calls')) ?? [];
    expect(namesIn(sentence).filter((name) => name.includes('/'))).toEqual(expect.arrayContaining(taking));
    expect(namesIn(sentence).filter((name) => name.includes('/'))).toHaveLength(taking.length);
  });

  it('names each cause of less access', () => {
    const [row = ''] = /^\| `cause` \|.*$/m.exec(docs('networks')) ?? [];
    expect(namesIn(row)).toEqual(['cause', ...ACCESS_CAUSES, 'null']);
  });
});
