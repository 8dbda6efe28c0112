import { isIP } from 'node:net';
import { z } from 'zod';
import { type Ipv6Prefix, ipv6PrefixOf, isNetwork, readIpv6Prefix } from '../network/ipv6.ts';
import { lineIdOctets, lineIdText, MAX_LINE_ID_OCTETS } from '../network/line-id.ts';
import { errorText, kind, type TextForm } from './kind.ts';

const asText = (document: Record<string, unknown>): TextForm => ({
  parse: (text) => text,
  render: (value: string) => value,
  document: { type: 'string', ...document },
});

/** A text that `read` accepts, as the prefix that it is. */
function prefix(problem: string, example: string, isAllowed: (prefix: Ipv6Prefix) => boolean) {
  const read = (value: string) => {
    const found = readIpv6Prefix(value);
    return found && isAllowed(found) ? ipv6PrefixOf(found) : null;
  };
  const schema = z
    .string(errorText(problem))
    .trim()
    .transform((value, context) => {
      const found = read(value);
      if (found !== null) return found;
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    });
  return kind(schema, asText({ example }));
}

/** An IPv6 prefix of so many bits, without bits beyond its length. Native: as PostgreSQL writes it. */
export const ipv6Prefix = ({ min, max }: { readonly min: number; readonly max: number }, example: string) =>
  prefix(
    `must be an IPv6 prefix of ${min} to ${max} bits such as ${example}, with no bits set beyond its length`,
    example,
    (found) => found.bits >= min && found.bits <= max && isNetwork(found),
  );

/** An IPv6 address, or a prefix. Native: the prefix; an address has 128 bits. */
export const ipv6Range = () =>
  prefix('must be an IPv6 address or a prefix such as 2001:db8::/56', '2001:db8::1', () => true);

/** An IPv4 or IPv6 address. */
export function ip() {
  const problem = 'must be an IPv4 or IPv6 address such as 192.0.2.1';
  const isAddress = (value: string) => isIP(value) !== 0 && !value.includes('%');
  return kind(
    z.string(errorText(problem)).trim().refine(isAddress, { error: problem }),
    asText({ example: '192.0.2.1' }),
  );
}

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
