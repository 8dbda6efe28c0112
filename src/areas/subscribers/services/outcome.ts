import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { Done, newId } from '../../../core/records/results.ts';
import { flagYN } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { changeSubscription } from '../../money/billing/change.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { preview, previewOf } from '../../money/billing/preview.ts';

/** `preview=Y` shows what would happen and changes nothing. */
export const previewParameter = { preview: flagYN().default(false) };

/** Result of every operation with a preview: `Done`, or the preview. */
export const outcome = z.union([Done, preview]);

/** The id of the new service, or the preview. */
export const createOutcome = z.union([newId(), preview]);

/** Runs a billing rule on a service and saves what it did, unless only a preview is wanted. */
export async function runOrPreview(
  tx: Tx,
  call: Call,
  { serviceId, preview: isPreview }: { serviceId: number; preview: boolean },
  rule: (draft: Draft) => void | Promise<void>,
): Promise<z.output<typeof outcome>> {
  const draft = await changeSubscription(tx, call, { serviceId, preview: isPreview }, rule);
  return isPreview ? previewOf(tx, call.scope, draft) : 'Done';
}
