import type { Kernel } from '../../../core/kernel.ts';
import { query, sql } from '../../../db/sql.ts';
import { LOGO_PATH } from '../../tenancy/isps/logo/read.ts';
import { type Account, openAccount } from '../gateways/account.ts';
import { findGateway } from '../gateways/find.ts';
import { toMinorUnits } from '../gateways/minor-units.ts';
import { payAddress } from '../gateways/pay-address.ts';
import type { Checkout } from '../gateways/provider.ts';
import { PROVIDER_ADAPTERS } from '../gateways/providers/providers.ts';
import { cancelledAt, type Order, orderColumns, titleOf } from './order.ts';
import { OUTCOME, type Outcome } from './outcome.ts';
import { AT_AN_ADDRESS } from './vocabulary.ts';

type PageKernel = Pick<Kernel, 'db' | 'config' | 'secretsKeys' | 'clock'>;

/** An order as its page shows it. */
export interface OrderPage {
  readonly order: Order;
  readonly isp: string;
  readonly username: string;
  /** How the ISP looks: `#rrggbb` and an address, empty: none; and the language that it speaks to the payer. */
  readonly look: { readonly color: string; readonly logo: string; readonly language: string };
  readonly outcome: Outcome;
}

type Row = Order & Outcome & OrderPage['look'] & { readonly isp: string; readonly username: string };

/** Somebody who has not signed in learns nothing of the subscriber, not even the language. */
const LANGUAGE = sql`CASE WHEN o.created_by = ${`subscriber ${AT_AN_ADDRESS}`} THEN t.notice_language
  ELSE coalesce(c.language, t.notice_language) END`;

/** By an id that its address vouches for; null if there is none. */
export async function readOrderPage({ db }: PageKernel, id: number): Promise<OrderPage | null> {
  const [found] = await query<Row>(
    db.pool,
    sql`SELECT ${orderColumns}, i.name AS isp, s.username, t.portal_color AS color, ${LOGO_PATH} AS logo,
          ${LANGUAGE} AS language, ${OUTCOME}
        FROM crm.payment_order o JOIN crm.isp i ON i.id = o.isp_id JOIN crm.isp_setting t ON t.isp_id = o.isp_id
        JOIN crm.service s ON s.id = o.service_id JOIN crm.customer c ON c.id = o.customer_id
        WHERE o.id = ${id}`,
  );
  if (!found) return null;
  const { isp, username, color, logo, language, gb, upto, ...order } = found;
  return { order, isp, username, look: { color, logo, language }, outcome: { gb, upto } };
}

/** The account that an order is paid to; null if it is not there any more, or its ISP is being moved. */
export async function accountOf(kernel: PageKernel, { gatewayId }: Order): Promise<Account | null> {
  const gateway = await findGateway(kernel.db.pool, gatewayId);
  return gateway && !gateway.frozen ? openAccount(kernel, gateway) : null;
}

/** How the browser gets to the provider; null if the order cannot be paid any more. */
export async function checkoutOf(kernel: PageKernel, { order, isp, username }: OrderPage): Promise<Checkout | null> {
  const { id, providerOrderId, checkoutUrl, amt, currency } = order;
  if (order.status !== 'Open' || providerOrderId === null || kernel.clock.now() >= order.expiresAt) return null;
  const account = await accountOf(kernel, order);
  if (!account) return null;
  const page = payAddress(kernel, id);
  return PROVIDER_ADAPTERS[account.provider].checkout(account, {
    ...{ providerOrderId, checkoutUrl, currency, isp },
    minor: toMinorUnits(amt, currency) ?? 0,
    title: titleOf(order, isp, username),
    returnUrl: `${page}/return`,
    cancelUrl: cancelledAt(page),
  });
}
