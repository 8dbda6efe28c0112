import { Decimal } from 'decimal.js';
import { changeStatus } from '../../areas/billing/life-cycle/actions/status.ts';
import { suspend } from '../../areas/billing/life-cycle/actions/suspension.ts';
import { postOpeningBalance, takeOver } from '../../areas/billing/life-cycle/actions/take-over.ts';
import { applyDay } from '../../areas/billing/life-cycle/time/time-rules.ts';
import type { Draft, DraftEntry } from '../../areas/billing/model/draft.ts';
import { activate } from '../../areas/services/activate.ts';
import { newService } from '../../areas/services/create.ts';
import type { WantedService } from '../../areas/services/create-many.ts';
import { badParameter, Fault } from '../../core/fault.ts';
import { randomCode } from '../../core/random-code.ts';
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

/** A row with what the mapping and earlier rows know of it; or why it cannot be imported. */
export async function candidateOf(
  tx: Tx,
  run: ImportRun,
  {
    row,
    customers,
    pools,
  }: { row: SourceRow; customers: ReadonlyMap<string, number>; pools: ReadonlyMap<string, string> },
): Promise<Candidate | Fate> {
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
      throw badParameter('plan', 'is not known, and the mapping file names none under defaults.plan');
    const offer = await plans.find(tx, plan, values.subplan);
    const newPassword = values.new_password === 'Y' ? randomCode() : undefined;
    const { location_code, sub_location_code, protocol, connectivity, prepaid_postpaid } = defaults;
    const ippool = pools.get(values.staticip ?? '');
    if (values.staticip !== undefined && (values.ippool ?? ippool) === undefined)
      throw badParameter('staticip', `${values.staticip} is in no IP pool: name one under pools in the mapping file`);
    const known = { location_code, sub_location_code, protocol, connectivity, prepaid_postpaid, ippool };
    const input = inputOf(
      newService,
      {
        ...known,
        ...values,
        // Nobody knows it: the device proves nothing by it.
        ...(mac === undefined ? {} : { password: randomCode() }),
        ...(newPassword === undefined ? {} : { password: newPassword }),
        ...(values.valid_from === undefined ? {} : { bill_from: values.valid_from }),
      },
      { ...offer, customerid },
    );
    const balance = balanceOf(values.balance);
    const validUpto = dayOf(values.valid_upto ?? defaults.valid_upto);
    const candidate: Candidate = {
      row,
      input,
      balance,
      newPassword,
      mac,
      begin: (draft) => begin(draft, candidate, terms),
    };
    const terms = { validUpto, status: values.status };
    return candidate;
  } catch (error) {
    if (error instanceof Fault) return refused(error.message);
    throw error;
  }
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
  if (text !== undefined && !isDay(text)) throw badParameter('valid_upto', 'must be a day such as 2027-02-01');
  return text;
}
