import { z } from 'zod';
import { created, type Scope } from '../../core/scope.ts';
import { email, flag01, mobile, ownerCode, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';

/** Contract 4.10. */
export const newIsp = z.strictObject({
  name: text(),
  code: ownerCode(),
  mobile: mobile(),
  email: email(),
  country: text(),
  address: text(500).optional(),
  state: text().optional(),
  enable_usage_limit: flag01().default(false),
});

/** Adds an ISP; the database adds its default settings. Returns its id. */
export async function createIsp(tx: Tx, scope: Scope, input: z.output<typeof newIsp>): Promise<number> {
  const { enable_usage_limit: enableUsageLimit, address, state, ...fields } = input;
  const isp = await tx.isp.create({
    data: { ...fields, address: address ?? null, state: state ?? null, enableUsageLimit, ...created(scope) },
    select: { id: true },
  });
  return isp.id;
}
