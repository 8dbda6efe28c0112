import { isIP } from 'node:net';
import type { OnboardingFacts } from './facts.ts';

/*
 * Lines of RouterOS's terminal. The configuration of a new NAS is made of them, and the check of a router (`routeros/check.ts`)
 * says which one is missing.
 */

/** Of subscribers who are blocked. */
const BLOCKED = 'blocked_pool';
const GARDEN = 'walled_garden';

export const serviceOf = ({ ipoe }: OnboardingFacts): string => (ipoe ? 'dhcp' : 'ppp');

export const radiusClient = (facts: OnboardingFacts, secret: string): string =>
  facts.radSecPort === null ? overUdp(facts, secret) : overTls(facts);

function overUdp(facts: OnboardingFacts, secret: string): string {
  const { server, authPort, acctPort, ipoe } = facts;
  const ports = `authentication-port=${authPort} accounting-port=${acctPort}`;
  // A NAS that presents identities must prove the secret.
  const signed = ipoe ? ' require-message-auth=yes-for-request-resp' : '';
  return `/radius add service=${serviceOf(facts)} address=${server} ${ports} secret=${secret} timeout=3s${signed}`;
}

/** The port is fixed by RouterOS, and so is the secret by RFC 6614. */
const overTls = (facts: OnboardingFacts): string =>
  `/radius add service=${serviceOf(facts)} address=${facts.server} protocol=radsec certificate=<certificate> secret=radsec timeout=3s`;

export const incoming = ({ coaPort }: OnboardingFacts): string => `/radius incoming set accept=yes port=${coaPort}`;

export function accounting({ ipoe, interimS }: OnboardingFacts): string {
  if (ipoe) return '/ip dhcp-server set <dhcp-server> use-radius=accounting';
  const interval = interimS % 60 === 0 ? `${interimS / 60}m` : `${interimS}s`;
  return `/ppp aaa set use-radius=yes accounting=yes interim-update=${interval}`;
}

export const BLOCKED_POOL = `/ip pool add name=${BLOCKED} ranges=100.64.255.1-100.64.255.254`;

type Garden = NonNullable<OnboardingFacts['garden']>;

export const gardenHosts = ({ host }: Garden): string[] => [
  `/ip firewall address-list add list=${GARDEN} address=${host}`,
  `/ip firewall address-list add list=${GARDEN} address=<portal>`,
];

export const redirect = ({ host, port }: Garden): string =>
  `/ip firewall nat add chain=dstnat src-address-list=${BLOCKED} dst-address-list=!${GARDEN} protocol=tcp dst-port=80 action=dst-nat to-addresses=${host} to-ports=${port}`;

const FILTER = `/ip firewall filter add chain=forward src-address-list=${BLOCKED}`;
export const FILTERS = [
  `${FILTER} dst-address-list=${GARDEN} action=accept`,
  `${FILTER} protocol=udp dst-port=53 action=accept`,
  `${FILTER} action=reject reject-with=icmp-admin-prohibited`,
];

export const captiveOption = ({ page }: Garden): string =>
  `/ip dhcp-server option add name=captive code=114 value="'${page}/api'"`;

export const NTP_CLIENT = '/system ntp client set enabled=yes servers=<ntp-server>';

/** The nodes as the router sees them: the server, if it is an address. */
const nodesOf = ({ server }: OnboardingFacts): string =>
  isIP(server) === 0 ? '<nodes>' : `${server}/${isIP(server) === 4 ? 32 : 128}`;

export const apiService = (facts: OnboardingFacts): string[] => [
  `/ip service set api-ssl certificate=lastmile-api address=${nodesOf(facts)} disabled=no`,
  '/ip service set api,telnet,ftp disabled=yes',
];

/**
 * A user that may read and ping, from the nodes only. The built-in group `read` could also restart the router and see passwords
 * ("User", help.mikrotik.com), so the user has a group of its own.
 */
export const apiUser = (facts: OnboardingFacts): string[] => [
  '/user group add name=lastmile policy=read,api,test',
  `/user add name=${quoted(facts.apiUsername ?? 'lastmile')} group=lastmile password=<api-password> address=${nodesOf(facts)}`,
  `/certificate add name=lastmile-api common-name=${facts.nasIp} key-usage=tls-server days-valid=3650`,
  '/certificate sign lastmile-api',
  ...apiService(facts),
];

/**
 * Graphs that nobody but the nodes sees: a browser needs no log-in for them, and `allow-target=yes`, the default, shows each
 * subscriber's to everybody ("Graphing", help.mikrotik.com).
 */
export const graphing = (facts: OnboardingFacts, port: number): string[] => [
  `/tool graphing interface add interface=all allow-address=${nodesOf(facts)}`,
  `/tool graphing queue add simple-queue=all allow-address=${nodesOf(facts)} allow-target=no`,
  `/ip service set www port=${port} address=${nodesOf(facts)} disabled=no`,
];

/** In quotation marks, with hexadecimal escapes for all octets that could mean something: `"`, `\`, `$`, `[`, `?` … */
export function quoted(text: string): string {
  const octets = [...Buffer.from(text, 'utf8')].map((octet) => {
    const character = String.fromCharCode(octet);
    return /[A-Za-z0-9._@:=+/-]/.test(character) ? character : `\\${octet.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `"${octets.join('')}"`;
}
