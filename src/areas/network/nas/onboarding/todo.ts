import type { VendorName } from '../vendors.ts';
import type { OnboardingFacts, Script } from './facts.ts';

/** What a person has to put in place of each placeholder of a script. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  '<server>':
    'Put the address of this node, as the NAS reaches it, in place of <server>, or ask again with the parameter server.',
  '<secret>':
    'Put the shared secret in place of <secret>. radius/nas/script fills it in, for those who may change the NAS.',
  '<radsecproxy>': 'Put the address of the radsecproxy beside the NAS in place of <radsecproxy>.',
  '<certificate>': 'Import the certificate of the NAS, and put its name in place of <certificate>.',
  '<portal>': 'Put the host where blocked subscribers pay in place of <portal>; repeat the line for each host.',
  '<dhcp-server>': 'Put the name of the DHCP server of the subscribers in place of <dhcp-server>.',
  '<interface>': 'Put the interface of the subscribers in place of <interface>.',
  '<domain>': 'Put the domain of the subscribers in place of <domain>.',
  '<pd-pool>':
    'Put the name that the plans have in pd_pool in place of <pd-pool>, and its network in place of <prefix>.',
};

interface Circumstances {
  readonly vendor: VendorName;
  readonly facts: OnboardingFacts;
  readonly scripts: readonly Script[];
  readonly isUnsayable: boolean;
  readonly isServerName: boolean;
  /** It is behind a RADIUS proxy; the name of that. */
  readonly proxy: string | null;
  readonly identifier: string | null;
}

/** What is left to do by hand, one sentence each. */
export function todo({ vendor, facts, scripts, isUnsayable, ...is }: Circumstances): string[] {
  const text = scripts.map((script) => script.text).join('\n');
  const placeholders = Object.entries(PLACEHOLDERS).filter(([placeholder]) => text.includes(placeholder));
  return [
    ...placeholders
      .filter(([placeholder]) => placeholder !== '<secret>' || !isUnsayable)
      .map(([, sentence]) => sentence),
    isUnsayable &&
      'The shared secret has characters that this configuration cannot contain: choose one of letters and digits with radius/nas/update.',
    is.isServerName &&
      `${facts.server} is a name. Where the NAS takes addresses only, ask again with the address as the parameter server.`,
    is.proxy !== null &&
      `It sends its packets through the RADIUS proxy ${is.proxy}: use the ports of that, and the secret that the proxy knows the NAS by.`,
    is.proxy !== null && is.identifier !== null && `Let it send the NAS-Identifier ${is.identifier} in all packets.`,
    facts.garden !== null &&
      vendor !== 'Mikrotik' &&
      `Let blocked_pool reach DNS, ${facts.garden.url} and the host where subscribers pay, send its TCP port 80 to port ${facts.garden.port} of ${facts.garden.host}, and refuse the rest.`,
    facts.ipoe && facts.garden !== null && vendor !== 'Mikrotik' && `Let DHCP option 114 be ${facts.garden.page}/api.`,
    facts.ipv6Mode !== 'off' &&
      'Switch IPv6 on for the subscribers’ interfaces; docs/network/networks.md says what is sent.',
    'Apply it to the subscribers’ interfaces, and log one in.',
  ].filter((sentence) => sentence !== false);
}
