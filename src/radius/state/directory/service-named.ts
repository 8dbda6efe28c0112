import type { Nas } from './nas.ts';
import type { Service } from './service.ts';
import type { Services } from './services.ts';

const ASCII = /^[ -~]*$/;

/** No service has this name: all are in memory, and PostgreSQL makes the same lowercase letters of ASCII. */
export const isKnownToBeFree = (services: Services, username: string): boolean =>
  services.loaded && ASCII.test(username);

/**
 * The service in memory that a username is of at a NAS, always of the ISP of the NAS: the one of that name, else the one that the
 * rules for realms find. Undefined: none, or only the database can tell.
 */
export function serviceNamed(services: Services, { facts: { id, isp } }: Nas, username: string): Service | undefined {
  const named = services.byName(isp.id, username.toLowerCase());
  if (named !== undefined || isp.realms.isEmpty || !isKnownToBeFree(services, username)) return named;
  const match = isp.realms.match(id, username);
  return match?.rule.action === 'strip' ? services.byName(isp.id, match.user.toLowerCase()) : undefined;
}
