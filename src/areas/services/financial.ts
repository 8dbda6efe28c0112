import { Fault } from '../../core/fault.ts';
import type { Scope } from '../../core/scope.ts';

/**
 * What of a service is a matter of its price and of what it may owe (contract 4.14), in each call that takes it. How it is
 * billed is chosen when it is sold, and changed by the ISP.
 */
const FINANCIAL = {
  create: ['discount_percent', 'discount_amt', 'deposit', 'installation_amt', 'credit_limit'],
  update: ['discount_percent', 'discount_amt', 'billing_start_day', 'prepaid_postpaid'],
} as const;

/** The same as leaving the parameter out, in a new service. */
const UNSAID: Readonly<Record<string, number>> = {
  discount_percent: 0,
  discount_amt: 0,
  deposit: 0,
  installation_amt: 0,
};

/**
 * A franchisee leaves prices to its ISP: its users sell what the price list has and set nothing financial. What they set is
 * refused, so that nobody believes it was taken.
 * @throws Fault of kind `forbidden`
 */
export function refuseFinancials<C extends keyof typeof FINANCIAL>(
  scope: Scope,
  call: C,
  input: { readonly [P in (typeof FINANCIAL)[C][number]]?: unknown },
): void {
  if (!scope.franchisee) return;
  const given: Readonly<Record<string, unknown>> = input;
  const isSaid = (parameter: string) =>
    given[parameter] !== undefined && !(call === 'create' && Number(given[parameter]) === UNSAID[parameter]);
  const parameter = FINANCIAL[call].find(isSaid);
  if (parameter) throw new Fault('forbidden', `${parameter}: a franchisee may not set it`);
}

/** A top-up that names a plan has the volume and the price of the plan, whatever else is said. */
export function refuseOwnTopup(scope: Scope, topupPlanId: number | undefined): void {
  if (scope.franchisee && topupPlanId === undefined)
    throw new Fault(
      'forbidden',
      'topup_planid: is required; a franchisee sells the top-up plans of its ISP, and may not set gb, amt and type',
    );
}
