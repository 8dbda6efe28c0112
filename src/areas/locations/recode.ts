import type { Tx } from '../../db/database.ts';
import type { Prisma } from '../../db/generated/client.ts';

/** A location whose code, or the code of a sub location in it, becomes another. */
export interface CodeChange {
  readonly ispId: number;
  /** Whose the location is; null: the ISP's own. */
  readonly resellerId: number | null;
  readonly from: string;
  readonly to: string;
}

/*
 * Records carry the code itself, as the contract shows it, and it means one location in the whole ISP: a new code is written
 * wherever the old one stands for that location. One of a reseller's own locations stands in its own records only.
 */

export async function recode(tx: Tx, { from, to, ...owner }: CodeChange): Promise<void> {
  await tx.service.updateMany({ where: { ...ofOwner(owner), locationCode: from }, data: { locationCode: to } });
  await tx.lead.updateMany({ where: { ...ofOwner(owner), locationCode: from }, data: { locationCode: to } });
  await tx.plan.updateMany({ where: { ...ofOwner(owner), lc: from }, data: { lc: to } });
}

export async function recodeSubLocation(
  tx: Tx,
  { lc, from, to, ...owner }: CodeChange & { readonly lc: string },
): Promise<void> {
  const stands = { ...ofOwner(owner), locationCode: lc, subLocationCode: from };
  await tx.service.updateMany({ where: stands, data: { subLocationCode: to } });
  await tx.lead.updateMany({ where: stands, data: { subLocationCode: to } });
  await tx.plan.updateMany({ where: { ...ofOwner(owner), lc, slc: from }, data: { slc: to } });
}

/** Those of the ISP's locations stand in the records of all of its resellers. */
const ofOwner = ({ ispId, resellerId }: Pick<CodeChange, 'ispId' | 'resellerId'>) =>
  ({ ispId, ...(resellerId === null ? {} : { resellerId }) }) satisfies Prisma.ServiceWhereInput;
