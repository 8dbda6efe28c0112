import { binaryStream, optional, paged, required, rows } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import { id, integer, ipv4, mac, nasIp, oneOf, orNull, prose, text, timestamp, withExample } from '../kinds.ts';

/** A rule asks for either an instant or a range. */
const question = {
  ...required({ ip: nasIp, reason: prose }),
  ...optional({
    port: withExample('37680', integer(1, 65_535)),
    at: timestamp,
    from: timestamp,
    upto: timestamp,
    nasip: nasIp,
    ispid: id,
    resellerid: id,
  }),
};

/** Who had an address. */
export const traces = [
  endpoint('/radius/trace', {
    extension: true,
    parameters: { ...question, ...paged },
    result: rows({
      certainty: oneOf('certain', 'probable', 'ambiguous'),
      why: text,
      ip: ipv4,
      ...{ insideip: orNull(ipv4), first_port: orNull(integer()), last_port: orNull(integer()) },
      starttime: timestamp,
      endtime: orNull(timestamp),
      serviceid: orNull(id),
      username: text,
      customername: orNull(text),
      mac: orNull(mac),
      nasip: nasIp,
    }),
  }),
  endpoint('/radius/trace/export', { extension: true, parameters: question, result: binaryStream }),
];
