import { join, raw, type Sql, sql } from '../../db/sql.ts';

/**
 * A location that an Employee is restricted to: all of it, or some of its sub locations. Employees refer to them by id, since
 * a code may be given to another location later. Records carry the codes, which are unique in an ISP and in a location.
 */
export interface AllowedLocation {
  readonly id: number;
  readonly code: string;
  /** null: all of the location. */
  readonly subs: readonly { readonly id: number; readonly code: string }[] | null;
}

/** SQL columns of a record's location codes. */
export interface LocationColumns {
  readonly lc: string;
  readonly slc: string;
}

/** The SQL condition that a record is in one of the locations. */
export function inLocations(locations: readonly AllowedLocation[], { lc, slc }: LocationColumns): Sql {
  const whole = locations.filter(({ subs }) => subs === null).map(({ code }) => code);
  const conditions = [
    ...(whole.length === 0 ? [] : [sql`${raw(lc)} = ANY(${whole})`]),
    ...locations.flatMap(({ code, subs }) =>
      subs ? [sql`(${raw(lc)} = ${code} AND ${raw(slc)} = ANY(${subs.map((sub) => sub.code)}))`] : [],
    ),
  ];
  return conditions.length === 0 ? sql`false` : sql`(${join(conditions, ' OR ')})`;
}

/** The same for Prisma, as the alternatives of an OR. */
export const locationWhere = (locations: readonly AllowedLocation[]) =>
  locations.map(({ code, subs }) => ({
    locationCode: code,
    ...(subs ? { subLocationCode: { in: subs.map((sub) => sub.code) } } : {}),
  }));
