import { column } from '../../../core/list/index.ts';
import type { NetworkOutcome } from '../../../core/network/network.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';

/** What to do about a NAK, by its Error-Cause (RFC 5176 section 3.5). */
const ADVICE: Readonly<Record<number, string>> = {
  401: 'The NAS does not know an attribute of the request. Check that its vendor is right here, and that its software supports CoA with that attribute.',
  402: 'The request lacks an attribute that the NAS needs. Check whether coa_naming is none, and what the configuration of the NAS requires.',
  403: 'The NAS does not recognise its name in the request. Compare coa_naming with the NAS-IP-Address and NAS-Identifier in its configuration.',
  404: 'The NAS cannot read the request. Check that its vendor is right here.',
  405: 'The NAS does not offer this. Switch on dynamic authorization (CoA and Disconnect) there.',
  406: 'The NAS does not offer this. Check what its software supports.',
  407: 'The NAS does not know a value of the request, such as the name of a pool, filter or profile. Create it there.',
  501: 'The configuration of the NAS forbids it. Make the NAS accept Disconnect and CoA from this node.',
  502: 'The RADIUS proxy cannot reach the NAS. Add the NAS there, or set coa_by to nas.',
  503: 'The NAS no longer has this session. The node ends it after three intervals without a report.',
  504: 'The NAS cannot end this session on request. End it there.',
  505: 'The RADIUS proxy failed to forward the request. See its log.',
  506: 'The NAS is short of resources. Try again later.',
  508: 'The NAS found several sessions. End them there, or restart its accounting.',
};
const OTHERWISE = 'See the log of the NAS for details.';

/** One sentence for the person who asked; null: no NAS has answered. */
export function adviceOn(outcome: NetworkOutcome): string | null {
  if (outcome.result !== 'refused' || outcome.nak === undefined) return null;
  return ADVICE[outcome.nak.cause ?? 0] ?? OTHERWISE;
}

/** Why the NAS of the session `x` refused the last Disconnect- or CoA-Request that it refused, since the last CoA that it took. */
export const refusalColumns = {
  refused_at: column(wire.timestamp().nullable(), sql`to_timestamp((x.refusal ->> 'at')::float8 / 1000)`),
  refusal: column(wire.shown().nullable(), sql`x.refusal ->> 'reason'`),
  advice: column(wire.shown().nullable(), sql`x.refusal ->> 'advice'`),
};
