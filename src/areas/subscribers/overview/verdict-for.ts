import { z } from 'zod';
import type { Permission } from '../../../core/access/permission.ts';
import { badParameter } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import { namedService } from '../services/find.ts';
import { readVerdict } from './get.ts';
import { speechOf } from './speech.ts';
import type { Verdict } from './verdict-record.ts';

/** `staff`: everything; `subscriber`: what may be sent to them; `voice`: the same for a caller who has proved only their number. */
const AUDIENCES = ['staff', 'subscriber', 'voice'] as const;

export const askedVerdict = z.strictObject({
  ...namedService.shape,
  audience: wire.oneOf(AUDIENCES).default('staff'),
  language: wire.oneOf(['en', 'hi']).default('en'),
});

type Caller = Parameters<typeof readVerdict>[1];

/**
 * The verdict in words for an audience. Staff may ask for each: what is for others has nothing of the network or the staff in it, so
 * that it can be passed on as it is. @throws Fault of kind `notFound`; of kind `badInput` for Hindi to the staff
 */
export async function readVerdictFor(
  dependencies: Parameters<typeof readVerdict>[0],
  caller: Caller,
  { serviceid, audience, language }: z.output<typeof askedVerdict>,
): Promise<Verdict> {
  if (audience === 'staff') {
    if (language !== 'en') throw badParameter('language', 'must be en for the audience staff');
    return readVerdict(dependencies, caller, serviceid);
  }
  // Whether anything is owed decides which sentence it is; the amount is told to those only who may see it.
  const permissions: ReadonlySet<Permission> = new Set([...caller.permissions, 'payment.read']);
  const full = await readVerdict(dependencies, { ...caller, permissions }, serviceid);
  const withAmounts = audience === 'subscriber' && caller.permissions.has('payment.read');
  const telling = { language, zone: caller.zone, now: dependencies.clock.now(), withAmounts };
  const { text } = speechOf(full, telling);
  const hidden = { reason: null, nas: null, incident: null, ...(withAmounts ? {} : { amount: null }) };
  return { ...full, ...hidden, text };
}
