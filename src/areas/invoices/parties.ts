import { z } from 'zod';

/**
 * Who sold and who bought, as they were on the day of issue: the documents in `invoice.seller` and `invoice.buyer`. What a
 * party does not have is null.
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
  /** The organisation, where `name` is somebody of it. */
  company: unset,
  type: text,
  /** Lines of the billing address before city, state and zipcode. */
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

/** What is there of a party. */
export type Known<T> = { readonly [K in keyof T]?: NonNullable<T[K]> };

/** What of a stored party is as it should be: an issued invoice is shown with what it has. */
export function partyOf<T extends object>(schema: z.ZodObject & z.ZodType<T>, stored: unknown): Known<T> {
  const given = (stored ?? {}) as Record<string, unknown>;
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const read = (field as z.ZodType).safeParse(given[name]);
    return read.success && read.data !== null ? [[name, read.data]] : [];
  });
  return Object.fromEntries(fields) as Known<T>;
}
