import type { Row } from '../../api/client.ts';

/** The node as this browser reaches it; a NAS behind a RADIUS proxy sends to that. */
export function serverOf({ proxyid }: Pick<Row<'nas.list'>, 'proxyid'>): { server?: string } {
  const host = globalThis.location.hostname.replace(/^\[(.*)\]$/, '$1');
  return proxyid !== null || host === 'localhost' ? {} : { server: host };
}
