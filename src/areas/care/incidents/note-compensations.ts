import type { Call } from '../../../core/call.ts';
import type { Tx } from '../../../db/database.ts';
import { nextIds, query, sql } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import type { Changed } from '../../money/billing/change-many.ts';
import type { Compensated } from '../../money/billing/life-cycle/actions/compensate.ts';
import { bookingDayOf } from '../../money/billing/model/booking-day.ts';
import type { Incident } from './find.ts';

/** A service and how many days it was concerned, of which each that began counts. */
export interface Due {
  readonly serviceId: number;
  readonly days: number;
  /** The incident that has compensated it for all of this time. */
  readonly coveredBy: number | null;
}

interface Noting {
  readonly incident: Incident;
  /** What the subscribers read. */
  readonly description: string;
  readonly slice: readonly Due[];
  readonly changed: Changed;
  readonly given: ReadonlyMap<number, Compensated>;
}

const ADJUSTMENT = 'crm.adjustment';

/** Notes what each service of a slice was given, credits as adjustments too. The drafts were saved before. */
export async function noteCompensations(tx: Tx, { scope, kernel }: Call, noting: Noting): Promise<void> {
  const { incident, slice, changed, given } = noting;
  const adjustments = await adjustmentsOf(tx, scope.by, noting);
  const credits = new Map(adjustments.map((each) => [each.serviceId, each]));
  const stamp = { ispId: incident.ispId, incidentId: incident.id, createdAt: kernel.clock.now(), createdBy: scope.by };
  const rows = slice.map((due) => {
    const { serviceId } = due;
    const reason = refusalOf(changed, due);
    const credit = credits.get(serviceId);
    const kind = reason !== null ? 'None' : credit ? 'Credit' : 'Days';
    const days = reason === null ? (given.get(serviceId)?.days ?? 0) : 0;
    return { ...stamp, serviceId, kind, days, amt: credit?.amt ?? null, adjustmentId: credit?.id ?? null, reason };
  });
  if (adjustments.length > 0) insert(tx, ADJUSTMENT, adjustments);
  if (rows.length > 0) insert(tx, 'crm.incident_compensation', rows);
}

async function adjustmentsOf(tx: Tx, createdBy: string, { incident, description, slice, changed, given }: Noting) {
  const credited = slice.flatMap(({ serviceId }) => {
    const [draft, posted] = [changed.drafts.get(serviceId), given.get(serviceId)?.posted];
    return draft && posted ? [{ serviceId, draft, posted }] : [];
  });
  const ids = await nextIds(tx, { [ADJUSTMENT]: credited.length });
  const customers = await customersOf(tx, credited);
  const { ispId, id: incidentId } = incident;
  const shared = { ispId, kind: 'Credit', description, reason: `Incident ${incidentId}`, invoiceId: null, createdBy };
  return credited.map(({ serviceId, draft, posted }) => ({
    ...shared,
    ...{ id: ids.next(ADJUSTMENT), serviceId, resellerId: draft.subscription.resellerId },
    customerId: customers.get(serviceId) ?? 0,
    ...{ amt: posted.amt.toFixed(2), tax: posted.tax.toFixed(2) },
    ...{ postedOn: bookingDayOf(draft), entryId: posted.entry.id ?? 0n },
  }));
}

async function customersOf(tx: Tx, slice: readonly { readonly serviceId: number }[]): Promise<Map<number, number>> {
  const rows = await query<{ id: number; customerId: number }>(
    tx,
    sql`SELECT s.id, s.customer_id AS "customerId" FROM crm.service s
        WHERE s.id = ANY(${slice.map(({ serviceId }) => serviceId)}::int[])`,
  );
  return new Map(rows.map(({ id, customerId }) => [id, customerId]));
}

/** Why a service of the slice was given nothing; null: it was given something. */
export function refusalOf({ drafts, refusals }: Changed, { serviceId, coveredBy }: Due): string | null {
  if (coveredBy !== null) return `incident ${coveredBy} has compensated it for that time`;
  if (drafts.has(serviceId)) return null;
  return refusals.get(serviceId)?.message ?? `service ${serviceId} was deleted`;
}
