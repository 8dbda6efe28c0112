import { byDefault, count, done, optional, owners, paged, required, rows } from '../build.ts';
import { endpoint, section } from '../endpoint.ts';
import { id, integer, ip3, ipv4, jsonInteger, oneOf, orEmpty, ownerId, text, wildcard, withExample } from '../kinds.ts';
import { vendor } from './nas.ts';

const from = withExample('10.0.0.10', ipv4);
const upto = withExample('10.0.0.250', ipv4);

/** 2.3 Pool summary. */
const poolSummary = {
  pool_name: text,
  range_from: ipv4,
  range_upto: ipv4,
  count: integer(0),
  staticip_count: jsonInteger,
  free: jsonInteger,
};

/** 2.3 Pool address. */
const poolAddress = { ispid: id, resellerid: ownerId, username: orEmpty(text), pool_name: text, ip: ipv4 };

/** 4.4 RADIUS IP pools. */
export const ipPools = section('4.4', [
  endpoint('/radius/ippool/list', {
    parameters: { ...owners, ...optional({ ip3, pool_name: wildcard, vendor }), ...paged },
    result: rows(poolSummary),
  }),
  endpoint('/radius/ippool/iplist', {
    parameters: {
      ...owners,
      ...optional({ pool_name: text, username: text, ip: ipv4 }),
      ...byDefault('all', { type: oneOf('staticip', 'inuse', 'free', 'all') }),
      ...paged,
    },
    result: rows(poolAddress),
  }),
  endpoint('/radius/ippool/create', {
    parameters: { ...required({ pool_name: text, range_from: from, range_upto: upto }), ...owners },
    result: count,
  }),
  endpoint('/radius/ippool/update', {
    clears: true,
    parameters: {
      ...required({ pool_name: text }),
      ...owners,
      ...optional({ new_pool_name: text, range_from: from, range_upto: upto }),
    },
    result: count,
  }),
  endpoint('/radius/ippool/delete', {
    parameters: { ...owners, ...optional({ pool_name: text, range_from: from, range_upto: upto }) },
    smallest: { pool_name: 'home' },
    result: done,
  }),
]);
