import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { badParameter, Fault } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { letterOf } from './compose.ts';
import { deliver } from './deliver.ts';
import { noticeFor } from './preview.ts';

export const tested = z.strictObject({
  id: wire.id(),
  serviceid: wire.id(),
  to: wire.text(254),
});

export const testResult = z.object({ accepted: wire.flagYN(), error: wire.shown().nullable() });

/** Of one ISP on a node at a time: a test waits for a host that the caller has chosen. */
const MAX_TESTS = 2;
const running = new Map<number, number>();

interface Using {
  readonly db: Database;
  /** Records the call in the audit, before the message is sent. */
  readonly record: () => Promise<void>;
}

/** Sends a notice at once to an address, whatever its status, without its file, and says what came of it. */
export async function testNotice(
  { db, record }: Using,
  call: Call,
  input: z.output<typeof tested>,
): Promise<z.output<typeof testResult>> {
  const { notice, facts } = await noticeFor(db, call, input);
  const kind = notice.channel === 'email' ? wire.email() : wire.mobile();
  if (!kind.safeParse(input.to).success)
    throw badParameter('to', `must be ${notice.channel === 'email' ? 'an e-mail address' : 'a telephone number'}`);
  const others = running.get(notice.ispId) ?? 0;
  if (others >= MAX_TESTS)
    throw new Fault('tooMany', `${MAX_TESTS} tests of notices are already running; try again later`);
  running.set(notice.ispId, others + 1);
  try {
    await record();
    const letter = letterOf(notice, facts, { messageId: `test.${randomUUID()}`, address: input.to, subjectId: null });
    const sending = await deliver({ ...call.kernel, db }, letter);
    if (sending.result === 'accepted') return { accepted: true, error: null };
    const error = sending.result === 'noSender' ? `the ISP has no sender for ${notice.channel}` : sending.reason;
    return { accepted: false, error };
  } finally {
    const left = (running.get(notice.ispId) ?? 1) - 1;
    if (left > 0) running.set(notice.ispId, left);
    else running.delete(notice.ispId);
  }
}
