import type { Me } from '../api/queries.ts';
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
}

/** Every place of the navigation, in its order. */
const PLACES: readonly Place[] = [
  { to: '/server', name: 'server', icon: 'server', group: 'overview', needs: 'isp.admin', only: 'server' },
  { to: '/dashboard', name: 'dashboard', icon: 'gauge', group: 'overview', needs: 'service.read', only: 'isp' },
  { to: '/reports', name: 'reports', icon: 'chart', group: 'overview', needs: 'service.read', only: 'isp' },
  { to: '/subscribers', name: 'subscribers', icon: 'users', group: 'work', needs: 'service.read' },
  { to: '/payments', name: 'payments', icon: 'card', group: 'work', needs: 'payment.read' },
  { to: '/invoices', name: 'invoices', icon: 'receipt', group: 'work', needs: 'payment.read' },
  { to: '/sessions', name: 'sessions', icon: 'signal', group: 'network', needs: 'session.read' },
  { to: '/nas', name: 'nas', icon: 'router', group: 'network', needs: 'nas.read' },
  { to: '/pools', name: 'pools', icon: 'pool', group: 'network', needs: 'pool.read' },
  { to: '/leads', name: 'leads', icon: 'funnel', group: 'sales', needs: 'lead.read' },
  { to: '/plans', name: 'plans', icon: 'layers', group: 'sales', needs: 'plan.read' },
  { to: '/wallets', name: 'wallets', icon: 'wallet', group: 'administration', needs: 'wallet.read' },
  {
    to: '/locations',
    name: 'locations',
    icon: 'pin',
    group: 'administration',
    needs: 'location.write',
    only: 'isp',
  },
  { to: '/users', name: 'users', icon: 'key', group: 'administration', needs: 'user.read' },
  { to: '/audit', name: 'audit', icon: 'history', group: 'administration', needs: 'audit.read' },
  { to: '/settings', name: 'settings', icon: 'gear', group: 'administration', needs: 'settings.read', only: 'isp' },
  { to: '/isps', name: 'isps', icon: 'building', group: 'administration', needs: 'isp.admin', only: 'server' },
];

/** What the caller may see. What it may not is not offered. */
export function placesFor(who: Pick<Me, 'permissions' | 'groupname'>): readonly Place[] {
  const kind = who.groupname === 'Server' ? 'server' : 'isp';
  return PLACES.filter(({ needs, only }) => who.permissions.includes(needs) && (only === undefined || only === kind));
}

/** Roles whose day begins elsewhere than at their first place. */
const FIRST: Readonly<Record<string, string>> = {
  Network: '/sessions',
  Sales: '/leads',
  Support: '/subscribers',
  'Accounts,Support': '/subscribers',
  // A field installer.
  'Sales,Support': '/leads',
};

export function firstPlace(who: Pick<Me, 'permissions' | 'groupname' | 'roles'>): string {
  const places = placesFor(who).map(({ to }) => to);
  const wanted = FIRST[[...who.roles].sort().join()];
  return wanted !== undefined && places.includes(wanted) ? wanted : (places[0] ?? '/account');
}
