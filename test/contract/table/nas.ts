import {
  beyond,
  byDefault,
  done,
  ispidOfNew,
  newId,
  noted,
  optional,
  owners,
  paged,
  required,
  requiredWhen,
  reselleridOfNew,
  rows,
  when,
} from '../build.ts';
import { endpoint, section } from '../endpoint.ts';
import {
  alsoTaking,
  code,
  csv,
  flagOnOff,
  flagYN,
  id,
  integer,
  ipv6,
  nasIp,
  numeric,
  oneOf,
  ownerId,
  password,
  prose,
  text,
  wildcard,
  withExample,
} from '../kinds.ts';

/** The contract leaves the names open, of which it has three; these are the product's, the first the default. */
export const vendor = oneOf('Mikrotik', 'Cisco', 'Juniper', 'Huawei', 'Nokia', 'Accel', 'WISPr');
/** 0 shares with all resellers. */
const resellers = alsoTaking(['0', '1,2'], csv(ownerId));
const port = integer();
const httpPort = integer(1, 65_536);
/** Mbit/s. */
const lineRate = integer(1, 10_000_000);
const interimInterval = integer(60, 3_600);

/** Must the NAS sign its requests? */
const messageAuthenticator = oneOf('yes', 'no', 'auto');

/** Where Disconnect- and CoA-Requests go. */
const coaRoute = oneOf('nas', 'udp', 'proxy');
const coaNaming = oneOf('auto', 'registered', 'none');

/** How a certificate names who connects by RadSec. */
export const tlsIdentity = withExample('dns:core-1.example.net', text);
/** Where guests log in. */
const hotspotHosts = csv(withExample('10.5.50.1', text));
/** How subscribers get IPv6. */
const ipv6Mode = oneOf('off', 'prefix', 'pool', 'learn');

/** How the rate is written. */
const rateTemplate = withExample('{up_kbps}k/{down_kbps}k', text);

/** How a blocked subscriber is led to his page. */
const redirectTemplate = withExample('service=REDIRECT', text);

const latitude = alsoTaking(['12.971599', '-33.5'], numeric);
const longitude = alsoTaking(['77.594566', '-170.25'], numeric);

/** 2.4 NAS. */
const nasRecord = {
  id,
  ispid: id,
  resellerid: ownerId,
  resellers: csv(ownerId),
  name: text,
  ip: nasIp,
  vendor,
  coa_port: integer(),
  snmp_graph: flagOnOff,
  http_port: integer(),
  api_enable: flagOnOff,
  api_username: text,
  api_port: integer(),
  description: text,
};

/** 4.5 NAS. */
export const nas = section('4.5', [
  endpoint('/radius/nas/list', {
    parameters: {
      ...owners,
      ...optional({ id, ip: nasIp, name: wildcard, vendor }),
      ...beyond({ proxyid: id }),
      ...paged,
    },
    result: rows(nasRecord, ['secret', 'api_password']),
  }),
  endpoint('/radius/nas/create', {
    parameters: {
      ...ispidOfNew,
      ...reselleridOfNew,
      ...noted(
        'Needed only when resellerid is 0. 0, an empty value or omission shares with all resellers.',
        optional({ resellers }),
      ),
      ...required({ name: prose, secret: password, ip: nasIp }),
      ...byDefault('Mikrotik', { vendor }),
      ...byDefault('3799', { coa_port: port }),
      ...byDefault('off', { snmp_graph: flagOnOff, api_enable: flagOnOff }),
      ...requiredWhen(when('snmp_graph is on', { snmp_graph: 'on' }), { http_port: httpPort }),
      ...requiredWhen(when('api_enable is on', { api_enable: 'on' }), {
        api_username: text,
        api_password: password,
        api_port: port,
      }),
      ...optional({ description: prose }),
      ...beyond({ require_message_authenticator: messageAuthenticator }, 'auto'),
      ...beyond({ swap_direction: flagYN }, 'N'),
      ...beyond({ rate_template: rateTemplate, redirect_template: redirectTemplate }),
      ...beyond({ line_rate_mbps: lineRate }, '100000'),
      ...beyond({ interim_interval: interimInterval }),
      ...beyond({ ipoe: flagYN }, 'N'),
      ...beyond({ volume_limit: flagYN }, 'N'),
      ...beyond({ hotspot_hosts: hotspotHosts, uam_secret: password }),
      ...beyond({ proxyid: id, identifier: prose, ipv6 }),
      ...beyond({ coa_by: coaRoute }, 'nas'),
      ...beyond({ coa_naming: coaNaming }, 'auto'),
      ...beyond({ tls_identity: tlsIdentity }),
      ...beyond({ ipv6_mode: ipv6Mode }, 'off'),
      ...beyond({ location_code: code, latitude, longitude }),
    },
    refuses: [
      {
        why: 'only the first vendor supports the graph',
        texts: { snmp_graph: 'on', http_port: '80', vendor: 'Cisco' },
        names: 'snmp_graph',
        checkedBy: 'rule',
      },
      {
        why: 'only the first vendor ends a session by its volume',
        texts: { volume_limit: 'Y', vendor: 'Cisco' },
        names: 'volume_limit',
        checkedBy: 'rule',
      },
    ],
    result: newId,
  }),
  endpoint('/radius/nas/update', {
    clears: true,
    parameters: {
      ...required({ id }),
      ...noted('Takes effect only if the NAS was created as shared.', optional({ resellers })),
      ...optional({ name: prose, secret: password, ip: nasIp, vendor, coa_port: port, snmp_graph: flagOnOff }),
      ...optional({ http_port: httpPort, api_enable: flagOnOff, api_username: text, api_password: password }),
      ...optional({ api_port: port, description: prose }),
      ...beyond({
        require_message_authenticator: messageAuthenticator,
        swap_direction: flagYN,
        rate_template: rateTemplate,
        redirect_template: redirectTemplate,
        line_rate_mbps: lineRate,
        interim_interval: interimInterval,
        ipoe: flagYN,
        volume_limit: flagYN,
        proxyid: id,
        identifier: prose,
        ipv6,
        coa_by: coaRoute,
        coa_naming: coaNaming,
        tls_identity: tlsIdentity,
        ipv6_mode: ipv6Mode,
        hotspot_hosts: hotspotHosts,
        uam_secret: password,
        location_code: code,
        latitude,
        longitude,
      }),
    },
    result: done,
  }),
  endpoint('/radius/nas/delete', { parameters: required({ id }), result: done }),
]);

/** 2.4 NAS IP pool. */
const nasIpPool = { id, name: text, notes: text, ispid: id, resellerid: ownerId };

/** 4.6 NAS IP pools. */
export const nasIpPools = section('4.6', [
  endpoint('/radius/nas/ippool_list', {
    parameters: { ...owners, ...optional({ id, name: wildcard }), ...paged },
    result: rows(nasIpPool),
  }),
  endpoint('/radius/nas/ippool_create', {
    parameters: { ...required({ name: text }), ...owners, ...optional({ notes: prose }) },
    result: newId,
  }),
  endpoint('/radius/nas/ippool_update', {
    clears: true,
    parameters: { ...required({ id }), ...optional({ name: text, notes: prose }) },
    result: done,
  }),
  endpoint('/radius/nas/ippool_delete', { parameters: required({ id }), result: done }),
]);
