import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { amountText, type Money } from '../../../core/money.ts';
import { maskedRecord } from '../../../core/telephone/masked.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { readLogo } from '../../tenancy/isps/logo/read.ts';
import { type Buyer, buyer, type Known, partyOf, type Seller, seller } from './parties.ts';
import { type PayTo, readPayTo } from './pay-to.ts';
import { type Registration, type TaxDocument, taxDocument } from './tax-document.ts';

/** An invoice as it is printed. */
export interface InvoiceDocument {
  readonly documentNo: string;
  readonly issuedAt: Date;
  readonly issuedOn: string;
  readonly dueOn: string;
  readonly currency: string;
  readonly serviceId: number;
  readonly seller: Known<Seller>;
  readonly buyer: Known<Buyer>;
  readonly lines: readonly InvoiceLine[];
  readonly net: Money;
  /** One per name and percentage. */
  readonly taxes: readonly z.output<typeof taxLine>[];
  readonly total: Money;
  readonly paid: Money;
  /** Unpaid. */
  readonly open: Money;
  /** The total is below 0: a credit note. */
  readonly isCredit: boolean;
  /** Of a seller under a scheme of taxes. */
  readonly tax: TaxDocument | null;
  /** Of the ISP, if it issued the invoice. */
  readonly logo: Buffer | null;
  readonly payTo: PayTo | null;
  /** At the Invoice Registration Portal. */
  readonly registration: Registration | null;
}

export interface InvoiceLine
  extends Readonly<Record<'description' | 'amt' | 'discount' | 'net' | 'tax' | 'total', string>> {
  /** Of the price of a plan: the plan, and the days that it is for. */
  readonly plan: string | null;
  readonly days: readonly [from: string, upto: string] | null;
}

const taxLine = z.object({ name: z.string(), percent: z.string(), amt: z.string() });

/** The caller has checked that the invoice is in its scope, in which the number of the buyer may be masked. */
export async function readInvoice(
  { prisma, pool }: Pick<Database, 'prisma' | 'pool'>,
  id: number,
  scope: Pick<Scope, 'masksPhones'> = {},
): Promise<InvoiceDocument> {
  const invoice = await prisma.invoice.findUniqueOrThrow({
    where: { id },
    include: {
      lines: {
        orderBy: { position: 'asc' },
        include: { charge: { select: { coversFrom: true, coversUpto: true } } },
      },
      einvoice: true,
    },
  });
  const total = amountText(invoice.total);
  const isOwn = invoice.sellerId === 0;
  const logo = isOwn ? await readLogo({ pool }, invoice.ispId) : undefined;
  return {
    documentNo: invoice.documentNo,
    issuedAt: invoice.createdAt,
    issuedOn: dayOf(invoice.issuedOn),
    dueOn: dayOf(invoice.dueOn),
    currency: invoice.currency,
    serviceId: invoice.serviceId,
    seller: partyOf(seller, invoice.seller),
    buyer: partyOf(buyer, scope.masksPhones ? await maskedParty({ pool }, invoice.buyer) : invoice.buyer),
    lines: invoice.lines.map(({ plan, charge, description, amt, discount, net, tax, total: sum }) => ({
      plan,
      days: charge.coversFrom && charge.coversUpto && ([dayOf(charge.coversFrom), dayOf(charge.coversUpto)] as const),
      description,
      amt: amountText(amt),
      discount: amountText(discount),
      net: amountText(net),
      tax: amountText(tax),
      total: amountText(sum),
    })),
    net: amountText(invoice.net),
    taxes: taxesOf(invoice.taxes, amountText(invoice.tax)),
    total,
    paid: amountText(invoice.paidAmt),
    open: amountText(Decimal.max(new Decimal(total).minus(amountText(invoice.paidAmt)), 0)),
    isCredit: new Decimal(total).isNegative(),
    // An issued document is always shown: what this version cannot read is shown as a plain invoice.
    tax: taxDocument.safeParse(invoice.taxDocument).data ?? null,
    logo: logo?.content ?? null,
    payTo: isOwn ? await readPayTo({ pool }, invoice) : null,
    registration: invoice.einvoice,
  };
}

async function maskedParty({ pool }: Pick<Database, 'pool'>, party: unknown): Promise<unknown> {
  const [row] = await query<{ party: unknown }>(
    pool,
    sql`SELECT ${maskedRecord(sql`${JSON.stringify(party)}::jsonb`)} AS party`,
  );
  return row?.party;
}

/** Prisma reads a day as midnight UTC. */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The stored taxes; if they do not sum to the tax of the invoice, a single line for all. */
function taxesOf(stored: unknown, tax: Money): InvoiceDocument['taxes'] {
  const taxes = z.array(taxLine).safeParse(stored).data ?? [];
  const sum = taxes.reduce((all, { amt }) => all.plus(amt), new Decimal(0));
  if (sum.equals(tax)) return taxes;
  return [{ name: 'Tax', percent: '', amt: tax }];
}
