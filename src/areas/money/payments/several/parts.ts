import { z } from 'zod';
import * as wire from '../../../../core/wire/index.ts';

const PAIR = /^\s*([1-9]\d{0,8})\s*:\s*(\d{1,10}(?:\.\d{1,2})?)\s*$/;
/** More services than a customer has. */
const MAX_PARTS = 100;

/** Services and what each of them gets: `12:588.82,13:400.00`. Native: an array of `{ serviceid, amt }`. */
export function parts() {
  const problem = `must be 1 to ${MAX_PARTS} pairs of the id of a service and an amount above 0, such as 12:588.82,13:400.00`;
  const part = z.object({ serviceid: wire.id(), amt: wire.money() }, { error: problem });
  return wire.kind(
    z.array(part, wire.errorText(problem)).min(1, { error: problem }).max(MAX_PARTS, { error: problem }),
    {
      parse: (text) => {
        const pairs = text.split(',', MAX_PARTS + 1).map((pair) => PAIR.exec(pair));
        return pairs.every(Boolean) ? pairs.map((pair) => ({ serviceid: Number(pair?.[1]), amt: pair?.[2] })) : text;
      },
      render: (value: { serviceid: number; amt: string }[]) =>
        value.map(({ serviceid, amt }) => `${serviceid}:${amt}`).join(','),
      document: { type: 'string', example: '12:588.82,13:400.00' },
    },
  );
}
