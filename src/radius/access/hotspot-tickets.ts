import type pg from 'pg';
import type { SecretsKeys } from '../../config/secrets-keys.ts';
import { ticketDigest, ticketPasswords } from '../../core/network/hotspot-ticket.ts';
import { query, sql } from '../../db/sql.ts';
import { type CredentialCheck, checkCredential } from '../authentication/check-credential.ts';
import { Credential } from '../authentication/credential.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { AttributeWriter } from '../protocol/packet/attribute-writer.ts';
import type { Request } from '../server/request.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { ServiceLookup } from '../state/directory/service-lookup.ts';
import type { Admission } from './admission.ts';
import { macIn } from './decision.ts';
import type { LoginResponder } from './login-responder.ts';

interface HotspotTicketsOptions {
  readonly pool: pg.Pool;
  readonly secretsKeys: SecretsKeys;
  readonly directory: Directory;
  readonly lookup: ServiceLookup;
  readonly responder: LoginResponder;
  readonly admission: Admission;
}

interface Taken {
  readonly isTaken: boolean;
  readonly serviceId: number;
  /** Milliseconds; null: the rules of the service alone say when the session ends. */
  readonly until: number | null;
  readonly mac: string;
  readonly isHere: boolean;
  readonly isUsed: boolean;
}

type Denied = { readonly why: string };

/**
 * Log-ins of guests, with tickets that the page of the hotspot has minted. Only a ticket of this installation is looked up, since its
 * password is made of it and a key: nobody else's guess costs the database anything.
 */
export class HotspotTickets {
  readonly #options: HotspotTicketsOptions;

  constructor(options: HotspotTicketsOptions) {
    this.#options = options;
  }

  async logIn(request: Request, ticket: string): Promise<void> {
    const { responder, admission, directory, lookup } = this.#options;
    const check = this.#check(request, ticket);
    if (!check.ok)
      return responder.reject(request, 'the hotspot ticket is not one of this node', { own: check.replyAttributes });
    try {
      const taken = await this.#take(request, ticket);
      if ('why' in taken) return responder.reject(request, taken.why, { own: check.replyAttributes });
      const service = directory.services.byId(taken.serviceId) ?? (await lookup.findById(taken.serviceId));
      if (!service || service.isp !== request.nas.facts.isp)
        return responder.reject(request, 'the hotspot ticket is for a service that is not there any more');
      admission.authorise({
        ...{ request, service, username: service.key, mac: macIn(request), method: check.method },
        // So that accounting names the service and not the ticket (RFC 2865 section 5.1).
        replyAttributes: Buffer.concat([
          new AttributeWriter().text(Attribute.UserName, service.key).bytes(),
          check.replyAttributes,
        ]),
        guestUntil: taken.until ?? Number.POSITIVE_INFINITY,
      });
    } catch (error) {
      responder.leaveUnanswered(request, error);
    }
  }

  #check({ packet, hop }: Request, ticket: string): CredentialCheck {
    const checks = ticketPasswords(this.#options.secretsKeys, ticket).map((password) =>
      checkCredential(packet, new Credential(password), hop.secret),
    );
    return checks.find(({ ok }) => ok) ?? (checks[0] as CredentialCheck);
  }

  /** Uses it up, if it is good for this device at this NAS. In one statement, so that one of two log-ins at once gets it. */
  async #take(request: Request, ticket: string): Promise<Taken | Denied> {
    const { id, isp } = request.nas.facts;
    const mac = macIn(request);
    if (mac === null) return { why: 'the hotspot ticket cannot be used, since the NAS sent no MAC address' };
    const now = sql`${new Date(request.at)}::timestamptz`;
    const digest = ticketDigest(ticket);
    const isMine = sql`t.digest = ${digest} AND t.isp_id = ${isp.id}`;
    const [found] = await query<Taken>(
      this.#options.pool,
      sql`WITH taken AS (
            UPDATE radius.hotspot_ticket t SET used_at = ${now}
            WHERE ${isMine} AND t.used_at IS NULL AND t.expires_at >= ${now} AND t.mac = ${mac} AND ${id}::int = ANY(t.nas_ids)
            RETURNING t.digest)
          SELECT EXISTS (SELECT FROM taken) AS "isTaken", t.service_id AS "serviceId", t.mac,
            (extract(epoch FROM t.until) * 1000)::float8 AS until, ${id}::int = ANY(t.nas_ids) AS "isHere",
            t.used_at IS NOT NULL AS "isUsed"
          FROM radius.hotspot_ticket t WHERE ${isMine}`,
    );
    if (!found) return { why: 'the hotspot ticket is unknown here' };
    return found.isTaken ? found : { why: whyNot(found, mac) };
  }
}

function whyNot({ isHere, isUsed, mac }: Taken, station: string): string {
  if (!isHere) return 'the hotspot ticket is for another NAS';
  if (mac !== station) return 'the hotspot ticket is for another device';
  return isUsed ? 'the hotspot ticket has been used' : 'the hotspot ticket has expired';
}
