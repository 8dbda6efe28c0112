import { byDefault, done, newId, optional, paged, record, required, rows } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { id, integer, ipv4, orNull, prose, text, timestamp, withExample } from '../kinds.ts';

const extension = true;
const addresses = { inside_from: ipv4, inside_upto: ipv4, public_from: ipv4, public_upto: ipv4 };
const rule = { id, ispid: id, nasid: id, nasname: text, ...addresses };
const ports = withExample('2016', integer(64, 65_535));

/** Deterministic NAT of NASes. */
export const natRules = [
  endpoint('/radius/nas/nat_list', {
    extension,
    parameters: { ...optional({ ispid: id, id, nasid: id }), ...paged },
    result: rows({
      ...{ ...rule, ports, first_port: integer(), last_port: integer() },
      ...{ valid_from: timestamp, valid_upto: orNull(timestamp), notes: orNull(text) },
    }),
  }),
  endpoint('/radius/nas/nat_create', {
    extension,
    parameters: {
      ...required({ nasid: id, ...addresses, ports }),
      ...byDefault('1024', { first_port: integer(1, 65_535) }),
      ...byDefault('65535', { last_port: integer(1, 65_535) }),
      ...optional({ valid_from: timestamp, valid_upto: timestamp, notes: prose }),
    },
    result: newId,
  }),
  endpoint('/radius/nas/nat_update', {
    extension,
    clears: true,
    parameters: { ...required({ id }), ...optional({ valid_upto: timestamp, notes: prose }) },
    result: done,
  }),
  endpoint('/radius/nas/nat_delete', { extension, parameters: required({ id }), result: done }),
  endpoint('/radius/nas/nat_translate', {
    extension,
    parameters: { ...required({ nasid: id, ip: ipv4 }), ...optional({ at: timestamp }) },
    result: record({ ruleid: id, publicip: ipv4, first_port: integer(), last_port: integer() }),
  }),
];
