import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';
import { type Account, openAccount } from '../gateways/account.ts';
import { ProviderAway, ProviderRefusal } from '../gateways/call-provider.ts';
import { toMinorUnits } from '../gateways/minor-units.ts';
import { payAddress } from '../gateways/pay-address.ts';
import type { NewOrder, OpenedAtProvider } from '../gateways/provider.ts';
import { PROVIDER_ADAPTERS } from '../gateways/providers/providers.ts';
import type { ProviderName } from '../gateways/vocabulary.ts';
import { type InsertedOrder, insertOrder } from './insert.ts';
import { cancelledAt, referenceOf } from './order.ts';
import type { OrderRequest } from './request.ts';

/** Anyone who opens an order: staff, or the subscriber; the scope decides for which services. */
export interface Opening {
  readonly scope: Scope;
  readonly kernel: Pick<Kernel, 'db' | 'config' | 'clock' | 'secretsKeys' | 'log'>;
  /** For the new row: `ctx.transaction` has the audit event of its call. */
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
}

export interface OpenedOrder {
  readonly id: number;
  readonly amt: string;
  readonly currency: string;
  readonly status: 'Open';
  readonly expires_at: Date;
  /** The page of the order, which leads to the provider's. */
  readonly pay_url: string;
  readonly provider: ProviderName;
  /** What the provider's own checkout takes, for front ends that have it on a page of theirs. */
  readonly checkout: { readonly key_id: string | null; readonly order_id: string; readonly url: string | null };
}

/**
 * Opens an order at the payment provider. It calls the provider between two transactions, so it must not run within one. If the
 * node is killed in between, nobody has the order's address, and it ends without a payment.
 * @throws Fault: `notFound`, `badInput`, `conflict` if the service cannot be paid for like this or the provider refuses, `forbidden` if the ISP does not collect for the reseller, `tooMany`, `unavailable` if the provider does not answer
 */
export async function openOrder({ scope, kernel, transaction }: Opening, request: OrderRequest): Promise<OpenedOrder> {
  const inserted = await transaction((tx) => insertOrder(tx, { scope, kernel }, request));
  const { order, gateway } = inserted;
  const account = openAccount(kernel, gateway);
  if (order.providerOrderId !== null)
    return opened(kernel, inserted, { providerOrderId: order.providerOrderId, checkoutUrl: order.checkoutUrl });
  const atProvider = await atProviderOf(kernel, account, inserted);
  const { providerOrderId, checkoutUrl } = atProvider;
  await execute(
    kernel.db.pool,
    sql`UPDATE crm.payment_order SET status = 'Open', provider_order_id = ${providerOrderId},
          checkout_url = ${checkoutUrl}, check_at = ${minuteAfter(kernel.clock.now())}::timestamptz, updated_at = now()
        WHERE id = ${order.id}`,
  );
  return opened(kernel, inserted, atProvider);
}

const minuteAfter = (now: Date): Date => new Date(now.getTime() + 60_000);

/** @throws Fault if the provider does not open the order, which then has failed */
async function atProviderOf(
  kernel: Opening['kernel'],
  account: Account,
  { order, title }: InsertedOrder,
): Promise<OpenedAtProvider> {
  const { id, amt, currency, expiresAt } = order;
  const page = payAddress(kernel, id);
  const wanted: NewOrder = {
    reference: referenceOf(order),
    minor: toMinorUnits(amt, currency) ?? 0,
    ...{ currency, title, expiresAt },
    returnUrl: `${page}/return`,
    cancelUrl: cancelledAt(page),
  };
  try {
    return await PROVIDER_ADAPTERS[account.provider].openOrder(account, wanted, new AbortController().signal);
  } catch (error) {
    if (!(error instanceof ProviderAway || error instanceof ProviderRefusal)) throw error;
    await execute(
      kernel.db.pool,
      sql`UPDATE crm.payment_order SET status = 'Failed', problem = ${error.message}, check_at = NULL, updated_at = now()
          WHERE id = ${id}`,
    );
    if (error instanceof ProviderRefusal) throw new Fault('conflict', error.message, { cause: error });
    throw new Fault('unavailable', `${error.message}; try again in a minute`, { cause: error });
  }
}

function opened(
  kernel: Opening['kernel'],
  { order, gateway }: InsertedOrder,
  { providerOrderId, checkoutUrl }: OpenedAtProvider,
): OpenedOrder {
  const { id, amt, currency, expiresAt } = order;
  return {
    ...{ id, amt, currency, status: 'Open' as const },
    expires_at: expiresAt,
    pay_url: payAddress(kernel, id),
    provider: gateway.provider,
    checkout: { key_id: gateway.keyId, order_id: providerOrderId, url: checkoutUrl },
  };
}
