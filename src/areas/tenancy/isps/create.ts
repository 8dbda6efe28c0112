import { z } from 'zod';
import { countryCodeOf } from '../../../core/country/codes.ts';
import { currencyOfCountry, zoneOfCountry } from '../../../core/country/defaults.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { definedFields } from '../../../core/records/updates.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { described, email, flag01, mobile, ownerCode, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { send, sql } from '../../../db/sql.ts';
import { settingsShape } from './settings/vocabulary.ts';

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
  timezone: described('default: the zone of most people in the country, or UTC', settingsShape.timezone).optional(),
  currency: described('default: the currency of the country, or USD', settingsShape.currency).optional(),
});

/**
 * Adds an ISP, with the zone and the currency of its country; the database adds the other settings. Its days are counted from its
 * first one on: what comes later is made up for. Returns its id.
 */
export async function createIsp(
  tx: Tx,
  { scope, kernel }: { readonly scope: Scope; readonly kernel: Pick<Kernel, 'clock'> },
  input: z.output<typeof newIsp>,
): Promise<number> {
  const { enable_usage_limit: enableUsageLimit, address, state, timezone, currency, ...fields } = input;
  const isp = await tx.isp.create({
    data: { ...fields, address: address ?? null, state: state ?? null, enableUsageLimit, ...created(scope) },
    select: { id: true },
  });
  const code = countryCodeOf(input.country);
  const ofCountry = code === null ? null : { timezone: zoneOfCountry(code), currency: currencyOfCountry(code) };
  const given = {
    timezone: timezone ?? ofCountry?.timezone ?? undefined,
    currency: currency ?? ofCountry?.currency ?? undefined,
  };
  const data = { ...definedFields(given), updatedBy: scope.by };
  await tx.ispSetting.update({ where: { ispId: isp.id }, data, select: { ispId: true } });
  send(
    tx,
    sql`INSERT INTO crm.isp_clock (isp_id, done_upto)
        SELECT isp_id, (${kernel.clock.now()}::timestamptz AT TIME ZONE timezone)::date
        FROM crm.isp_setting WHERE isp_id = ${isp.id}`,
  );
  return isp.id;
}
