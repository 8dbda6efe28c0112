import { z } from 'zod';
import * as wire from '../../../../core/wire/index.ts';

const PAIR = /^([^:,]*):([^:,]*)$/;

/** A name must not contain the separators. */
const TAX_NAME = /^[^,:\p{Cc}\p{Cs}]{1,40}$/u;

/** Far more than a supply is taxed with. */
const MAX_TAXES = 100;

const PERCENT = /^\d{1,3}(\.\d{1,2})?$/;

/** Names and percents: `CGST:9,SGST:9`. Native: an array of `{ name, percent }`; an empty text means no tax. */
export function taxes() {
  const problem = 'must be pairs of a name of 1 to 40 characters and a percentage from 0 to 100, such as CGST:9,SGST:9';
  const options = { error: problem };
  const tax = z.object(
    {
      name: z.string(options).trim().regex(TAX_NAME, options),
      percent: z
        .string(options)
        .trim()
        .regex(PERCENT, options)
        .refine((percent) => Number(percent) <= 100, options),
    },
    options,
  );
  return wire.kind(z.array(tax, wire.errorText(problem)), {
    parse: (text) => {
      const pairs = text.split(',', MAX_TAXES + 1).map((pair) => PAIR.exec(pair));
      return pairs.length <= MAX_TAXES && pairs.every(Boolean)
        ? pairs.map((pair) => ({ name: pair?.[1], percent: pair?.[2] }))
        : text;
    },
    render: (value: { name: string; percent: string }[]) =>
      value.map(({ name, percent }) => `${name}:${percent}`).join(','),
    document: { type: 'string', example: 'CGST:9,SGST:9' },
  });
}
