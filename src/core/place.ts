import { join, raw, type Sql, sql } from '../db/sql.ts';

/**
 * A location that an Employee is narrowed to: all of it, or some of its sub locations. Stored by their ids, so that nobody
 * else's codes ever mean them; a code means one location in an ISP, and one sub location in a location, and records carry both.
 */
export interface Place {
  readonly id: number;
  readonly code: string;
  /** null: all of the location. */
  readonly subs: readonly { readonly id: number; readonly code: string }[] | null;
}

/** SQL columns of a record's codes. */
export interface PlaceColumns {
  readonly lc: string;
  readonly slc: string;
}

/** The condition that a record is in one of the places. */
export function inPlaces(places: readonly Place[], { lc, slc }: PlaceColumns): Sql {
  const whole = places.filter(({ subs }) => subs === null).map(({ code }) => code);
  const conditions = [
    ...(whole.length === 0 ? [] : [sql`${raw(lc)} = ANY(${whole})`]),
    ...places.flatMap(({ code, subs }) =>
      subs ? [sql`(${raw(lc)} = ${code} AND ${raw(slc)} = ANY(${subs.map((sub) => sub.code)}))`] : [],
    ),
  ];
  return conditions.length === 0 ? sql`false` : sql`(${join(conditions, ' OR ')})`;
}

/** The same for Prisma: one of these must hold. */
export const inSomePlaces = (places: readonly Place[]) =>
  places.map(({ code, subs }) => ({
    locationCode: code,
    ...(subs ? { subLocationCode: { in: subs.map((sub) => sub.code) } } : {}),
  }));
