import type { Api } from '../../../../fixtures/api.ts';
import { makeTenant, serviceFields, type Tenant } from '../../../../fixtures/tenants.ts';

export interface SampleLedger extends Tenant {
  /** Charged 500.00 for its installation, which is not invoiced; holds a deposit of 300.00. */
  readonly uninvoiced: number;
  /** Charged, invoiced and paid in part, in cash; a second payment was cancelled. */
  readonly invoiced: number;
  readonly invoiceid: number;
}

/** An ISP with at least one item for every check: made by calls, plus documents based on them. */
export async function makeSampleLedger(api: Api): Promise<SampleLedger> {
  const tenant = await makeTenant(api);
  const { ispid, resellerid, customerid, planid, subplanid, me } = tenant;
  for (const [action, amt] of [
    ['TopUp', 1000],
    ['Settlement', 250],
    ['Adj', -12.5],
  ] as const)
    await api.ok('reseller/wallet_update', { resellerid, action, amt }, me);
  await api.ok('isp/credits_update', { ispid, action: 'Add', credits: 100 }, api.admin);
  await api.ok('isp/credits_update', { ispid, action: 'Less', credits: 5 }, api.admin);
  const service = (username: string) => ({
    ...serviceFields,
    customerid,
    planid,
    subplanid,
    username: `${username}${ispid}`,
    installation_amt: 500,
  });
  const uninvoiced = await api.ok<number>('service/create', { ...service('open'), deposit: 300 }, me);
  const invoiced = await api.ok<number>('service/create', service('billed'), me);
  await transfer(api, tenant, service('advance'));
  const invoiceid = await invoice(api, invoiced);
  await api.db.pool.query("INSERT INTO crm.invoice_series VALUES ($1, 0, 'sample', 'T', 1)", [ispid]);
  const first = await payment(api, { serviceid: invoiced, collector: me.userid, amt: 200 });
  await api.db.pool.query('UPDATE crm.invoice SET paid_amt = 200 WHERE id = $1', [invoiceid]);
  const second = await payment(api, { serviceid: invoiced, collector: me.userid, amt: 70 });
  await cancelPayment(api, second);
  await adjust(api, tenant);
  if (first === second) throw new Error('two payments have one id');
  return { ...tenant, uninvoiced, invoiced, invoiceid };
}

/** The tenant's own service: a debit and a credit on one invoice, and a credit of that. */
async function adjust(api: Api, { serviceid, me }: Tenant): Promise<void> {
  const adjustment = { serviceid, reason: 'sample' };
  await api.ok('service/adjust', { ...adjustment, type: 'Debit', amt: 100 }, me);
  await api.ok('service/adjust', { ...adjustment, type: 'Credit', amt: 10 }, me);
  const [made] = await api.ok<{ id: string }[]>('invoice/list', { serviceid }, me);
  await api.ok('service/adjust', { ...adjustment, type: 'Credit', amt: 20, invoiceid: made?.id ?? '' }, me);
}

/** From a service that has paid in advance, to the tenant's own. */
async function transfer(api: Api, { serviceid, me }: Tenant, service: Record<string, string | number>): Promise<void> {
  const from = await api.ok<number>('service/create', { ...service, installation_amt: 0 }, me);
  await api.ok('payment/new', { serviceid: from, amt: 5, mode: 'Bank' }, me);
  await api.ok('service/transfer', { from, to: serviceid, amt: 5, reason: 'sample' }, me);
}

/** An invoice of all charges of the service. */
async function invoice({ db }: Api, serviceid: number): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `WITH number AS (SELECT crm.next_invoice_number(isp_id, 0) AS n FROM crm.service WHERE id = $1),
       document AS (
         INSERT INTO crm.invoice (isp_id, reseller_id, number, document_no, customer_id, service_id, issued_on, due_on,
           currency, net, tax, total, seller, buyer, tax_document)
         SELECT s.isp_id, s.reseller_id, number.n, 'T/' || number.n, s.customer_id, s.id, '2026-11-01', '2026-11-08', 'INR',
           sum(c.net), sum(c.tax), sum(c.total), '{}', '{}', jsonb_build_object('series', 'T/', 'serial', number.n)
         FROM number, crm.service s JOIN crm.charge c ON c.service_id = s.id WHERE s.id = $1 GROUP BY s.id, number.n
         RETURNING id),
       lines AS (
         INSERT INTO crm.invoice_line (invoice_id, position, charge_id, description, amt, discount, net, tax, total)
         SELECT document.id, row_number() OVER (ORDER BY c.id), c.id, c.description, c.amt, c.discount, c.net, c.tax, c.total
         FROM document, crm.charge c WHERE c.service_id = $1)
     SELECT id FROM document`,
    [serviceid],
  );
  return rows[0]?.id ?? 0;
}

interface Cash {
  readonly serviceid: number;
  readonly collector: number;
  readonly amt: number;
}

const ACCOUNTS = `
  INSERT INTO crm.ledger_account (isp_id, kind, service_id, user_id, key)
  SELECT isp_id, 'cash', NULL::integer, $2::integer, 'cash:' || $2::integer FROM crm.service WHERE id = $1
  UNION ALL SELECT isp_id, 'service', id, NULL, 'service:' || id FROM crm.service WHERE id = $1
  ON CONFLICT (key) DO NOTHING`;

const ENTRY = `
  WITH entry AS (
    INSERT INTO crm.ledger_entry (isp_id, reseller_id, service_id, kind, posted_on, reverses_id)
    SELECT isp_id, reseller_id, id, $4, '2026-11-02', $5 FROM crm.service WHERE id = $1 RETURNING id),
  lines AS (
    INSERT INTO crm.ledger_line (entry_id, account_id, amt)
    SELECT entry.id, a.id, CASE a.kind WHEN 'cash' THEN $3::numeric ELSE -$3::numeric END
    FROM entry, crm.ledger_account a WHERE a.key IN ('service:' || $1::integer, 'cash:' || $2::integer))
  SELECT id::integer FROM entry`;

async function payment({ db }: Api, { serviceid, collector, amt }: Cash): Promise<number> {
  await db.pool.query(ACCOUNTS, [serviceid, collector]);
  const entry = await db.pool.query<{ id: number }>(ENTRY, [serviceid, collector, amt, 'payment', null]);
  const { rows } = await db.pool.query<{ id: number }>(
    `INSERT INTO crm.payment (isp_id, reseller_id, customer_id, service_id, amt, mode, paid_on, collected_by, entry_id)
     SELECT isp_id, reseller_id, customer_id, id, $2, 'Cash', '2026-11-02', $3, $4 FROM crm.service WHERE id = $1 RETURNING id`,
    [serviceid, amt, collector, entry.rows[0]?.id],
  );
  return rows[0]?.id ?? 0;
}

async function cancelPayment({ db }: Api, id: number): Promise<void> {
  const { serviceId, collectedBy, amt, entryId } = await db.prisma.payment.findUniqueOrThrow({ where: { id } });
  const values = [serviceId, collectedBy, -Number(amt), 'payment_reversal', String(entryId)];
  const entry = await db.pool.query<{ id: number }>(ENTRY, values);
  await db.pool.query(
    `UPDATE crm.payment SET status = 'Cancelled', reversal_entry_id = $2, cancelled_at = now(), cancelled_by = 'x',
       cancel_reason = 'x' WHERE id = $1`,
    [id, entry.rows[0]?.id],
  );
}
