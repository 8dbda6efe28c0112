import type { Tx } from '../../db/database.ts';

/** IANA name of the time zone that an ISP's days are counted in. */
export async function zoneOfIsp(tx: Tx, ispId: number): Promise<string> {
  const setting = await tx.ispSetting.findUniqueOrThrow({ where: { ispId }, select: { timezone: true } });
  return setting.timezone;
}
