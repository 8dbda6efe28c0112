import { Decimal } from 'decimal.js';
import { changeStatus } from '../../areas/money/billing/life-cycle/actions/status.ts';
import { suspend } from '../../areas/money/billing/life-cycle/actions/suspension.ts';
import { postOpeningBalance, takeOver } from '../../areas/money/billing/life-cycle/actions/take-over.ts';
import { applyDay } from '../../areas/money/billing/life-cycle/time/time-rules.ts';
import type { Draft, DraftEntry } from '../../areas/money/billing/model/draft.ts';
import { activate } from '../../areas/subscribers/services/activate.ts';
import type { WantedService } from '../../areas/subscribers/services/create-many.ts';
import { newService } from '../../areas/subscribers/services/new-service.ts';
import { randomCode } from '../../core/access/random-code.ts';
import { badParameter, Fault } from '../../core/fault.ts';
import { isDay } from '../../core/zone.ts';
import type { Tx } from '../../db/tx.ts';
import { inputOf } from '../csv/columns.ts';
import type { ImportRun } from '../run.ts';
import { type Fate, refused, type SourceRow } from '../source-row.ts';
import { filled } from './customers.ts';
import { PlanRefs } from './plan-refs.ts';

const refs = new WeakMap<ImportRun, PlanRefs>();

export interface Candidate extends WantedService {
  readonly row: SourceRow;
  readonly balance: Decimal;
  readonly newPassword: string | undefined;
  /** The device that logs in to it without a password. */
  readonly mac: string | undefined;
  /** It has not begun: it waits for its first payment, or for its first day. */
  waits?: boolean;
  /** Of an advance, once it is posted. */
  advance?: { readonly draft: Draft; readonly entry: DraftEntry };
}

interface Known {
  readonly row: SourceRow;
  readonly customers: ReadonlyMap<string, number>;
  readonly pools: ReadonlyMap<string, string>;
}

/** A row with what the mapping and earlier rows know of it; or why it cannot be imported. */
export async function candidateOf(tx: Tx, run: ImportRun, { row, customers, pools }: Known): Promise<Candidate | Fate> {
  try {
    const { defaults } = run.mapping;
    const { identity_mac: mac, ...values } = filled(row.values);
    const customerid = customers.get(values.customer ?? '');
    if (customerid === undefined)
      throw badParameter('customer', `its customer ${values.customer ?? ''} was not imported`);
    const plans = refs.get(run) ?? new PlanRefs(run);
    refs.set(run, plans);
    const plan = values.plan ?? defaults.plan;
    if (plan === undefined)
      throw badParameter('plan', 'is unknown, and the mapping file names no plan under defaults.plan');
    const offer = await plans.find(tx, plan, values.subplan);
    const newPassword = values.new_password === 'Y' ? randomCode() : undefined;
    // A device proves nothing by its password, so nobody is told it.
    const password = newPassword ?? (mac === undefined ? values.password : randomCode());
    const input = inputOf(
      newService,
      {
        ...defaultsOf(run, values, pools),
        ...values,
        ...(password === undefined ? {} : { password }),
        ...(values.valid_from === undefined ? {} : { bill_from: values.valid_from }),
      },
      { ...offer, customerid },
    );
    const balance = balanceOf(values.balance);
    const terms = { validUpto: dayOf(values.valid_upto ?? defaults.valid_upto), status: values.status };
    const made = { row, input, balance, newPassword, mac };
    const candidate: Candidate = { ...made, begin: (draft) => begin(draft, candidate, terms) };
    return candidate;
  } catch (error) {
    if (error instanceof Fault) return refused(error.message);
    throw error;
  }
}

/** What the mapping says of all services, and the pool of a static address. */
function defaultsOf({ mapping }: ImportRun, { staticip, ippool: named }: SourceRow['values'], pools: Known['pools']) {
  const { location_code, sub_location_code, protocol, connectivity, prepaid_postpaid } = mapping.defaults;
  const ippool = pools.get(staticip ?? '');
  if (staticip !== undefined && (named ?? ippool) === undefined)
    throw badParameter('staticip', `${staticip} is in no IP pool: name one under pools in the mapping file`);
  return { location_code, sub_location_code, protocol, connectivity, prepaid_postpaid, ippool };
}

function begin(
  draft: Draft,
  candidate: Candidate,
  { validUpto, status }: { validUpto: string | undefined; status: string | undefined },
): void {
  const entry = postOpeningBalance(draft, candidate.balance);
  if (entry) candidate.advance = { draft, entry };
  if (validUpto !== undefined) takeOver(draft, validUpto);
  // Since then it could not log in, so nothing of that time is billed.
  if (validUpto !== undefined && validUpto < draft.context.today && status !== 'Active') changeStatus(draft, 'NPD');
  if (validUpto !== undefined) applyDay(draft);
  else if (status !== 'NewRequest') activate(draft);
  candidate.waits = draft.subscription.status === 'NewRequest';
  if (status === 'Suspend' && draft.subscription.status !== 'NewRequest') suspend(draft);
}

/** What it owes above 0, what it has paid in advance below. */
function balanceOf(text = '0'): Decimal {
  if (!/^-?\d{1,10}(\.\d{1,2})?$/.test(text.trim()))
    throw badParameter('balance', 'must be an amount with at most two decimals, below 0 for an advance');
  return new Decimal(text.trim());
}

function dayOf(text: string | undefined): string | undefined {
  if (text !== undefined && !isDay(text)) throw badParameter('valid_upto', 'must be a date such as 2027-02-01');
  return text;
}
