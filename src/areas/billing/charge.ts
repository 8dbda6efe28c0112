import { Decimal } from 'decimal.js';
import type { Money } from '../../core/money.ts';
import type { Tx } from '../../db/database.ts';
import { post } from './ledger.ts';
import { type TaxRate, taxed } from './tax.ts';

/** One thing a service is charged for. */
interface Charge {
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly serviceId: number;
  readonly periodId: number | null;
  /** Snake case; once per period. */
  readonly kind: string;
  readonly description: string;
  /** The ISP's day. */
  readonly on: string;
  readonly amt: Money;
  readonly by: string;
}

/** Charges a service: the taxes of its ISP on top (or within), the ledger entry, the line for its invoice. Nothing for nothing. */
export async function charge(tx: Tx, given: Charge): Promise<void> {
  if (new Decimal(given.amt).isZero()) return;
  const { ispId, resellerId, serviceId, periodId, kind, description, on, amt, by } = given;
  const setting = await tx.ispSetting.findUniqueOrThrow({
    where: { ispId },
    select: { taxes: true, taxInclusive: true },
  });
  const { net, tax, total, taxes } = taxed(amt, setting.taxes as unknown as TaxRate[], setting.taxInclusive);
  const negative = (value: Money) => new Decimal(value).negated().toFixed(2);
  const entryId = await post(tx, {
    ispId,
    resellerId,
    serviceId,
    ...(periodId === null ? {} : { periodId }),
    kind,
    postedOn: on,
    memo: description,
    by,
    lines: [
      { account: { kind: 'service', serviceId }, amt: total },
      { account: { kind: 'nominal', name: `revenue: ${description}` }, amt: negative(net) },
      ...taxes.map((each) => ({
        account: { kind: 'nominal', name: `tax: ${each.name}` } as const,
        amt: negative(each.amt),
      })),
    ],
  });
  await tx.charge.create({
    data: {
      ispId,
      resellerId,
      serviceId,
      periodId,
      entryId,
      kind,
      description,
      chargedOn: new Date(on),
      amt,
      net,
      tax,
      total,
      taxes,
    },
  });
}
