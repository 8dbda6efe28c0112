import { authorise, type Decision } from '../policy/authorise.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { macOf } from '../protocol/packet/mac.ts';
import type { Request } from '../server/request.ts';
import type { Service } from '../state/directory/service.ts';

export function decisionOn(request: Request, service: Service, mac: string | null): Decision {
  return authorise({ service, nas: request.nas, mac, now: request.at });
}

/** Why the rules deny access; null when they do not, or there is no such service. */
export function denialOf(request: Request, service: Service | undefined): string | null {
  if (!service) return null;
  const decision = decisionOn(request, service, macIn(request));
  return decision.ok ? null : decision.reason;
}

/** `aa:bb:cc:dd:ee:ff`; null if the NAS sends none. */
export function macIn({ packet }: Request): string | null {
  return macOf(packet.text(Attribute.CallingStationId));
}
