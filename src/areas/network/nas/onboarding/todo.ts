import type { VendorName } from '../vendors.ts';
import type { OnboardingFacts, Script } from './facts.ts';

/** What a person has to put in place of each placeholder of a script. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  '<server>':
    'Replace <server> with the address where the NAS reaches this node, or ask again with the parameter server.',
  '<secret>':
    'Replace <secret> with the shared secret. For callers who may change the NAS, radius/nas/script fills it in.',
  '<radsecproxy>': 'Replace <radsecproxy> with the address of the radsecproxy next to the NAS.',
  '<certificate>': 'Import the certificate of the NAS, and replace <certificate> with its name.',
  '<portal>': 'Replace <portal> with the host where blocked subscribers pay; repeat the line for each host.',
  '<dhcp-server>': 'Replace <dhcp-server> with the name of the subscribers’ DHCP server.',
  '<interface>': 'Replace <interface> with the subscribers’ interface.',
  '<domain>': 'Replace <domain> with the subscribers’ domain.',
  '<api-password>':
    'For the router API, replace <api-password> with a new password. Then switch api_enable on with api_username lastmile, that password and api_port 8729.',
  '<nodes>': 'Replace <nodes> with the addresses that this node connects from.',
  '<pd-pool>': 'Replace <pd-pool> with the pd_pool of the plans, and <prefix> with its network.',
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
      'The shared secret has characters that this configuration cannot contain. Choose one of letters and digits with radius/nas/update.',
    is.isServerName &&
      `${facts.server} is a name. If the NAS accepts only addresses, ask again with the address in the parameter server.`,
    is.proxy !== null &&
      `It sends its packets through the RADIUS proxy ${is.proxy}. Use the ports of the proxy, and the secret that the proxy has for the NAS.`,
    is.proxy !== null && is.identifier !== null && `Make it send the NAS-Identifier ${is.identifier} in all packets.`,
    facts.garden !== null &&
      vendor !== 'Mikrotik' &&
      `Let blocked_pool reach DNS, ${facts.garden.url} and the host where subscribers pay, send its TCP port 80 to port ${facts.garden.port} of ${facts.garden.host}, and refuse the rest.`,
    facts.ipoe && facts.garden !== null && vendor !== 'Mikrotik' && `Set DHCP option 114 to ${facts.garden.page}/api.`,
    facts.ipv6Mode !== 'off' &&
      'Switch IPv6 on for the subscribers’ interfaces; docs/network/networks.md lists the attributes.',
    'Apply it to the subscribers’ interfaces, and log one in.',
  ].filter((sentence) => sentence !== false);
}
