import { z } from 'zod';

/**
 * Seller and buyer as of the day of issue: the documents in `invoice.seller` and `invoice.buyer`. Missing values are null.
 */
const text = z.string();
const unset = z.string().nullable();

export const seller = z.object({
  name: text,
  code: text,
  address: unset,
  state: unset,
  country: unset,
  mobile: unset,
  email: unset,
});

export const buyer = z.object({
  customerid: z.int(),
  /** With the surname. */
  name: text,
  /** The organisation that the person in `name` belongs to. */
  company: unset,
  type: text,
  /** The lines of the billing address above city, state and zipcode. */
  address: z.array(text),
  city: unset,
  state: unset,
  zipcode: unset,
  mobile: unset,
  email: unset,
  tax_id: unset,
  /** Of the service. */
  username: text,
});

export type Seller = z.output<typeof seller>;
export type Buyer = z.output<typeof buyer>;

/** A party without its missing values. */
export type Known<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** The valid values of a stored party. Invalid ones are left out, so that an issued invoice can always be shown. */
export function partyOf<T extends object>(schema: z.ZodObject & z.ZodType<T>, stored: unknown): Known<T> {
  const given = (stored ?? {}) as Record<string, unknown>;
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const read = (field as z.ZodType).safeParse(given[name]);
    return read.success && read.data !== null ? [[name, read.data]] : [];
  });
  return Object.fromEntries(fields) as Known<T>;
}
