import type { AccessCause } from '../../core/vocabulary/access.ts';
import type { Isp } from '../state/directory/isp.ts';
import type { ServiceFacts } from '../state/directory/service.ts';

/** What a service is entitled to at a moment. */
export type Entitlement =
  /** No access at all. */
  | { readonly access: 'none'; readonly cause: AccessCause; readonly why: string }
  /** The plan, until the calendar alone changes that (milliseconds). */
  | { readonly access: 'plan'; readonly until: number | null }
  /** The plan's addresses at the ISP's reduced rate. */
  | { readonly access: 'reduced'; readonly until: number | null; readonly cause: AccessCause; readonly why: string }
  /** The blocked pool, or no access, as the ISP has set. */
  | { readonly access: 'blocked'; readonly cause: AccessCause; readonly why: string };

type Facts = Pick<
  ServiceFacts,
  'status' | 'prepaid' | 'exhausted' | 'validUpto' | 'graceUpto' | 'promiseUpto' | 'problemUpto' | 'isp'
>;

/** The access of each status of a service, and at the end of its validity. */
export function entitlementOf(service: Facts, now: number): Entitlement {
  switch (service.status) {
    case 'NewRequest':
      return { access: 'none', cause: 'new', why: 'the service has not begun yet' };
    case 'Suspend':
      return { access: 'blocked', cause: 'suspended', why: 'the service is suspended' };
    case 'NPD':
      return { access: 'blocked', cause: 'unpaid', why: 'the service is not paid' };
    case 'Active':
    case 'NP':
      return runningEntitlement(service, now);
  }
}

function runningEntitlement(service: Facts, now: number): Entitlement {
  if (service.exhausted) return { access: 'blocked', cause: 'volume', why: 'the data volume is used up' };
  const { isp, status } = service;
  const valid = endOf(service.validUpto, isp);
  const promise = endOf(service.promiseUpto, isp);
  // A postpaid service continues: its next period opens by itself. A promise to pay extends a prepaid one.
  const isOver = service.prepaid && valid !== null && now >= valid && (promise === null || now >= promise);
  if (isOver) return { access: 'blocked', cause: 'expired', why: `the validity ended with ${service.validUpto}` };
  const problem = endOf(service.problemUpto, isp);
  if (problem !== null && now >= problem)
    return {
      access: 'blocked',
      cause: 'unbilled',
      why: `the service could not be billed, and its access ended with ${service.problemUpto}`,
    };
  if (status === 'Active') return { access: 'plan', until: firstAfter(now, [valid, promise, problem]) };
  const grace = endOf(service.graceUpto, isp);
  if (grace !== null && now >= grace)
    return { access: 'blocked', cause: 'unpaid', why: `the days of grace ended with ${service.graceUpto}` };
  const until = firstAfter(now, [valid, grace, problem]);
  return { access: 'reduced', until, cause: 'overdue', why: 'payment is overdue' };
}

function endOf(day: string | null, isp: Isp): number | null {
  return day === null ? null : isp.endOfDay(day);
}

function firstAfter(now: number, moments: readonly (number | null)[]): number | null {
  let first: number | null = null;
  for (const moment of moments) {
    if (moment !== null && moment > now && (first === null || moment < first)) first = moment;
  }
  return first;
}
