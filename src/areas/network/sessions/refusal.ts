import { column } from '../../../core/list/index.ts';
import type { NetworkOutcome } from '../../../core/network/network.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';

/** What to do about a NAK, by its Error-Cause (RFC 5176 section 3.5). */
const ADVICE: Readonly<Record<number, string>> = {
  401: 'The NAS does not know an attribute of the request: see whether its vendor here is right, and whether its software supports CoA for it.',
  402: 'The NAS misses an attribute: see whether coa_naming is none, and what its configuration requires of a request.',
  403: 'The NAS does not know itself by the name in the request: compare the NAS-IP-Address and NAS-Identifier that it is configured with, and coa_naming.',
  404: 'The NAS cannot read the request: see whether its vendor here is right.',
  405: 'The NAS does not offer this: switch on dynamic authorization (CoA and Disconnect) there.',
  406: 'The NAS does not offer this: see what its software supports.',
  407: 'The NAS does not know a value of the request, such as the name of a pool, filter or profile: create it there.',
  501: 'The configuration of the NAS forbids it: let it accept Disconnect and CoA from this node.',
  502: 'The RADIUS proxy does not know the way to the NAS: add the NAS there, or set coa_by to nas.',
  503: 'The NAS no longer has this session: it is ended here when no report has come for three intervals.',
  504: 'The NAS cannot end this session by request: end it there.',
  505: 'The RADIUS proxy failed to pass the request on: see its log.',
  506: 'The NAS is short of resources: try again later.',
  508: 'The NAS found several sessions: end them there, or restart its accounting.',
};
const OTHERWISE = 'The log of the NAS may say more.';

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
