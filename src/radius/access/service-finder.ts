import { provesSecret } from '../authentication/proves-secret.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { macOf } from '../protocol/packet/mac.ts';
import { type PresentedIdentity, presentedIdentity } from '../protocol/packet/presented-identity.ts';
import type { Request } from '../server/request.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { IdentityKind } from '../state/directory/identities.ts';
import type { Nas } from '../state/directory/nas.ts';
import type { Service } from '../state/directory/service.ts';
import type { ServiceLookup } from '../state/directory/service-lookup.ts';
import { isKnownToBeFree, serviceNamed } from '../state/directory/service-named.ts';
import type { Login } from './login.ts';

export type Finding =
  /** By User-Name, or not at all: the password decides. */
  | { readonly by: 'name'; readonly service: Service | undefined }
  | Identified
  /** An identity is presented that lets nobody in. */
  | { readonly by: 'nothing'; readonly reason: string };

/** By an identity that the NAS vouches for. */
interface Identified {
  readonly by: IdentityKind;
  readonly service: Service;
  /** That of the device, if the NAS says it. */
  readonly mac: string | null;
}

const NO_ATTRIBUTES = Buffer.alloc(0);

export function loginBy({ by: method, service, mac }: Identified, request: Request, username: string): Login {
  const station = mac ?? macOf(request.packet.text(Attribute.CallingStationId));
  return { request, service, username, mac: station, method, replyAttributes: NO_ATTRIBUTES };
}

export interface ServiceFinderOptions {
  readonly directory: Directory;
  /** For services that are not in memory. */
  readonly lookup: ServiceLookup;
}

const UNPROVEN = 'the request is not signed, and no password in it proves the shared secret';

/**
 * Finds the service of a request whose User-Name is not that of a service in memory. A name that is that of a service always
 * comes first, and its password is asked, whatever else the request says.
 */
export class ServiceFinder {
  readonly #options: ServiceFinderOptions;

  constructor(options: ServiceFinderOptions) {
    this.#options = options;
  }

  /** @throws when it takes the database, which cannot be queried, or identities that are not in memory yet */
  async find(request: Request, username: string): Promise<Finding> {
    const { facts } = request.nas;
    const presented = facts.ipoe ? presentedIdentity(request.packet) : null;
    const { directory, lookup } = this.#options;
    if (presented === null || !isKnownToBeFree(directory.services, username)) {
      const service = await lookup.find(facts.isp.id, username);
      if (service) return { by: 'name', service };
    }
    const rejection = realmRejection(request.nas, username);
    if (rejection !== null) return { by: 'nothing', reason: rejection };
    const match = facts.isp.realms.match(facts.id, username);
    const service = match?.rule.action === 'strip' ? await this.#whole(request, match.user) : undefined;
    return service || presented === null ? { by: 'name', service } : this.#identified(request, presented);
  }

  /** The service with this name, which the device proves. @throws when it takes the database, which cannot be queried */
  async named(request: Request, username: string): Promise<Service | undefined> {
    const { nas } = request;
    const found =
      serviceNamed(this.#options.directory.services, nas, username) ?? (await this.#whole(request, username));
    if (found) return found;
    const match = nas.facts.isp.realms.match(nas.facts.id, username);
    return match?.rule.action === 'strip' ? this.#whole(request, match.user) : undefined;
  }

  /** By the name alone, in memory or in the database. */
  async #whole({ nas }: Request, username: string): Promise<Service | undefined> {
    const { directory, lookup } = this.#options;
    const { id } = nas.facts.isp;
    return directory.services.byName(id, username.toLowerCase()) ?? lookup.find(id, username);
  }

  async #identified({ packet, nas, hop }: Request, presented: PresentedIdentity): Promise<Finding> {
    const { directory, lookup } = this.#options;
    const { isp, policy, resellerId } = nas.facts;
    const found = directory.identities.find(isp.id, presented);
    if (found === null && !directory.identities.loaded) throw new Error('the node has not read all identities yet');
    if (found === null) return { by: 'nothing', reason: unknownIdentity(presented) };
    if (policy !== 'no' && !provesSecret(packet, hop.secret)) return { by: 'nothing', reason: UNPROVEN };
    const service = directory.services.byId(found.serviceId) ?? (await lookup.findById(found.serviceId));
    // A reseller's own NAS cannot find out which identities other resellers of the ISP have.
    const isHidden = resellerId !== null && service !== undefined && !nas.serves(service.resellerId);
    if (!service || isHidden) return { by: 'nothing', reason: unknownIdentity(presented) };
    return { by: found.kind, service, mac: presented.mac };
  }
}

/** Why the rules for realms let nobody in who is not known by the whole name; null: they do. */
export function realmRejection({ facts }: Nas, username: string): string | null {
  const match = facts.isp.realms.match(facts.id, username);
  return match?.rule.action === 'reject' ? `the realm ${match.realm} is rejected` : null;
}

/** Says what staff would add to the service. */
function unknownIdentity({ circuitId, remoteId, mac }: PresentedIdentity): string {
  const parts = [
    ...(circuitId === null ? [] : [`circuit id ${circuitId}`]),
    ...(remoteId === null ? [] : [`remote id ${remoteId}`]),
    ...(mac === null ? [] : [`MAC ${mac}`]),
  ];
  return `unknown user, and no service has the identity: ${parts.join(', ')}`;
}
