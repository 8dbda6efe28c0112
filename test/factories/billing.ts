import type { Account } from '../../src/areas/money/billing/ledger/accounts.ts';
import { post } from '../../src/areas/money/billing/store/ledger/post.ts';
import type { TestDatabase } from '../fixtures/database.ts';
import { nextNumber } from './sequence.ts';

/** The columns of a service that its ledger entries need. */
interface Billed {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
}

export interface LineOptions {
  readonly description?: string;
  /** Before discount and tax; below 0 a credit. */
  readonly amt: string;
  readonly discount?: string;
  readonly net?: string;
  readonly taxes?: readonly { readonly name: string; readonly percent: string; readonly amt: string }[];
}

export interface InvoiceOptions {
  readonly lines?: readonly LineOptions[];
  readonly issuedOn?: string;
  readonly dueOn?: string;
  readonly documentNo?: string;
  readonly paidAmt?: string;
  readonly currency?: string;
  readonly sellerId?: number;
  readonly seller?: object;
  readonly buyer?: object;
  readonly createdAt?: Date;
  readonly taxDocument?: object;
}

const cents = (amt: string) => Math.round(Number(amt) * 100);
const text = (value: number) => (value / 100).toFixed(2);
const sum = (amts: readonly string[]) => text(amts.reduce((all, amt) => all + cents(amt), 0));
const minus = (amt: string) => text(-cents(amt));

const SELLER = {
  name: 'Northern Fibre',
  code: 'NF',
  address: '1 Tower Road, Bengaluru',
  state: 'Karnataka',
  country: 'India',
  mobile: '9000000000',
  email: 'billing@northern.example',
};

function buyerOf({ customerId }: Billed) {
  return {
    customerid: customerId,
    name: 'Ravi Kumar',
    type: 'Individual',
    address: ['1 Main Road'],
    city: 'Bengaluru',
    state: 'Karnataka',
    zipcode: '560001',
    mobile: '9800000001',
    email: 'ravi@example.net',
    username: 'ravi',
  };
}

/** An invoice as billing makes it: an entry and a charge per line, and the document. Returns its id. */
export async function makeInvoice(db: TestDatabase, service: Billed, options: InvoiceOptions = {}): Promise<number> {
  const { issuedOn = '2026-11-01', dueOn = '2026-11-08', currency = 'INR', sellerId = 0 } = options;
  const lines = (options.lines ?? [{ amt: '100.00' }]).map((line) => lineOf(line));
  const net = sum(lines.map((line) => line.net));
  const tax = sum(lines.map((line) => line.tax));
  const total = sum([net, tax]);
  const { paidAmt = '0.00' } = options;
  const owner = { ispId: service.ispId, resellerId: service.resellerId };
  return db.transaction(async (tx) => {
    const numbered = await tx.$queryRaw<{ number: number }[]>`
      SELECT crm.next_invoice_number(${service.ispId}::int, ${sellerId}::int) AS number`;
    const number = numbered[0]?.number ?? 0;
    const charges: bigint[] = [];
    for (const { description, amt, discount, taxes, ...amounts } of lines) {
      const entryId = await post(tx, {
        ...owner,
        serviceId: service.id,
        kind: 'charge',
        postedOn: issuedOn,
        memo: description,
        by: 'system',
        lines: [
          { account: { kind: 'service', serviceId: service.id }, amt: amounts.total },
          { account: { kind: 'nominal', name: 'revenue' }, amt: minus(amounts.total) },
        ],
      });
      const charge = {
        ...owner,
        serviceId: service.id,
        entryId,
        kind: 'charge',
        description,
        amt,
        discount,
        ...amounts,
      };
      const made = await tx.charge.create({ data: { ...charge, chargedOn: new Date(issuedOn), taxes } });
      charges.push(made.id);
    }
    const invoice = await tx.invoice.create({
      data: {
        ...owner,
        sellerId,
        number,
        documentNo: options.documentNo ?? `INV-${number}`,
        customerId: service.customerId,
        serviceId: service.id,
        issuedOn: new Date(issuedOn),
        dueOn: new Date(dueOn),
        currency,
        net,
        tax,
        total,
        taxes: taxesOf(lines),
        seller: options.seller ?? SELLER,
        buyer: options.buyer ?? buyerOf(service),
        paidAmt,
        paidAt: cents(paidAmt) >= cents(total) ? new Date(`${issuedOn}T12:00:00Z`) : null,
        ...(options.createdAt ? { createdAt: options.createdAt } : {}),
        ...(options.taxDocument ? { taxDocument: options.taxDocument } : {}),
      },
    });
    await tx.invoiceLine.createMany({
      data: lines.map(({ taxes: _, ...line }, at) => ({
        ...line,
        invoiceId: invoice.id,
        position: at + 1,
        chargeId: charges[at] ?? 0n,
      })),
    });
    return invoice.id;
  });
}

function lineOf({
  description = `Internet ${nextNumber()}`,
  amt,
  discount = '0.00',
  taxes = [],
  ...line
}: LineOptions) {
  const net = line.net ?? sum([amt, minus(discount)]);
  const tax = sum(taxes.map((each) => each.amt));
  return { description, amt, discount, net, tax, total: sum([net, tax]), taxes: [...taxes] };
}

/** The taxes of all lines, summed by name and percentage. */
function taxesOf(lines: readonly ReturnType<typeof lineOf>[]) {
  const all = new Map<string, { name: string; percent: string; amt: string }>();
  for (const { name, percent, amt } of lines.flatMap((line) => line.taxes)) {
    const key = `${name} ${percent}`;
    all.set(key, { name, percent, amt: sum([all.get(key)?.amt ?? '0.00', amt]) });
  }
  return [...all.values()];
}

export interface PaymentOptions {
  readonly amt?: string;
  readonly mode?: 'Cheque' | 'DD' | 'Card' | 'Bank' | 'Online';
  readonly paidOn?: string;
  readonly refNo?: string;
  /** The reason of its cancellation. */
  readonly cancelled?: string;
}

/** A payment as billing makes it: its entry and, if cancelled, the reversal. Returns its id. */
export async function makePayment(db: TestDatabase, service: Billed, options: PaymentOptions = {}): Promise<number> {
  const { amt = '100.00', mode = 'Bank', paidOn = '2026-11-02', refNo = null, cancelled } = options;
  const owner = { ispId: service.ispId, resellerId: service.resellerId };
  const entry = { ...owner, serviceId: service.id, postedOn: paidOn, by: 'system' };
  const bank: Account = { kind: 'nominal', name: 'bank' };
  const account: Account = { kind: 'service', serviceId: service.id };
  return db.transaction(async (tx) => {
    const lines = [
      { account: bank, amt },
      { account, amt: minus(amt) },
    ];
    const entryId = await post(tx, { ...entry, kind: 'payment', memo: mode, lines });
    const data = { ...owner, customerId: service.customerId, serviceId: service.id, amt, mode, refNo, entryId };
    const payment = await tx.payment.create({ data: { ...data, paidOn: new Date(paidOn) } });
    if (cancelled !== undefined) {
      const back = lines.map((line) => ({ ...line, amt: minus(line.amt) }));
      const reversalEntryId = await post(tx, { ...entry, kind: 'payment_cancelled', memo: cancelled, lines: back });
      await tx.payment.update({
        where: { id: payment.id },
        data: {
          status: 'Cancelled',
          reversalEntryId,
          cancelledAt: new Date(),
          cancelledBy: 'asha',
          cancelReason: cancelled,
        },
      });
    }
    return payment.id;
  });
}
