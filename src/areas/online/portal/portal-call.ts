import { beginAudit } from '../../../core/access/begin-audit.ts';
import type { BrowserSession } from '../../../core/access/browser-session.ts';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { Tx } from '../../../db/database.ts';

/** A call of sign-in, or about the subscriber's own password. */
export interface PortalCall {
  readonly kernel: Pick<Kernel, 'db' | 'clock' | 'secretsKeys'>;
  /** IP address of the caller. */
  readonly address: string;
  readonly browser: BrowserSession;
}

interface Caller {
  readonly kernel: Kernel;
  readonly address: string;
  readonly portal: BrowserSession | null;
}

/** @throws Fault of kind `forbidden` for a caller that cannot keep a session */
export function portalCall({ kernel, address, portal }: Caller): PortalCall {
  if (portal) return { kernel, address, browser: portal };
  throw new Fault(
    'forbidden',
    'only pages of this host can have a session; send the header x-lastmile: portal, and no Origin of another host',
  );
}

/** A customer, as far as the audit shows it. */
export interface AuditedCustomer {
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
  readonly username: string;
}

/** How a failed attempt at a customer is audited. */
export const failedAt = ({ ispId, resellerId, customerId, username }: AuditedCustomer) => ({
  ...{ userId: null, username: `subscriber ${username}`, ispId, resellerId },
  ...{ procedure: 'portal.failed', target: `customerid=${customerId}`, via: 'subscriber' as const },
});

/** A customer, as browsers keep that they have signed in. */
export const customerDevice = ({ customerId }: Pick<AuditedCustomer, 'customerId'>, passwordHash: string | null) => ({
  subject: `customer-${customerId}`,
  passwordHash,
});

/** Opens the audit event of a sign-in, or of a change of the customer's own password. */
export async function auditSubscriber(
  tx: Tx,
  { address }: Pick<PortalCall, 'address'>,
  { customer, procedure }: { readonly customer: AuditedCustomer; readonly procedure: string },
): Promise<void> {
  const { ispId, resellerId, customerId, username } = customer;
  await beginAudit(tx, {
    ...{ userId: null, username: `subscriber ${username}`, ispId, resellerId, address, procedure },
    ...{ target: `customerid=${customerId}`, via: 'subscriber' },
  });
}

/** Attempts to sign in to the pages of an ISP count by themselves. */
export const realmOf = (ispId: number): string => `portal ${ispId} `;
