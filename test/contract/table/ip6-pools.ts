import { done, newId, optional, owners, paged, required, rows } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { id, integer, ipv6Prefix, ipv6Range, jsonInteger, oneOf, ownerId, text } from '../kinds.ts';

const extension = true;
const kind = oneOf('Framed', 'Delegated');
const length = integer(16, 64);

/** Pools of IPv6 prefixes, in the pattern of 4.4. */
export const ip6Pools = [
  endpoint('/radius/ip6pool/list', {
    extension,
    parameters: { ...owners, ...optional({ id, name: text, kind, prefix: ipv6Range }), ...paged },
    result: rows({
      ...{ id, ispid: id, resellerid: ownerId, name: text, prefix: text, length, kind },
      ...{ count: integer(), leased: jsonInteger, free: integer() },
    }),
  }),
  endpoint('/radius/ip6pool/create', {
    extension,
    parameters: { ...owners, ...required({ name: text, prefix: ipv6Prefix, length, kind }) },
    smallest: { length: '64' },
    result: newId,
  }),
  endpoint('/radius/ip6pool/update', {
    extension,
    clears: true,
    parameters: { ...required({ id }), ...optional({ name: text, prefix: ipv6Prefix }) },
    result: done,
  }),
  endpoint('/radius/ip6pool/delete', { extension, parameters: required({ id }), result: done }),
];
