import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asked, line, RAVI } from './line.ts';
import { identity, msChapAnswer, nak, response, successAcknowledged } from './supplicant.ts';

/** Random messages, and well-formed ones of any type: many are almost right. */
const garbage = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 120 }),
  fc
    .record({
      code: fc.constantFrom(1, 2, 2, 2, 2, 3, 4),
      identifier: fc.integer({ min: 0, max: 3 }),
      type: fc.constantFrom(0, 2, 3, 4, 13, 21, 25, 26, 26, 254),
      data: fc.oneof(
        fc.uint8Array({ maxLength: 80 }),
        fc
          .tuple(fc.constantFrom(0, 1, 2, 3, 4, 7), fc.uint8Array({ maxLength: 60 }))
          .map(([operation, rest]) => Uint8Array.from([operation, 1, 0, rest.length, 49, ...rest])),
      ),
      excess: fc.integer({ min: -2, max: 2 }),
    })
    .map(({ code, identifier, type, data, excess }) => {
      const message = response(identifier, type, data);
      message[0] = code;
      message.writeUInt16BE(Math.max(0, message.length + excess), 2);
      return message;
    }),
);

type Line = ReturnType<typeof line>;

const offered = (nas: Line) => asked(nas.say(identity('ravi', 0)));
const instead = (nas: Line) => asked(nas.say(nak(offered(nas), 4)));
const answered = (nas: Line) => asked(nas.say(msChapAnswer(offered(nas), RAVI).message));
const refused = (nas: Line) => asked(nas.say(msChapAnswer(offered(nas), { ...RAVI, password: 'hallo' }).message));

test.each([
  ['before the first request', () => undefined],
  ['when EAP-MSCHAPv2 is offered', offered],
  ['when EAP-MD5 is offered', instead],
  ['when the response was right', answered],
  ['when the response was wrong', refused],
])('garbage never throws and is always rejected, %s', (_when, begin) => {
  fc.assert(
    fc.property(garbage, (message) => {
      const [code, , , , type, operation] = message;
      fc.pre(code !== 2 || type !== 1);
      const nas = line();
      const request = begin(nas);
      // The one message that ends a conversation with a right response.
      fc.pre(begin !== answered || !request || type !== 26 || operation !== 3);
      const step = nas.say(message);
      if (step.kind === 'reject') return;
      if (step.kind !== 'challenge') expect.unreachable();
      // A request for EAP-MD5 is granted; a well-formed response of MS-CHAPv2 is told that it is wrong.
      expect(begin).toBe(offered);
      expect([3, 26]).toContain(type);
      expect(step.refusal).toEqual(type === 3 ? null : { reason: 'wrong-password' });
    }),
    { numRuns: 2_000 },
  );
});

test('a right message is accepted in the same place', () => {
  const nas = line();
  expect(nas.say(successAcknowledged(answered(nas)))).toMatchObject({ kind: 'accept' });
});
