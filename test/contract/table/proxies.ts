import { byDefault, byDefaultIn, done, newId, optional, paged, required, rows } from '../build.ts';
import { endpoint } from '../endpoint.ts';
import {
  id,
  integer,
  jsonInteger,
  nasIp,
  orNull,
  ownerId,
  password,
  prose,
  text,
  timestamp,
  wildcard,
} from '../kinds.ts';
import { tlsIdentity } from './nas.ts';

const extension = true;
const port = integer();
const proxy = {
  ispid: ownerId,
  id,
  name: text,
  ip: nasIp,
  coa_port: integer(),
  description: orNull(text),
  tls_identity: orNull(text),
  nases: jsonInteger,
};

/** RADIUS proxies in front of NASes, in the pattern of 4.5. */
export const radiusProxies = [
  endpoint('/radius/proxy/list', {
    extension,
    parameters: { ...optional({ ispid: ownerId, id, ip: nasIp, name: wildcard }), ...paged },
    result: rows(proxy, ['secret']),
  }),
  endpoint('/radius/proxy/create', {
    extension,
    parameters: {
      ...byDefaultIn("the caller's own, or the installation", { ispid: ownerId }),
      ...required({ name: prose, secret: password, ip: nasIp }),
      ...byDefault('3799', { coa_port: port }),
      ...optional({ description: prose, tls_identity: tlsIdentity }),
    },
    result: newId,
  }),
  endpoint('/radius/proxy/update', {
    extension,
    clears: true,
    parameters: {
      ...required({ id }),
      ...optional({
        name: prose,
        secret: password,
        ip: nasIp,
        coa_port: port,
        description: prose,
        tls_identity: tlsIdentity,
      }),
    },
    result: done,
  }),
  endpoint('/radius/proxy/delete', { extension, parameters: required({ id }), result: done }),
  endpoint('/radius/proxy/unknown', {
    extension,
    parameters: { ...optional({ proxyid: id }), ...paged },
    result: rows({
      ...{ proxyid: id, proxyname: text, ispid: ownerId, nas_identifier: orNull(text), nas_address: orNull(text) },
      ...{ first_seen: timestamp, last_seen: timestamp },
    }),
  }),
];
