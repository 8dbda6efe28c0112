import { raw, sql } from '../../db/sql.ts';
import * as wire from '../wire/index.ts';
import { exact, ownedBy } from './filters.ts';
import { column } from './list.ts';

/** Columns and filters common to most lists. `alias` is that of the base table. */

export const ownerColumns = (alias: string) => ({
  ispid: column(wire.id(), `${alias}.isp_id`),
  resellerid: column(wire.ownerId(), byOwnerId(`${alias}.reseller_id`)),
});

/** The sort key of a displayed owner id: records of the ISP itself have 0. */
export const byOwnerId = (column: string) => sql`coalesce(${raw(column)}, 0)`;

export const ownerFilters = (alias: string) => ({
  ispid: exact(wire.id(), `${alias}.isp_id`),
  resellerid: ownedBy(`${alias}.reseller_id`),
});

export const stampColumns = (alias: string) => ({
  created_at: column(wire.timestamp(), `${alias}.created_at`),
  created_by: column(wire.shown(), `${alias}.created_by`),
  updated_at: column(wire.timestamp(), `${alias}.updated_at`),
  updated_by: column(wire.shown(), `${alias}.updated_by`),
});

/** Text that is shown as empty if unset (`lc`, `slc`, contract 2.1). */
export const emptyWhenUnset = (name: string) => column(wire.shown(), sql`coalesce(${raw(name)}, '')`);
