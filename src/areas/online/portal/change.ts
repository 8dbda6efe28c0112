import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { Fault, parameterFault } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { changeSubscription } from '../../money/billing/change.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { sumOfLines } from '../../money/billing/pricing/price.ts';

const signedMoney = () => wire.asStored(wire.money({ min: -wire.MAX_MONEY }));

/**
 * What every change of a subscriber says. `balance` and `valid_upto` are those that they decided on: a change is refused if they
 * have moved since, so that a second tap does not do the same again.
 */
export const changeInput = {
  serviceid: wire.id(),
  preview: wire.flagYN(),
  balance: wire.money({ min: -wire.MAX_MONEY }),
  valid_upto: wire.ymd().nullable(),
};

/** What a change costs, and how things are afterwards. */
export const changed = z.object({
  charges: z.array(z.object({ description: wire.shown(), total: signedMoney() })),
  total: signedMoney(),
  valid_from: wire.ymd().nullable(),
  valid_upto: wire.ymd().nullable(),
  balance: signedMoney(),
  /** What has to be paid first; 0.00: nothing. Only a preview may have it. */
  missing: signedMoney(),
});

export type Changed = z.output<typeof changed>;

/** Why a change is refused, for pages that say it in other languages. */
export type Refusal = 'seen' | 'status' | 'missing' | 'offer' | 'overdue' | 'provider';

export const refusal = (why: Refusal, sentence: string): Fault => parameterFault('conflict', why, sentence);

const OURS: ReadonlySet<string> = new Set<Refusal>(['seen', 'status', 'missing', 'offer', 'overdue', 'provider']);

interface Wanted {
  readonly serviceid: number;
  readonly preview: boolean;
  readonly balance: string;
  readonly valid_upto: string | null;
}

/**
 * Applies a rule to a service of the customer, as they have seen it.
 * @throws Fault of kind `conflict` that names a `Refusal`; a limit that is none of the customer's business is `provider`
 */
export async function changeOwnService(
  tx: Tx,
  call: Pick<Call, 'scope' | 'kernel'>,
  wanted: Wanted,
  rule: (draft: Draft) => void,
): Promise<Changed> {
  const { serviceid: serviceId, preview } = wanted;
  const draft = await changeAsSubscriber(tx, call, { serviceId, preview }, (each) => {
    checkSeen(each, wanted);
    rule(each);
  });
  return outcomeOf(draft);
}

/** The same as it is now. Prepaid, nothing may be owed afterwards: the advance pays for all of it. @throws the same */
export async function changeAsSubscriber(
  tx: Tx,
  call: Pick<Call, 'scope' | 'kernel'>,
  { serviceId, preview }: { readonly serviceId: number; readonly preview: boolean },
  rule: (draft: Draft) => void,
): Promise<Draft> {
  try {
    return await changeSubscription(tx, call, { serviceId, preview }, (draft) => {
      payInAdvance(draft);
      rule(draft);
      if (!preview) refuseMissing(missingOf(draft));
    });
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'conflict' || OURS.has(error.fields[0]?.parameter ?? ''))
      throw error;
    // Limits of wallets and credits are between the provider and its resellers.
    throw new Fault('conflict', 'you cannot do this here; ask your provider', {
      fields: [{ parameter: 'provider', problem: 'you cannot do this here' }],
      cause: error,
    });
  }
}

export function checkSeen(
  { subscription: { osAmt, validUpto } }: Draft,
  { balance, valid_upto }: Pick<Wanted, 'balance' | 'valid_upto'>,
): void {
  if (osAmt.equals(balance) && validUpto === valid_upto) return;
  throw refusal('seen', 'your account has changed in the meantime; look at it again');
}

/** The rule that nothing is owed afterwards is stricter than any limit, and says what is missing. */
function payInAdvance({ subscription }: Draft): void {
  if (subscription.prepaid) Object.assign(subscription, { creditLimit: null });
}

/** What has to be paid first. */
export const missingOf = ({ subscription: { prepaid, osAmt } }: Draft): Decimal =>
  prepaid ? Decimal.max(osAmt, 0) : new Decimal(0);

function refuseMissing(missing: Decimal): void {
  if (missing.greaterThan(0)) throw refusal('missing', `pay ${missing.toFixed(2)} first`);
}

function outcomeOf(draft: Draft): Changed {
  const { subscription, charges } = draft;
  return {
    charges: charges.map(({ line }) => ({ description: line.description, total: line.total.toFixed(2) })),
    total: sumOfLines(
      charges.map(({ line }) => line),
      'total',
    ).toFixed(2),
    valid_from: subscription.validFrom,
    valid_upto: subscription.validUpto,
    balance: subscription.osAmt.toFixed(2),
    missing: missingOf(draft).toFixed(2),
  };
}
