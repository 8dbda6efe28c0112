import type { Account } from './account.ts';

/** An order to open at a provider. */
export interface NewOrder {
  /** Ours, the same for every attempt: the provider makes one order of it. */
  readonly reference: string;
  readonly minor: number;
  readonly currency: string;
  /** What the payer reads. */
  readonly title: string;
  /** Where the payer's browser goes afterwards. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  readonly expiresAt: Date;
}

export interface OpenedAtProvider {
  readonly providerOrderId: string;
  /** The provider's page for this order; null if its page takes a form. */
  readonly checkoutUrl: string | null;
}

/** How a browser gets to the provider's page for an order. */
export interface Checkout {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The sites that the provider leads a form through. */
  readonly sites: readonly string[];
}

export interface CheckoutOrder {
  readonly providerOrderId: string;
  readonly checkoutUrl: string | null;
  readonly minor: number;
  readonly currency: string;
  readonly isp: string;
  readonly title: string;
  readonly returnUrl: string;
  readonly cancelUrl: string;
}

/** A captured payment, as the provider knows it now. Amounts in minor units. */
export interface ProviderPayment {
  readonly id: string;
  readonly at: Date;
  readonly minor: number;
  readonly currency: string;
  readonly refundedMinor: number;
  readonly dispute: 'None' | 'Open' | 'Won' | 'Lost';
  /** What disputes took. */
  readonly lostMinor: number;
}

export interface NewRefund {
  /** Ours, the same for every attempt: the provider makes one refund of it. 10 to 40 letters, digits and dashes. */
  readonly reference: string;
  readonly providerPaymentId: string;
  readonly minor: number;
}

/** What a genuine notification is about. Its contents are not used: the provider is asked, so order and repetition do not matter. */
export interface NotificationSubject {
  readonly providerOrderId?: string | undefined;
  readonly providerPaymentId?: string | undefined;
  readonly disputeId?: string | undefined;
}

/** What a provider sends us: its webhook, a word that here is for those that we send. */
export interface ProviderNotification {
  readonly body: Buffer;
  /** The signature header of the provider; undefined if there is none. */
  readonly signature: string | undefined;
  readonly now: Date;
}

/**
 * A payment provider. Methods that ask it throw `ProviderAway` if it does not answer, and `ProviderRefusal` if it refuses; each
 * may be repeated.
 */
export interface Provider {
  /** Lower-case name of the header with the signature of a notification. */
  readonly signatureHeader: string;
  openOrder(account: Account, order: NewOrder, signal: AbortSignal): Promise<OpenedAtProvider>;
  checkout(account: Account, order: CheckoutOrder): Checkout;
  /** The captured payments of an order. */
  readPayments(account: Account, order: OrderAtProvider, signal: AbortSignal): Promise<ProviderPayment[]>;
  /** Gives back a part of a payment, once per reference. Returns the provider's id of the refund. */
  refund(account: Account, refund: NewRefund, signal: AbortSignal): Promise<string>;
  /** Whether the payer's browser comes from the provider with this order. */
  isGenuineReturn(account: Account, providerOrderId: string, fields: ReadonlyMap<string, string>): boolean;
  /** What a notification is about; null if it is forged, or too old. */
  readNotification(account: Account, notification: ProviderNotification): NotificationSubject | null;
}

export interface OrderAtProvider {
  readonly providerOrderId: string;
  /** Those that notifications have named. */
  readonly disputeIds: readonly string[];
}
