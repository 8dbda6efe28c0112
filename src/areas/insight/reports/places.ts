import { type Sql, sql } from '../../../db/sql.ts';
import { named, orNone, plain } from './columns.ts';
import type { ReportCall } from './report.ts';

/** Where services are, by codes for programs and by names for people. */
export const PLACE = {
  location_code: named('location', plain('text', 'Location code')),
  location: orNone('text', 'Location'),
  sub_location_code: named('sub_location', plain('text', 'Sub location code')),
  sub_location: orNone('text', 'Sub location'),
};

/** Rows with the codes of their places, with the names too. */
export const withPlaceNames = ({ ispId }: ReportCall, rows: Sql): Sql => sql`
  SELECT g.*, l.name AS location, b.name AS sub_location FROM (${rows}) g
  LEFT JOIN crm.location l ON l.isp_id = ${ispId} AND l.code = g.location_code
  LEFT JOIN crm.sub_location b ON b.location_id = l.id AND b.code = g.sub_location_code`;
