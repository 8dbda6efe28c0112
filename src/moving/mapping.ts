import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import * as wire from '../core/wire/index.ts';
import { fieldFaults } from '../rpc/fault-of.ts';
import { DAY_ORDERS } from './csv/day-order.ts';
import { SourceError } from './source-row.ts';
import { isEncoding } from './text-blocks.ts';

const planRef = z.union([z.int().min(1), z.string().min(1)]);

/** Defaults for what a source does not know, by the names of the API's parameters. */
const defaults = z.strictObject({
  location_code: wire.code().optional(),
  sub_location_code: wire.code().optional(),
  protocol: wire.oneOf(['PPPoE', 'IPoE']).optional(),
  connectivity: z.string().optional(),
  prepaid_postpaid: wire.oneOf(['Prepaid', 'Postpaid']).optional(),
  type: z.string().optional(),
  mobile: wire.mobile().optional(),
  email: wire.email().optional(),
  zipcode: wire.text(16).optional(),
  state: wire.text().optional(),
  city: wire.text().optional(),
  street: wire.text().optional(),
  plan: z.string().optional(),
  plan_period: z.int().min(1).optional(),
  plan_period_unit: wire.oneOf(['Day', 'Month']).optional(),
  charge: wire.text().optional(),
  amt: wire.money().optional(),
  valid_upto: wire.ymd().optional(),
  mac_bind: wire.oneOf(['Auto', 'No']).optional(),
  vendor: z.string().optional(),
});

const mapping = z.strictObject({
  /** The plan of a group, by id or by name, and the sub plan; `amt`: what a new plan costs. */
  plans: z
    .record(
      z.string(),
      z.union([
        planRef,
        z.strictObject({ plan: planRef.optional(), subplan: planRef.optional(), amt: wire.money().optional() }),
      ]),
    )
    .default({}),
  /** Of files without a byte order mark, by its name in the WHATWG Encoding Standard. */
  encoding: z.string().refine(isEncoding, 'must be the name of an encoding, such as windows-1252').optional(),
  /** The order of days in CSV files that do not have yyyy-mm-dd. */
  dates: wire.oneOf(DAY_ORDERS).optional(),
  /** IP pools to make first. */
  pools: z
    .array(z.strictObject({ pool_name: wire.text(64), range_from: wire.ipv4(), range_upto: wire.ipv4() }))
    .default([]),
  /** What to do about passwords that are stored as digests. */
  hashed_passwords: wire.oneOf(['refuse', 'new']).default('refuse'),
  defaults: defaults.prefault({}),
});

export type Mapping = z.output<typeof mapping>;

/** @throws SourceError in one sentence */
export async function readMapping(file: string | undefined): Promise<Mapping> {
  if (file === undefined) return mapping.parse({});
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new SourceError(`Cannot read the mapping file: ${error.message}.`);
  });
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new SourceError(`The mapping file ${file} is not JSON: ${error instanceof Error ? error.message : error}.`);
  }
  const parsed = mapping.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.join('.') || (fieldFaults(parsed.error)[0]?.parameter ?? '');
  throw new SourceError(`The mapping file ${file}: ${path}: ${issue?.message ?? 'is wrong'}.`);
}
