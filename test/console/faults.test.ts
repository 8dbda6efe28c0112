import { LastmileError } from '@lastmile/client';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../../clients/console/src/api/faults.ts';

/** A refusal as the node sends it. */
function refused(parameter: string, problem: string): LastmileError {
  const message = `${parameter}: ${problem}`;
  const data = {
    code: 'CONFLICT',
    httpStatus: 409,
    kind: 'conflict',
    path: 'x',
    fields: [{ parameter, problem }],
  } as const;
  return new LastmileError({ kind: 'conflict', message, shape: { message, code: -32009, data } });
}

describe('what a person reads of a refusal', () => {
  it.each([
    ['action', 'service 5 is Suspend; restore it first', 'Service 5 is Suspend; restore it first.'],
    ['amt', 'the wallet would rise to 10.00', 'The wallet would rise to 10.00.'],
    ['mobile', 'must have at least 8 characters', 'Mobile must have at least 8 characters.'],
    ['subplanid', 'is required', 'Duration and price is required.'],
    [
      'session_limit',
      'can only be 1 when mac_bind is Manual',
      'Devices online at once can only be 1 when mac_bind is Manual.',
    ],
    ['something_new', 'is unknown', 'Something new is unknown.'],
  ])('about %s: “%s” is “%s”', (parameter, problem, sentence) => {
    expect(sentenceOf(refused(parameter, problem))).toBe(sentence);
  });
});
