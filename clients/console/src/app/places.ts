import type { Permission } from '../api/session.ts';
import type { IconName } from '../ui/icons.tsx';
import type { Words } from '../words/words.ts';

export interface Place {
  readonly to: string;
  readonly name: keyof Words['shell']['screens'];
  readonly icon: IconName;
  readonly group: keyof Words['shell']['groups'];
  /** The permission without which the place is not offered. */
  readonly needs: Permission;
  /** Only for callers of an ISP, or only for server administrators. */
  readonly only?: 'isp' | 'server';
  /** The screens beside each other that make up the place, if it has several. Its permission is then theirs. */
  readonly parts?: readonly Part[];
}

/** A screen of a place. */
export interface Part {
  readonly to: string;
  readonly name: Place['name'];
  readonly needs: Permission;
  /** Another permission without which it is not offered. */
  readonly alsoNeeds?: Permission;
  /** Its records are the ISP's, and no reseller sees them. */
  readonly notReseller?: true;
  /** It is of a whole seller in India, and no Employee limited to locations sees it. */
  readonly gst?: true;
}

/** Every place of the navigation, in its order. */
export const PLACES: readonly Place[] = [
  { to: '/server', name: 'server', icon: 'server', group: 'overview', needs: 'isp.admin', only: 'server' },
  { to: '/dashboard', name: 'dashboard', icon: 'gauge', group: 'overview', needs: 'service.read', only: 'isp' },
  {
    ...{ to: '/reports', name: 'reports', icon: 'chart', group: 'overview', needs: 'service.read', only: 'isp' },
    parts: [
      { to: '/reports', name: 'reports', needs: 'service.read' },
      { to: '/reports/gst', name: 'gstReturn', needs: 'report.read', gst: true },
    ],
  },
  { to: '/subscribers', name: 'subscribers', icon: 'users', group: 'work', needs: 'service.read' },
  {
    ...{ to: '/payments', name: 'payments', icon: 'card', group: 'work', needs: 'payment.read' },
    parts: [
      { to: '/payments', name: 'payments', needs: 'payment.read' },
      { to: '/payments/orders', name: 'orders', needs: 'payment.read' },
    ],
  },
  { to: '/invoices', name: 'invoices', icon: 'receipt', group: 'work', needs: 'payment.read' },
  {
    ...{ to: '/tickets', name: 'tickets', icon: 'ticket', group: 'work', needs: 'ticket.read' },
    parts: [
      { to: '/tickets', name: 'tickets', needs: 'ticket.read' },
      { to: '/tickets/tasks', name: 'tasks', needs: 'note.read' },
    ],
  },
  { to: '/incidents', name: 'incidents', icon: 'alert', group: 'work', needs: 'incident.read' },
  {
    ...{ to: '/visits', name: 'visits', icon: 'pin', group: 'work', needs: 'visit.read', only: 'isp' },
    parts: [
      { to: '/visits', name: 'visits', needs: 'customer.read' },
      { to: '/field', name: 'field', needs: 'visit.write' },
    ],
  },
  {
    ...{ to: '/sessions', name: 'sessions', icon: 'signal', group: 'network', needs: 'session.read' },
    parts: [
      { to: '/sessions', name: 'sessions', needs: 'session.read' },
      { to: '/sessions/rejects', name: 'rejects', needs: 'session.read' },
      { to: '/sessions/trace', name: 'trace', needs: 'session.trace' },
    ],
  },
  { to: '/network', name: 'network', icon: 'network', group: 'network', needs: 'nas.read' },
  { to: '/alerts', name: 'alerts', icon: 'bell', group: 'network', needs: 'nas.read' },
  {
    ...{ to: '/nas', name: 'nas', icon: 'router', group: 'network', needs: 'nas.read' },
    parts: [
      { to: '/nas', name: 'nas', needs: 'nas.read' },
      { to: '/nas/proxies', name: 'proxies', needs: 'nas.read', notReseller: true },
      { to: '/nas/nat', name: 'nat', needs: 'nas.read', notReseller: true },
    ],
  },
  {
    ...{ to: '/pools', name: 'pools', icon: 'pool', group: 'network', needs: 'pool.read' },
    parts: [
      { to: '/pools', name: 'pools', needs: 'pool.read' },
      { to: '/pools/ipv6', name: 'ip6Pools', needs: 'pool.read' },
      { to: '/pools/nas', name: 'nasPools', needs: 'pool.read' },
    ],
  },
  {
    ...{ to: '/hotspot', name: 'hotspot', icon: 'ticket', group: 'network', needs: 'hotspot.read', only: 'isp' },
    parts: [
      { to: '/hotspot', name: 'hotspot', needs: 'hotspot.read' },
      { to: '/hotspot/codes', name: 'hotspotCodes', needs: 'hotspot.read' },
    ],
  },
  { to: '/leads', name: 'leads', icon: 'funnel', group: 'sales', needs: 'lead.read' },
  {
    ...{ to: '/plans', name: 'plans', icon: 'layers', group: 'sales', needs: 'plan.read' },
    parts: [
      { to: '/plans', name: 'plans', needs: 'plan.read' },
      { to: '/plans/topups', name: 'topupPlans', needs: 'plan.read' },
    ],
  },
  { to: '/wallets', name: 'wallets', icon: 'wallet', group: 'administration', needs: 'wallet.read' },
  {
    to: '/locations',
    name: 'locations',
    icon: 'pin',
    group: 'administration',
    needs: 'location.write',
    only: 'isp',
  },
  {
    ...{ to: '/ticket-settings', name: 'ticketSettings', icon: 'ticket', group: 'administration' },
    ...{ needs: 'ticket.manage', only: 'isp' },
    parts: [
      { to: '/ticket-settings', name: 'queues', needs: 'ticket.manage' },
      { to: '/ticket-settings/categories', name: 'categories', needs: 'ticket.manage', notReseller: true },
      { to: '/ticket-settings/limits', name: 'timeLimits', needs: 'ticket.manage', notReseller: true },
      { to: '/ticket-settings/hours', name: 'workingHours', needs: 'ticket.manage', notReseller: true },
      // Technicians report their visits; dispatchers, who see customers, also say when one can be booked.
      { to: '/ticket-settings/visits', name: 'visitHours', needs: 'visit.write', alsoNeeds: 'customer.read' },
    ],
  },
  { to: '/users', name: 'users', icon: 'key', group: 'administration', needs: 'user.read' },
  { to: '/audit', name: 'audit', icon: 'history', group: 'administration', needs: 'audit.read' },
  {
    ...{ to: '/notices', name: 'notices', icon: 'mail', group: 'administration', needs: 'notice.read', only: 'isp' },
    parts: [
      { to: '/notices', name: 'notices', needs: 'notice.read' },
      { to: '/notices/messages', name: 'messages', needs: 'notice.read' },
      { to: '/notices/many', name: 'broadcasts', needs: 'message.broadcast' },
      { to: '/notices/channels', name: 'channels', needs: 'notice.read' },
    ],
  },
  {
    ...{
      to: '/settings',
      name: 'settings',
      icon: 'gear',
      group: 'administration',
      needs: 'settings.read',
      only: 'isp',
    },
    parts: [
      { to: '/settings', name: 'settings', needs: 'settings.read' },
      { to: '/settings/taxes', name: 'taxes', needs: 'settings.read' },
      { to: '/settings/gateways', name: 'gateways', needs: 'gateway.read' },
      { to: '/settings/webhooks', name: 'webhooks', needs: 'event.read' },
    ],
  },
  { to: '/isps', name: 'isps', icon: 'building', group: 'administration', needs: 'isp.admin', only: 'server' },
];
