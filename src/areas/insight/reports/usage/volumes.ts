import { scopeConditions } from '../../../../core/tenancy/scope.ts';
import { join, type Sql, sql } from '../../../../db/sql.ts';
import { summed } from '../columns.ts';
import { OF_A_HUNDRED_DAYS } from '../parameters.ts';
import type { ReportCall } from '../report.ts';

export const VOLUMES = { dl_gb: summed('gigabytes', 'Download'), ul_gb: summed('gigabytes', 'Upload') };

/** What all reports of volumes share. */
export const ofVolumes = {
  ...OF_A_HUNDRED_DAYS,
  group: 'usage',
  access: 'session.read',
} as const;

export const gigabytes = (bytes: Sql) => sql`round(sum(${bytes}) / 1073741824.0, 3)`;

/** The scope of services `s` that were served then, deleted meanwhile or not. */
export const served = ({ scope }: ReportCall): Sql =>
  join(
    scopeConditions(scope, {
      isp: 's.isp_id',
      reseller: 's.reseller_id',
      location: { lc: 's.location_code', slc: 's.sub_location_code' },
    }),
    ' AND ',
  );
