import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/config.ts';
import { Fault } from '../../core/fault.ts';

/** Names that no DNS server can point somewhere else. */
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Refuses pages of other sites, as the protocol demands: after a change of its DNS record, a page may reach a node in the network
 * of the person who looks at it, under a name of its own. So `Host` proves nothing, unless it is a name of this machine. Programs send
 * no `Origin`.
 * @throws Fault of kind `forbidden`
 */
export function checkOrigin(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): void {
  const { origin, host } = headers;
  if (origin === undefined) return;
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  if (page && publicUrl !== undefined && page.origin === new URL(publicUrl).origin) return;
  if (page && LOOPBACK.test(page.hostname) && page.host === host?.toLowerCase()) return;
  throw new Fault('forbidden', 'a page of another site may not call this address');
}
