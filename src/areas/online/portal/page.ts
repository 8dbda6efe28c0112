import { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { sendsCodes } from '../../subscribers/notices/sends-codes.ts';
import { LOGO_PATH } from '../../tenancy/isps/logo/read.ts';

/** Without `ispid`: the only ISP with such pages, if there is only one. */
export const whichPage = z.strictObject({ ispid: wire.id().optional() });

/** What the pages of an ISP show before sign-in, and how its subscribers reach it. */
export const brand = z.object({
  ispid: wire.id(),
  name: wire.shown(),
  /** `#rrggbb`; empty: a neutral one. */
  color: wire.shown(),
  /** Its address; empty: none. */
  logo: wire.shown(),
  mobile: wire.shown(),
  email: wire.shown(),
  /** Where the subscriber pays otherwise; empty: nowhere that the ISP has named. */
  portal_url: wire.shown(),
  currency: wire.shown(),
  /** May the password of the connection be given the first time? */
  by_connection: z.boolean(),
  /** Does the subscriber get a code to sign in with, on asking for one? */
  by_code: z.boolean(),
});

export type Brand = z.output<typeof brand>;

/** Null: this ISP has no such pages, or does not exist. */
export async function readBrand({ pool }: Pick<Database, 'pool'>, ispId: number | undefined): Promise<Brand | null> {
  const found = await query<Brand>(
    pool,
    sql`${BRAND} WHERE i.deleted_at IS NULL AND t.portal <> 'Off'
          AND (${ispId ?? null}::int IS NULL OR i.id = ${ispId ?? null}::int) LIMIT 2`,
  );
  const [isp, another] = found;
  return isp && !another ? isp : null;
}

const BRAND: Sql = sql`SELECT i.id AS ispid, i.name, t.portal_color AS color, ${LOGO_PATH} AS logo, i.mobile, i.email, t.portal_url, t.currency,
    t.portal = 'Connection' AS by_connection, ${sendsCodes} AS by_code
  FROM crm.isp i JOIN crm.isp_setting t ON t.isp_id = i.id`;
