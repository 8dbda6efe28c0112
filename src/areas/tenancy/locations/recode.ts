import type { Tx } from '../../../db/database.ts';
import type { Prisma } from '../../../db/generated/client.ts';

/** A changed code of a location, or of a sub location in it. */
export interface CodeChange {
  readonly ispId: number;
  /** Owner of the location; null: the ISP itself. */
  readonly resellerId: number | null;
  readonly from: string;
  readonly to: string;
}

/*
 * Records hold the code itself, as the contract shows it, and a code is unique within an ISP. A new code is written into all
 * records that have the old one. The code of a reseller's own location is in that reseller's records only.
 */

export async function recode(tx: Tx, { from, to, ...owner }: CodeChange): Promise<void> {
  await tx.service.updateMany({ where: { ...ofOwner(owner), locationCode: from }, data: { locationCode: to } });
  await tx.lead.updateMany({ where: { ...ofOwner(owner), locationCode: from }, data: { locationCode: to } });
  await tx.plan.updateMany({ where: { ...ofOwner(owner), lc: from }, data: { lc: to } });
  await tx.visit.updateMany({ where: { ...ofOwner(owner), locationCode: from }, data: { locationCode: to } });
}

export async function recodeSubLocation(
  tx: Tx,
  { lc, from, to, ...owner }: CodeChange & { readonly lc: string },
): Promise<void> {
  const where = { ...ofOwner(owner), locationCode: lc, subLocationCode: from };
  await tx.service.updateMany({ where, data: { subLocationCode: to } });
  await tx.lead.updateMany({ where, data: { subLocationCode: to } });
  await tx.plan.updateMany({ where: { ...ofOwner(owner), lc, slc: from }, data: { slc: to } });
}

/** A code of the ISP's own locations may be in the records of all of its resellers. */
const ofOwner = ({ ispId, resellerId }: Pick<CodeChange, 'ispId' | 'resellerId'>) =>
  ({ ispId, ...(resellerId === null ? {} : { resellerId }) }) satisfies Prisma.ServiceWhereInput;
