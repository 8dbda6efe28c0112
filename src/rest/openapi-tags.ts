import { EXTENSIONS, type Operation, tagOf } from './openapi-view.ts';

/** Descriptions of the contract's groups. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  server: 'Whether the node is up, its version, and lists that need no credentials.',
  'auth/user': 'Login users: who may call, and with which rights.',
  isp: 'Internet Service Providers, their credits and settings.',
  reseller: 'Resellers and franchisees of an ISP, and their wallets.',
  location: 'Locations and sub locations of the network.',
  lead: 'Possible customers, from the welcome call to the installation.',
  plan: 'Plans and sub plans: what is sold, with which speed, duration and price.',
  customer: 'Customers: who is billed.',
  service: 'Services of customers: credentials, plan, status, bills and usage.',
  'radius/user': 'Subscribers as the network sees them: sessions and logins.',
  'radius/nas': 'Network access servers, and the IP pools on them.',
  'radius/ippool': 'Pools of addresses that the node leases.',
  'radius/ip6pool': 'Pools of IPv6 prefixes that the node leases.',
  backup: 'Backups of the database.',
  [EXTENSIONS]: 'Endpoints beyond the contract, in the same style.',
};

/** The groups in the router's order, extensions last. */
export function tagsOf(operations: readonly Operation[]): { name: string; description: string }[] {
  const names = [...new Set(operations.map(tagOf))].sort((a, b) => Number(a === EXTENSIONS) - Number(b === EXTENSIONS));
  return names.map((name) => ({ name, description: DESCRIPTIONS[name] ?? `Endpoints below \`/${name}\`.` }));
}
