import { beginAudit } from '../../../core/access/begin-audit.ts';
import type { BrowserSession } from '../../../core/access/browser-session.ts';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { Tx } from '../../../db/database.ts';

/** A call of sign-in or about the caller's own session. */
export interface SignInCall {
  readonly kernel: Pick<Kernel, 'db' | 'clock' | 'secretsKeys'>;
  /** IP address of the caller. */
  readonly address: string;
  readonly browser: BrowserSession;
}

/** @throws Fault of kind `forbidden` for a caller that cannot keep a session */
export function browserOf({ browser }: { readonly browser: BrowserSession | null }): BrowserSession {
  if (browser) return browser;
  throw new Fault(
    'forbidden',
    'only pages of this host can have a session; send the header x-lastmile: console, and no Origin of another host',
  );
}

/** A login user, as far as the audit shows it. */
interface AuditedUser {
  readonly userId: number;
  readonly username: string;
  readonly ispId: number | null;
  readonly resellerId: number | null;
}

/** How a failed attempt at a login user is audited. */
export const failedAt = ({ userId, username, ispId, resellerId }: AuditedUser) => ({
  ...{ userId, username, ispId, resellerId },
  ...{ procedure: 'login.failed', target: `id=${userId}`, via: 'session' as const },
});

/** Opens the audit event of a sign-in, or of a change of the caller's own access. */
export async function auditLogin(
  tx: Tx,
  { address }: { readonly address: string },
  { user, procedure }: { readonly user: AuditedUser; readonly procedure: string },
): Promise<void> {
  const { userId, username, ispId, resellerId } = user;
  await beginAudit(tx, {
    ...{ userId, username, ispId, resellerId, address, procedure },
    ...{ target: `id=${userId}`, via: 'session' },
  });
}
