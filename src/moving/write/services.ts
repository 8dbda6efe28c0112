import { isIPv4 } from 'node:net';
import { Decimal } from 'decimal.js';
import { changeStatus } from '../../areas/billing/life-cycle/actions/status.ts';
import { suspend } from '../../areas/billing/life-cycle/actions/suspension.ts';
import { postOpeningBalance, takeOver } from '../../areas/billing/life-cycle/actions/take-over.ts';
import { advanceToToday } from '../../areas/billing/life-cycle/time/time-rules.ts';
import type { Draft, DraftEntry } from '../../areas/billing/model/draft.ts';
import { activate } from '../../areas/services/activate.ts';
import { type NewService, newService } from '../../areas/services/create.ts';
import { createServices, type WantedService } from '../../areas/services/create-many.ts';
import { badParameter, Fault } from '../../core/fault.ts';
import { randomCode } from '../../core/random-code.ts';
import { isDay } from '../../core/zone.ts';
import { insertion, query, send, sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { inputOf } from '../csv/columns.ts';
import type { ImportRun } from '../run.ts';
import { type Fate, refused, type SourceRow } from '../source-row.ts';
import { filled } from './customers.ts';
import { PRESENT, type Writer } from './each.ts';
import { PlanRefs } from './plan-refs.ts';

const refs = new WeakMap<ImportRun, PlanRefs>();

interface Candidate extends WantedService {
  readonly row: SourceRow;
  readonly balance: Decimal;
  readonly newPassword: string | undefined;
  /** It has not begun: it waits for its first payment, or for its first day. */
  waits?: boolean;
  /** Of an advance, once it is posted. */
  advance?: { readonly draft: Draft; readonly entry: DraftEntry };
}

/** Services with what they owe or have paid in advance, and the period that the system before has sold. */
export const writeServices: Writer = async (tx, run, rows) => {
  const keysOf = (value: 'key' | 'customer') =>
    rows.map((row) => (value === 'key' ? row.key : (row.values[value] ?? '')));
  const [known, customers] = [
    await run.keys.find(tx, 'service', keysOf('key')),
    await run.keys.find(tx, 'customer', keysOf('customer')),
  ];
  const fates: Fate[] = [];
  const candidates = new Map<number, Candidate>();
  const pools = await poolsOf(tx, run, rows);
  for (const [at, row] of rows.entries()) {
    const found = known.has(row.key) ? PRESENT : await candidateOf(tx, run, { row, customers, pools });
    if ('outcome' in found) fates[at] = found;
    else candidates.set(at, found);
  }
  const services = [...candidates.values()];
  const results = await createServices(tx, run.call, services);
  const made = new Map<string, number>();
  for (const [index, at] of [...candidates.keys()].entries()) {
    const [result, candidate] = [results[index], services[index]];
    if (result instanceof Fault) fates[at] = refused(result.message);
    else if (candidate) {
      made.set(candidate.row.key, result ?? 0);
      fates[at] = imported(candidate);
    }
  }
  savePayments(tx, services);
  run.keys.add(tx, 'service', made);
  return fates;
};

/** The pools of static addresses, by address: an address is in one pool of the ISP. */
async function poolsOf(tx: Tx, run: ImportRun, rows: readonly SourceRow[]): Promise<Map<string, string>> {
  const addresses = rows.flatMap(({ values: { staticip } }) =>
    staticip && isIPv4(staticip.trim()) ? [staticip.trim()] : [],
  );
  if (addresses.length === 0) return new Map();
  const found = await query<{ ip: string; name: string }>(
    tx,
    sql`SELECT host(a.ip) AS ip, p.name FROM radius.ip_address a JOIN radius.ip_pool p ON p.id = a.pool_id
        WHERE a.isp_id = ${run.call.owner.ispId} AND a.ip = ANY(${addresses}::inet[])`,
  );
  return new Map(found.map(({ ip, name }) => [ip, name]));
}

function imported({ newPassword, waits }: Candidate): Fate {
  const reason = waits
    ? 'it has not begun: it waits for its first payment, as the source knows no day that it is paid up to'
    : '';
  return { outcome: 'imported', reason, ...(newPassword === undefined ? {} : { newPassword }) };
}

async function candidateOf(
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
    const values = filled(row.values);
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
        ...(newPassword === undefined ? {} : { password: newPassword }),
        ...(values.valid_from === undefined ? {} : { bill_from: values.valid_from }),
      },
      { ...offer, customerid },
    );
    const balance = balanceOf(values.balance);
    const validUpto = dayOf(values.valid_upto ?? defaults.valid_upto);
    const candidate: Candidate = { row, input, balance, newPassword, begin: (draft) => begin(draft, candidate, terms) };
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
  if (validUpto !== undefined) advanceToToday(draft);
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

/** The payments of advances: their days and ways are those of the system before, so they say only what they are. */
function savePayments(tx: Tx, services: readonly (Candidate & { readonly input: NewService })[]): void {
  const rows = services.flatMap(({ advance, balance, input }) => {
    if (!advance) return [];
    const { subscription, context } = advance.draft;
    return [
      {
        isp_id: subscription.ispId,
        reseller_id: subscription.resellerId,
        customer_id: input.customerid,
        service_id: subscription.id,
        amt: balance.negated().toFixed(2),
        mode: 'Bank',
        status: 'Paid',
        paid_on: context.today,
        ref_no: 'Opening balance',
        entry_id: String(advance.entry.id ?? 0n),
        created_at: context.now,
        created_by: context.by,
      },
    ];
  });
  // The primary key is a default of the column, so that it is not among the columns of the rows.
  send(tx, insertion('crm.payment', rows));
}
