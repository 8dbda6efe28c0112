import { lines, type Onboarding, type OnboardingFacts } from './facts.ts';

/** RouterOS commands. */
export const mikrotik: Onboarding = {
  quoted,
  scripts: (facts, secret) => [
    {
      place: 'RouterOS terminal',
      text: lines(
        facts.radSecPort === null ? overUdp(facts, secret) : overTls(facts),
        `/radius incoming set accept=yes port=${facts.coaPort}`,
        facts.ipoe
          ? '/ip dhcp-server set <dhcp-server> use-radius=accounting'
          : '/ppp aaa set use-radius=yes accounting=yes interim-update=5m',
        '/ip pool add name=blocked_pool ranges=100.64.255.1-100.64.255.254',
        walledGarden(facts),
        facts.ipv6Mode !== 'off' && !facts.ipoe && '/ppp profile set default use-ipv6=yes',
        facts.ipv6Mode === 'pool' && '/ipv6 pool add name=<pd-pool> prefix=<prefix> prefix-length=56',
      ),
    },
  ],
};

function overUdp({ server, authPort, acctPort, ipoe }: OnboardingFacts, secret: string): string {
  const ports = `authentication-port=${authPort} accounting-port=${acctPort}`;
  const service = ipoe ? 'dhcp' : 'ppp';
  // A NAS that presents identities must prove the secret.
  const signed = ipoe ? ' require-message-auth=yes-for-request-resp' : '';
  return `/radius add service=${service} address=${server} ${ports} secret=${secret} timeout=3s${signed}`;
}

/** The port is fixed by RouterOS, and so is the secret by RFC 6614. */
function overTls({ server, ipoe }: OnboardingFacts): string {
  const service = ipoe ? 'dhcp' : 'ppp';
  return `/radius add service=${service} address=${server} protocol=radsec certificate=<certificate> secret=radsec timeout=3s`;
}

function walledGarden({ garden, ipoe }: OnboardingFacts): string[] {
  if (garden === null) return [];
  const filter = '/ip firewall filter add chain=forward src-address-list=blocked_pool';
  return [
    `/ip firewall address-list add list=walled_garden address=${garden.host}`,
    '/ip firewall address-list add list=walled_garden address=<portal>',
    `/ip firewall nat add chain=dstnat src-address-list=blocked_pool dst-address-list=!walled_garden protocol=tcp dst-port=80 action=dst-nat to-addresses=${garden.host} to-ports=${garden.port}`,
    `${filter} dst-address-list=walled_garden action=accept`,
    `${filter} protocol=udp dst-port=53 action=accept`,
    `${filter} action=reject reject-with=icmp-admin-prohibited`,
    ...(ipoe ? [`/ip dhcp-server option add name=captive code=114 value="'${garden.page}/api'"`] : []),
  ];
}

/** In quotation marks, with hexadecimal escapes for all octets that could mean something: `"`, `\`, `$`, `[`, `?` … */
function quoted(secret: string): string {
  const octets = [...Buffer.from(secret, 'utf8')].map((octet) => {
    const character = String.fromCharCode(octet);
    return /[A-Za-z0-9._@:=+/-]/.test(character) ? character : `\\${octet.toString(16).toUpperCase().padStart(2, '0')}`;
  });
  return `"${octets.join('')}"`;
}
