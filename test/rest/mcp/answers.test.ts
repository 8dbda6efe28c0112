import { describe, expect, it } from 'vitest';
import { Fault } from '../../../src/core/fault.ts';
import * as wire from '../../../src/core/wire/index.ts';
import { doneAnswer, faultAnswer, proposalAnswer, resultAnswer } from '../../../src/rest/mcp/answers.ts';
import type { Tool } from '../../../src/rest/mcp/tools.ts';
import { routeOf } from '../fake-route.ts';

const LONG = 'a'.repeat(120_000);
const list = routeOf({ rows_limit: wire.wholeNumber(1, 100) });
const tool: Tool = { name: 'fake', route: routeOf({}), writes: true, previews: true, render: (value) => value };
const proposal = { tool, parameters: new Map(), preview: undefined, confirmation: 'c', expiresAt: new Date(0) };

describe('an answer', () => {
  it('of up to 100 kB is sent whole', () => {
    const { content, structuredContent } = resultAnswer('a'.repeat(90_000), list);
    expect(structuredContent).toEqual({ result: 'a'.repeat(90_000) });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(structuredContent) }]);
  });

  it('that is longer is refused, with what to do about it', () => {
    expect(() => resultAnswer(LONG, list)).toThrow(
      'the answer has 121 kB, and an assistant can get 100 kB at most; ask for fewer rows with rows_limit',
    );
    expect(() => resultAnswer(LONG, routeOf({}))).toThrow('ask for less, such as fewer days');
  });

  it('counts octets, not characters', () => {
    expect(() => resultAnswer('ಕ'.repeat(40_000), list)).toThrow('the answer has 121 kB');
  });

  it('of a change says that it is done, however long it is', () => {
    expect(doneAnswer(LONG, { wasUsed: false }).structuredContent).toEqual({
      done: true,
      note: 'It is done. The answer is too long to be shown; read the records instead.',
    });
  });

  it('of a change that was made before says so', () => {
    expect(doneAnswer('done', { wasUsed: true }).structuredContent).toEqual({
      done: true,
      note: 'This confirmation was used before: nothing was done again, and this is the first answer.',
      result: 'done',
    });
  });
});

describe('the proposal of a change', () => {
  it('with a preview that is too long is refused, so that nobody confirms what they have not seen', () => {
    expect(() => proposalAnswer({ ...proposal, preview: LONG })).toThrow('change less at once');
  });

  it('hides secrets in what was sent', () => {
    const parameters = new Map([['password', 'hush hush']]);
    const { content, structuredContent } = proposalAnswer({ ...proposal, parameters });
    expect(JSON.stringify([content, structuredContent])).not.toContain('hush hush');
    expect(structuredContent).toMatchObject({ arguments: { password: '***' } });
  });
});

describe('a failure', () => {
  it('has the sentence and the status code, and when to try again', () => {
    expect(faultAnswer(new Fault('tooMany', 'too many requests', { retryAfterS: 3 }))).toMatchObject({
      isError: true,
      structuredContent: { error: 'too many requests', status: 429, retry_after_s: 3 },
    });
    expect(faultAnswer(new Fault('notFound', 'there is no thing 7')).structuredContent).toEqual({
      error: 'there is no thing 7',
      status: 404,
    });
  });
});
