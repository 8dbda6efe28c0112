import { type Operation, tagOf } from './openapi-view.ts';

/** Descriptions of the contract's groups. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  server: 'The state and version of the node, and lists that need no credentials.',
  'auth/user': 'Login users: who may call, and with which rights.',
  isp: 'Internet Service Providers, their credits and settings.',
  reseller: 'Resellers and franchisees of an ISP, and their wallets.',
  location: 'Locations and sub locations of the network.',
  lead: 'Possible customers, from the welcome call to the installation.',
  plan: 'Plans and sub plans: the products, with their speed, duration and price.',
  customer: 'Customers: the people and companies that pay the bills.',
  service: 'Services of customers: credentials, plan, status, bills and usage.',
  'radius/user': 'Subscribers as the network sees them: sessions and logins.',
  'radius/nas': 'Network access servers, and the IP pools on them.',
  'radius/ippool': 'Pools of addresses that the node leases.',
  'radius/ip6pool': 'Pools of IPv6 prefixes that the node leases.',
  backup: 'Backups of the database.',
  adjustment: 'Credits, debits and late fees besides the bills of a service.',
  audit: 'Who changed what, and when.',
  billing: 'The billing run.',
  call: 'Telephone calls that the staff took or made.',
  care: 'What voice menus and chat bots ask about a subscriber who calls.',
  dashboard: 'Present figures, and figures of what is due.',
  event: 'A feed of changes, for programs that keep a copy.',
  file: 'Documents of customers, services, leads and tickets.',
  invoice: 'Tax invoices and credit notes, also as PDF.',
  note: 'Notes of the staff about customers and services.',
  notice: 'Messages to subscribers: templates, senders, quiet hours, sent messages.',
  message: 'Messages to many subscribers: preview, sending, progress, opt-outs from advertising.',
  payment: 'Payments, receipts and cancellations.',
  'payment/gateway': 'Payment gateways of an ISP.',
  'payment/order': 'Online payments that subscribers began.',
  radius: 'Log-ins and the reasons for their results.',
  'radius/alert': 'What somebody should look at on the network.',
  'radius/proxy': 'RADIUS servers that forward the log-ins of NASes.',
  'radius/realm': 'The meaning of the part of a username after its @.',
  'radius/trace': 'Who had an address at a moment.',
  report: 'Reports over a period, also as CSV.',
  search: 'Search for customers, services and devices.',
  series: 'Figures over time.',
  session: 'Sessions that are open, and those that ended.',
  subscriber: 'A service with its customer, plan, session and bills in one record.',
  task: 'What the staff is to do, and until when.',
  tax: 'Sellers, tax codes and returns.',
  hotspot: 'Codes for guests of hotspots.',
  incident: 'Faults of the network and planned work, and what their services are given for them.',
  ticket: 'Complaints and other requests, and the queues in which they wait.',
  topupplan: 'Plans for additional data.',
  visit: 'Visits of technicians, and when they can be booked.',
  webhook: 'Events sent to your URLs.',
};

/** The groups in the router's order. */
export function tagsOf(operations: readonly Operation[]): { name: string; description: string }[] {
  const names = [...new Set(operations.map(tagOf))];
  return names.map((name) => ({ name, description: DESCRIPTIONS[name] ?? `Endpoints below \`/${name}\`.` }));
}
