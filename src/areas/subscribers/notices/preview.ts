import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { notFound } from '../../../core/fault.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import type { Trigger } from '../../../core/vocabulary/notice.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { Notice } from './compose.ts';
import { draftedNotice, draftShape } from './draft.ts';
import { type Facts, readFacts } from './facts.ts';
import type { Values } from './placeholders.ts';
import { rendered } from './render.ts';

export const previewed = z.strictObject({
  ...draftShape,
  serviceid: wire.id(),
});

export const preview = z.object({
  address: wire.shown(),
  subject: wire.shown().nullable(),
  body: wire.shown(),
  obstacle: wire.shown().nullable(),
});

/** What is made for one message only: a code that is right nowhere, an address that leads nowhere. */
const EXAMPLES: Partial<Record<Trigger, Values>> = {
  sign_in_code: { code: '000000', minutes: '10' },
  pay_link: { amt: '499.00', pay_url: 'https://pay.example.net/0' },
};

/**
 * A notice and what it would say of a service.
 * @throws Fault of kind `notFound` if they are not in the scope, or of two ISPs; of kind `badInput` if it could not be stored so
 */
export async function noticeFor(
  db: Pick<Database, 'pool'>,
  { scope, kernel }: Call,
  input: z.output<typeof previewed>,
): Promise<{ notice: Notice; facts: Facts }> {
  const { serviceid } = input;
  const notice = await draftedNotice(db.pool, scope, input);
  await readRecord(db.pool, scope, { what: 'service', id: serviceid }, sql`x.id`);
  const subject = { ispId: notice.ispId, serviceId: serviceid, customerId: null, subjectId: null };
  const facts = await readFacts(db, notice, { ...subject, now: kernel.clock.now() });
  if (!facts) throw notFound('service', serviceid);
  return { notice, facts: { ...facts, values: { ...facts.values, ...EXAMPLES[notice.trigger] } } };
}

/** What a service would be sent, with its newest invoice, payment or ticket. Nothing is sent. */
export async function previewNotice(
  db: Pick<Database, 'pool'>,
  call: Call,
  input: z.output<typeof previewed>,
): Promise<z.output<typeof preview>> {
  const { notice, facts } = await noticeFor(db, call, input);
  return { address: facts.address, ...rendered(notice, facts), obstacle: facts.obstacle };
}
