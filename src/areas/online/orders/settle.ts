import { execute, query, sql } from '../../../db/sql.ts';
import { type Account, openAccount } from '../gateways/account.ts';
import { ProviderAway, ProviderRefusal } from '../gateways/call-provider.ts';
import { findGateway } from '../gateways/find.ts';
import { PROVIDER_ADAPTERS } from '../gateways/providers/providers.ts';
import { retryAfter } from './life-cycle.ts';
import { type Order, orderColumns, type Settling } from './order.ts';
import { recordPayments } from './record.ts';
import { sendRefunds } from './send-refunds.ts';
import type { OrderStatus } from './vocabulary.ts';

/** How often others may have been faster with news of the same order. */
const MAX_ATTEMPTS = 10;

/**
 * Asks the provider what was paid for an order and makes the ledger say so; refunds that wait are sent first. Anyone who brings the
 * news (the payer's browser, a notification of the provider, the job) only makes this run, so they may come in any order, at once, and more than once.
 * What was asked before there were other news of the order is older than those, and is asked again.
 * @returns the status of the order; null if it is not followed: its gateway was deleted, or its ISP is being moved to another installation
 * @throws ProviderAway, ProviderRefusal, after noting that the order is to be asked for again; Fault `unavailable` without a simulator
 */
export async function settleOrder(kernel: Settling, id: number, signal: AbortSignal): Promise<OrderStatus | null> {
  for (let attempt = 1; ; attempt++) {
    const read = await readPending(kernel, id);
    if (!read) return null;
    const { order, account } = read;
    const payments = await noting(kernel, order, () => askProvider(kernel, { order, account, signal }));
    const recorded = await recordPayments(kernel, order, payments);
    if (recorded !== 'outdated') return recorded;
    if (attempt >= MAX_ATTEMPTS) return order.status;
  }
}

interface Asking {
  readonly order: Order;
  readonly account: Account;
  readonly signal: AbortSignal;
}

async function askProvider(kernel: Settling, { order, account, signal }: Asking) {
  const { providerOrderId, disputeIds } = order;
  if (providerOrderId === null) return [];
  await sendRefunds(kernel, { order, account, signal });
  return PROVIDER_ADAPTERS[account.provider].readPayments(account, { providerOrderId, disputeIds }, signal);
}

/** A failure changes nothing but when the provider is asked again. */
async function noting<T>({ db, clock }: Settling, order: Order, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProviderAway || error instanceof ProviderRefusal)) throw error;
    const failures = order.checkFailures + 1;
    await execute(
      db.pool,
      sql`UPDATE crm.payment_order SET check_failures = ${failures}, problem = ${error.message},
            check_at = ${retryAfter(failures, clock.now())}::timestamptz
          WHERE id = ${order.id}`,
    );
    throw error;
  }
}

async function readPending(kernel: Settling, id: number): Promise<{ order: Order; account: Account } | null> {
  const [order] = await query<Order>(
    kernel.db.pool,
    sql`SELECT ${orderColumns} FROM crm.payment_order o WHERE o.id = ${id}`,
  );
  if (!order) return null;
  const gateway = await findGateway(kernel.db.pool, order.gatewayId);
  if (gateway?.frozen) return null;
  if (gateway) return { order, account: openAccount(kernel, gateway) };
  await execute(kernel.db.pool, sql`UPDATE crm.payment_order SET check_at = NULL WHERE id = ${id}`);
  return null;
}
