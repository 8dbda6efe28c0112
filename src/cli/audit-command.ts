import { beginAudit } from '../core/access/begin-audit.ts';
import type { Tx } from '../db/database.ts';

/** The operator has no login user, so the audit names the command line. */
export const auditCommand = (tx: Tx, command: { readonly procedure: string; readonly target: string }): Promise<void> =>
  beginAudit(tx, {
    ...{ userId: null, username: 'command line', ispId: null, resellerId: null, address: null, via: null },
    ...command,
  });
