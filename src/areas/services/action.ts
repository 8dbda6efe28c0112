import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { id, oneOf } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { ACTIONS, act } from '../billing/life-cycle/table.ts';
import { previewParameter, runOrPreview } from './outcome.ts';

/** Contract 4.14. */
export const serviceAction = z.strictObject({ serviceid: id(), action: oneOf(ACTIONS), ...previewParameter });

export async function actOnService(tx: Tx, call: Call, input: z.output<typeof serviceAction>) {
  const { serviceid: serviceId, preview } = input;
  return runOrPreview(tx, call, { serviceId, preview }, (draft) => act(draft, input.action));
}
