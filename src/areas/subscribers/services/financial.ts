import type { Call } from '../../../core/call.ts';
import { parameterFault } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { passMissedDays } from '../../money/billing/change.ts';

/**
 * The parameters of each call that decide what a service costs or may owe (contract 4.14). `prepaid_postpaid` and
 * `billing_start_day` are chosen when the service is sold; only the ISP changes them later.
 */
const FINANCIAL = {
  create: ['discount_percent', 'discount_amt', 'deposit', 'installation_amt', 'credit_limit'],
  update: ['discount_percent', 'discount_amt', 'billing_start_day', 'prepaid_postpaid'],
} as const;

/** Values of a create that mean the same as leaving the parameter out. */
const NEUTRAL: Readonly<Record<string, number>> = {
  discount_percent: 0,
  discount_amt: 0,
  deposit: 0,
  installation_amt: 0,
};

/**
 * A franchisee sells at its ISP's prices and sets nothing financial. Its values are refused rather than ignored, so that no
 * caller takes them for accepted.
 * @throws Fault of kind `forbidden`
 */
export function refuseFinancialFields<C extends keyof typeof FINANCIAL>(
  scope: Scope,
  call: C,
  input: { readonly [P in (typeof FINANCIAL)[C][number]]?: unknown },
): void {
  if (!scope.franchisee) return;
  const values: Readonly<Record<string, unknown>> = input;
  const isSet = (parameter: string) =>
    values[parameter] !== undefined && !(call === 'create' && Number(values[parameter]) === NEUTRAL[parameter]);
  const parameter = FINANCIAL[call].find(isSet);
  if (parameter) throw parameterFault('forbidden', parameter, 'a franchisee may not set this');
}

/** Days that the service has missed are billed as it was agreed then, before what decides on money changes. */
export async function passBefore(
  tx: Tx,
  call: Pick<Call, 'scope' | 'kernel'>,
  input: { readonly serviceid: number } & { readonly [P in (typeof FINANCIAL)['update'][number]]?: unknown },
): Promise<void> {
  if (FINANCIAL.update.some((parameter) => input[parameter] !== undefined))
    await passMissedDays(tx, call, input.serviceid);
}

/** With a top-up plan, volume and price are the plan's whatever else is given; without one they would be the caller's. */
export function requireTopupPlan(scope: Scope, topupPlanId: number | undefined): void {
  if (scope.franchisee && topupPlanId === undefined)
    throw parameterFault(
      'forbidden',
      'topup_planid',
      'is required: a franchisee sells the top-up plans of its ISP and may not set gb, amt and type',
    );
}
