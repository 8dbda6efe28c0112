import { useQuery } from '@tanstack/react-query';
import type { Row } from '../api/client.ts';
import { ask, askRows } from '../api/queries.ts';
import { useMay, useMe } from '../api/session.ts';
import type { Choice } from './form-fields.ts';
import { money } from './money.ts';

/** Records as choices of a form. Lists that nobody reads through are cut at a hundred. */
const MAX_CHOICES = 100;

/** Who may own a record: the ISP itself, or one of its resellers. Undefined: the caller owns what it makes. */
export function useOwners(): readonly Choice[] | undefined {
  const { reseller, isp } = useMe();
  const may = useMay();
  const isOffered = isp !== null && reseller === null && may('reseller.read');
  const resellers = useQuery({
    ...askRows('reseller.list', { rows_limit: MAX_CHOICES, sort_field: 'name' }),
    enabled: isOffered,
  });
  if (!isOffered) return undefined;
  const own = { value: '0', label: isp.name };
  return [own, ...(resellers.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))];
}

export type Plan = Row<'plan.list'>;

/** The plans on sale that a customer of a reseller may have; of the ISP itself for 0. */
export function usePlans(resellerid: number): readonly Plan[] {
  const plans = useQuery(askRows('plan.list', { enabled: true, rows_limit: MAX_CHOICES, sort_field: 'name' }));
  return (plans.data ?? []).filter((plan) => plan.resellerid === 0 || plan.resellerid === resellerid);
}

export type Subplan = Row<'plan.subplan_list'>;

export function useSubplans(planid: number): readonly Subplan[] {
  const subplans = useQuery({
    ...askRows('plan.subplan_list', { planid, rows_limit: MAX_CHOICES }),
    enabled: planid > 0,
  });
  return subplans.data ?? [];
}

export const planChoice = ({ id, name }: Plan): Choice => ({ value: String(id), label: name });

export const subplanChoice = ({ id, name, price }: Subplan): Choice => ({
  value: String(id),
  label: `${name} · ${money(price)}`,
});

export function useLocations(): readonly Choice[] {
  const may = useMay();
  const locations = useQuery({ ...ask('location.list', {}), enabled: may('location.read') });
  return (locations.data ?? []).map(({ location_code: value, location }) => ({ value, label: location }));
}

export function useSubLocations(location_code: string): readonly Choice[] {
  const isAsked = location_code !== '';
  const subs = useQuery({ ...ask('location.sublocation', { location_code }), enabled: isAsked });
  return (subs.data ?? []).map(({ sub_location_code: value, sub_location }) => ({ value, label: sub_location }));
}

/** The names of the RADIUS pools. */
export function usePools(): readonly Choice[] {
  const may = useMay();
  const pools = useQuery({ ...askRows('ippool.list', { rows_limit: MAX_CHOICES }), enabled: may('pool.read') });
  const names = new Set((pools.data ?? []).map(({ pool_name }) => pool_name));
  return [...names].map((value) => ({ value, label: value }));
}
