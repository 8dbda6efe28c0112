import { newTicket, TICKET_MS, ticketDigest } from '../../../core/network/hotspot-ticket.ts';
import { execute, type Runner, sql } from '../../../db/sql.ts';
import type { Guest } from './guesses.ts';
import type { Admitted } from './redeem.ts';

/** A ticket for a service, that the device can use once within a minute at one of the NASes. */
export async function mintTicket(
  on: Runner,
  { ispId, mac, now }: Guest,
  { serviceId, until, nasIds }: Admitted & { readonly nasIds: readonly number[] },
): Promise<string> {
  const ticket = newTicket();
  const expiresAt = new Date(now.getTime() + TICKET_MS);
  await execute(
    on,
    sql`INSERT INTO radius.hotspot_ticket (digest, isp_id, service_id, mac, nas_ids, expires_at, until)
        VALUES (${ticketDigest(ticket)}, ${ispId}, ${serviceId}, ${mac}, ${[...nasIds]}::int[], ${expiresAt}::timestamptz,
          ${until}::timestamptz)`,
  );
  return ticket;
}
