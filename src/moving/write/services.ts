import { isIPv4 } from 'node:net';
import { bookingDayOf } from '../../areas/money/billing/model/booking-day.ts';
import { createServices } from '../../areas/subscribers/services/create-many.ts';
import type { NewService } from '../../areas/subscribers/services/new-service.ts';
import { Fault } from '../../core/fault.ts';
import { query, sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { insert } from '../../db/write.ts';
import type { ImportRun } from '../run.ts';
import { type Fate, refused, type SourceRow } from '../source-row.ts';
import { PRESENT, type Writer } from './each.ts';

import { type Candidate, candidateOf } from './service-candidate.ts';

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
  saveIdentities(tx, run, services, made);
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
    ? 'it has not begun: the source does not say until when it is paid, so it waits for its first payment'
    : '';
  return { outcome: 'imported', reason, ...(newPassword === undefined ? {} : { newPassword }) };
}

/** The MAC addresses of devices that log in without a password. One that another service has is refused by the database. */
function saveIdentities(
  tx: Tx,
  { call: { scope, owner } }: ImportRun,
  services: readonly Candidate[],
  made: ReadonlyMap<string, number>,
): void {
  const rows = services.flatMap(({ mac, row: { key } }) => {
    const serviceId = made.get(key);
    if (mac === undefined || serviceId === undefined) return [];
    return [{ ispId: owner.ispId, serviceId, mac, createdAt: new Date(), createdBy: scope.by }];
  });
  insert(tx, 'crm.service_identity', rows);
}

/** The payments of advances: their days and ways are those of the system before, so they say only what they are. */
function savePayments(tx: Tx, services: readonly (Candidate & { readonly input: NewService })[]): void {
  const rows = services.flatMap(({ advance, balance, input }) => {
    if (!advance) return [];
    const { subscription, context } = advance.draft;
    return [
      {
        ispId: subscription.ispId,
        resellerId: subscription.resellerId,
        customerId: input.customerid,
        serviceId: subscription.id,
        amt: balance.negated().toFixed(2),
        mode: 'Bank',
        status: 'Paid',
        paidOn: bookingDayOf(advance.draft),
        refNo: 'Opening balance',
        entryId: advance.entry.id ?? 0n,
        createdAt: context.now,
        createdBy: context.by,
      },
    ];
  });
  insert(tx, 'crm.payment', rows);
}
