import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Path, Row } from '../api/client.ts';
import { formOf } from '../api/forms.ts';
import { ask, askRows } from '../api/queries.ts';
import { useMay, useMe } from '../api/session.ts';
import type { Choice, FieldSpec, Source } from './form-fields.ts';
import { money } from './money.ts';
import { sourceOf } from './source.ts';

const named = ({ id, name }: { id: number; name: string }): Choice => ({ value: String(id), label: name });
const byId = (value: string) => ({ id: Number(value) });
/** A filter that takes `%`. */
const like = (text: string) => `%${text.replaceAll('%', '')}%`;

const SORTED = { sort_field: 'name' };

export const RESELLERS = sourceOf({
  path: 'reseller.list',
  lists: [SORTED],
  finds: (name) => ({ name }),
  has: (value) => ({ resellerid: Number(value) }),
  choice: named,
});

/** Who may own a record: the ISP itself, or one of its resellers. Undefined: the caller owns what it makes. */
export function useOwners(): Source | undefined {
  const { reseller, isp } = useMe();
  const isOffered = useMay()('reseller.read') && reseller === null;
  const ispName = isp?.name;
  return useMemo(
    () => (isOffered && ispName !== undefined ? { ...RESELLERS, first: [{ value: '0', label: ispName }] } : undefined),
    [isOffered, ispName],
  );
}

interface OwnerFields {
  readonly fields: readonly FieldSpec[];
  readonly fixed: Readonly<Record<string, unknown>>;
}

/** Who owns a new record, as far as its form asks: chosen by an ISP, the reseller itself, named by the administrator of the server. */
export function useOwnerFields(path: Path): OwnerFields {
  const { reseller, isp } = useMe();
  const owners = useOwners();
  const shape = formOf(path);
  const isOwned = shape.resellerid !== undefined;
  if (!isp) {
    const fields = shape.ispid ? [{ name: 'ispid', required: true }] : [];
    return { fields, fixed: isOwned ? { resellerid: 0 } : {} };
  }
  if (!isOwned) return { fields: [], fixed: {} };
  if (reseller) return { fields: [], fixed: { resellerid: reseller.resellerid } };
  return owners
    ? { fields: [{ name: 'resellerid', source: owners, initial: '0', required: true }], fixed: {} }
    : { fields: [], fixed: { resellerid: 0 } };
}

export type Plan = Row<'plan.list'>;

/** The plans on sale that a customer of a reseller may have; of the ISP itself for 0. */
export function usePlans(resellerid: number): Source {
  return useMemo(() => {
    const owners = resellerid === 0 ? [0] : [0, resellerid];
    return sourceOf({
      path: 'plan.list',
      lists: owners.map((owner) => ({ enabled: true, resellerid: owner, ...SORTED })),
      finds: (name) => ({ name }),
      has: byId,
      choice: named,
    });
  }, [resellerid]);
}

export function usePlan(id: number): { readonly plan: Plan | undefined; readonly isLoading: boolean } {
  const { data, isLoading } = useQuery({ ...askRows('plan.list', { id }), enabled: id > 0 });
  return { plan: data?.[0], isLoading };
}

export type Subplan = Row<'plan.subplan_list'>;

/** Of one plan there are few. */
const MAX_SUBPLANS = 100;

export function useSubplans(planid: number): { readonly subplans: readonly Subplan[]; readonly isLoading: boolean } {
  const { data, isLoading } = useQuery({
    ...askRows('plan.subplan_list', { planid, rows_limit: MAX_SUBPLANS }),
    enabled: planid > 0,
  });
  return { subplans: data ?? [], isLoading };
}

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

/** On sale or not. */
export const PLANS = sourceOf({
  path: 'plan.list',
  lists: [SORTED],
  finds: (name) => ({ name }),
  has: byId,
  choice: named,
});

/** RADIUS pools, by their names. */
export const POOLS = sourceOf({
  path: 'ippool.list',
  finds: (text) => ({ pool_name: like(text) }),
  has: (pool_name) => ({ pool_name }),
  choice: ({ pool_name }) => ({ value: pool_name, label: pool_name }),
});

/** Pools that are configured on NASes. */
export const NAS_POOLS = sourceOf({
  path: 'nas.ippool_list',
  finds: (text) => ({ name: like(text) }),
  has: byId,
  choice: named,
});

export const NASES = sourceOf({
  path: 'nas.list',
  finds: (text) => ({ name: like(text) }),
  has: byId,
  choice: ({ id, name, ip }) => ({ value: String(id), label: `${name} · ${ip}` }),
});

export const PROXIES = sourceOf({
  path: 'proxy.list',
  finds: (text) => ({ name: like(text) }),
  has: byId,
  choice: named,
});

/** Services by their usernames. */
export const SERVICES = sourceOf({
  path: 'service.list',
  finds: (text) => ({ username: `${text.replaceAll('%', '')}%` }),
  has: (value) => ({ serviceid: Number(value) }),
  choice: ({ serviceid, username }) => ({ value: String(serviceid), label: username }),
});

/** Login users by their names. */
export const USERS = sourceOf({
  path: 'user.list',
  finds: (text) => ({ username: like(text) }),
  has: (username) => ({ username }),
  choice: ({ username }) => ({ value: username, label: username }),
});
