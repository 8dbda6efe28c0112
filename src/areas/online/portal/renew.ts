import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import type { Tx } from '../../../db/database.ts';
import { act } from '../../money/billing/life-cycle/table.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { type Changed, changeInput, changeOwnService, refusal } from './change.ts';

export const renewal = z.strictObject(changeInput);

/** The next validity of a prepaid service, paid by its advance. */
export const renewOwnService = (tx: Tx, call: Call, input: z.output<typeof renewal>): Promise<Changed> =>
  changeOwnService(tx, call, input, renewOwn);

/** @throws Fault of kind `conflict` that names a `Refusal` */
export function renewOwn(draft: Draft): void {
  refuseRenewal(draft);
  act(draft, 'renew');
}

/** @throws Fault `status` for services that only the provider begins, resumes or bills */
function refuseRenewal({ subscription, context }: Draft): void {
  const { prepaid, status, validUpto } = subscription;
  if (!prepaid) throw refusal('status', 'this connection is billed automatically, so there is nothing to renew');
  if (status === 'NewRequest') throw refusal('status', 'your provider has to start this connection');
  // Cut off by the provider, and not because the days were over.
  const isCutOff = status === 'NPD' && validUpto !== null && validUpto >= context.today;
  if (status === 'Suspend' || isCutOff) throw refusal('status', 'your provider has stopped this connection');
}
