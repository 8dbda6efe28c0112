import { isIP, isIPv4 } from 'node:net';
import { z } from 'zod';
import { isMapped, withoutMapping } from '../../config/ip-address.ts';
import { type Ipv6Prefix, ipv6PrefixOf, ipv6Text, isNetwork, readIpv6Prefix } from '../network/ipv6.ts';
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

/**
 * An IPv4 or IPv6 address, or a prefix of either, without bits beyond its length. Native: in its one spelling; IPv4-mapped
 * networks are IPv4 networks, since callers from there have IPv4 addresses.
 */
export function network() {
  const problem =
    'must be an IPv4 or IPv6 address or a prefix such as 203.0.113.0/24, with no bits set beyond its length';
  const schema = z
    .string(errorText(problem))
    .trim()
    .transform((value, context) => {
      const found = networkText(value);
      if (found !== null) return found;
      context.addIssue({ code: 'custom', message: problem });
      return z.NEVER;
    });
  return kind(schema, asText({ example: '203.0.113.0/24' }));
}

/** The bits of an IPv4-mapped address before the IPv4 address (RFC 4291 section 2.5.5.2). */
const MAPPED_BITS = 96;

function networkText(value: string): string | null {
  const [, address = '', length] = /^([\d.]+)(?:\/(\d{1,2}))?$/.exec(value) ?? [];
  const isVersion4 = isIPv4(address);
  if (isVersion4 && Number(length ?? 32) > 32) return null;
  const text = isVersion4 ? `::ffff:${address}/${MAPPED_BITS + Number(length ?? 32)}` : value;
  const found = readIpv6Prefix(text);
  if (found === null || !isNetwork(found)) return null;
  const { octets, bits } = found;
  const written = ipv6Text(octets);
  if (!isMapped(written)) return bits === 128 ? written : `${written}/${bits}`;
  const plain = withoutMapping(written);
  return bits === 128 ? plain : `${plain}/${bits - MAPPED_BITS}`;
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
