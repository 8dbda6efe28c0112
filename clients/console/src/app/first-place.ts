import type { Me } from '../api/queries.ts';
import { placesFor, type Who } from './navigation.ts';

/** Roles whose day begins elsewhere than at their first place. */
const FIRST: Readonly<Record<string, string>> = {
  Network: '/sessions',
  Sales: '/leads',
  Field: '/field',
  Accounts: '/reports',
  Support: '/subscribers',
  'Accounts,Support': '/subscribers',
  // A field installer.
  'Sales,Support': '/leads',
};

export function firstPlace(who: Who & Pick<Me, 'roles'>): string {
  const places = placesFor(who).map(({ to }) => to);
  const wanted = FIRST[[...who.roles].sort().join()];
  return wanted !== undefined && places.includes(wanted) ? wanted : (places[0] ?? '/account');
}
