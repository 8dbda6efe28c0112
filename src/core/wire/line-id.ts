import { z } from 'zod';
import { lineIdOctets, lineIdText, MAX_LINE_ID_OCTETS } from '../network/line-id.ts';
import { errorText, kind } from './kind.ts';

/** The id of a line in either form of `core/network/line-id.ts`. Native: the form in which it is shown. Blanks count. */
export function lineId() {
  const problem = `must be an id of 1 to ${MAX_LINE_ID_OCTETS} octets, as text or as 0x and hexadecimal digits`;
  const schema = z
    .string(errorText(problem))
    .refine((text) => !/\p{Cs}/u.test(text), { error: problem })
    .transform(lineIdOctets)
    .refine((octets) => octets.length > 0 && octets.length <= MAX_LINE_ID_OCTETS, { error: problem })
    .transform(lineIdText);
  return kind(schema, {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: 'OLT-1 pon 1/2/3:17' },
  });
}
