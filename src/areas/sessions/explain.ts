import { z } from 'zod';
import { badParameter, Fault, notFound } from '../../core/fault.ts';
import type { LoginExplanation, Network } from '../../core/network.ts';
import { type Scope, scopeConditions } from '../../core/scope.ts';
import * as wire from '../../core/wire/index.ts';
import type { Database } from '../../db/database.ts';
import { join, query, sql } from '../../db/sql.ts';
import { sharedWith } from '../nas/list.ts';
import { SERVICE_STATUSES } from '../services/vocabulary.ts';
import { type Facts, factsOfLogin } from './explain-facts.ts';
import { AUTH_RESPONSES } from './logs.ts';
import { isSubscriber } from './subscriber.ts';

export const explained = z.strictObject({
  username: wire.text(),
  nasip: wire.ipv4().optional(),
  mac: wire.mac().optional(),
});

export const explanation = z.object({
  serviceid: wire.id(),
  username: wire.shown(),
  status: wire.oneOf(SERVICE_STATUSES),
  bw_level: wire.amount(),
  data_exhausted: wire.flagYN(),
  valid_upto: wire.ymd().nullable(),
  /** What a login with the right password would get. */
  response: wire.oneOf(AUTH_RESPONSES),
  access: wire.oneOf(['plan', 'reduced', 'blocked', 'none']),
  reason: wire.shown().nullable(),
  dl: wire.amount().nullable(),
  ul: wire.amount().nullable(),
  nasip: wire.ipv4().nullable(),
  mac: wire.shown().nullable(),
  attributes: z.array(z.object({ name: wire.shown(), value: wire.shown() })),
  online: wire.flagYN(),
  sessionid: wire.shown().nullable(),
  /** Does the live session have what a login would get? Null without one, and where that is not known. */
  session_current: wire.flagYN().nullable(),
  last_response: wire.oneOf(AUTH_RESPONSES).nullable(),
  last_reason: wire.shown().nullable(),
  last_at: wire.timestamp().nullable(),
});

type Input = z.output<typeof explained>;

interface Means {
  readonly db: Pick<Database, 'pool'>;
  readonly network: Pick<Network, 'explain'>;
}

const NO_NAS: LoginExplanation = {
  ...{ access: 'none', reason: 'no NAS serves the reseller of the service', leaseFrom: null },
  ...{ downKbps: null, upKbps: null, attributes: [] },
};

/**
 * Why a subscriber is rejected, slow or blocked: a login that nobody makes. Without `nasip` it comes from where the subscriber
 * is, or was last; without `mac` from the device that is online, or bound.
 */
export async function explainUser(
  { db, network }: Means,
  scope: Scope,
  input: Input,
): Promise<z.output<typeof explanation>> {
  const nasId = input.nasip === undefined ? null : await findNas(db, scope, input.nasip);
  const serviceId = await findByName(db, scope, { username: input.username, nasId });
  const facts = await factsOfLogin(db, { serviceId, nasId });
  if (!facts) throw notFound('service', serviceId);
  const mac = input.mac ?? facts.sessionMac ?? facts.boundMac;
  const said = facts.nasId === null ? NO_NAS : await network.explain({ serviceId, nasId: facts.nasId, mac });
  if (!said) throw new Fault('conflict', `the NAS ${facts.nasip} is not known to this node yet`);
  const { access, reason, attributes } = withCircumstances(said, facts, mac);
  return {
    ...facts.shown,
    response: access === 'none' ? 'Access-Reject' : 'Access-Accept',
    access,
    reason,
    dl: access === 'none' ? null : said.downKbps,
    ul: access === 'none' ? null : said.upKbps,
    nasip: facts.nasip,
    mac,
    attributes: attributes.map(([name, value]) => ({ name, value })),
    session_current: facts.drifting === null ? null : !facts.drifting,
  };
}

/** What stands in the way besides the rules: another session, and a pool without a free address. */
function withCircumstances(said: LoginExplanation, facts: Facts, mac: string | null): LoginExplanation {
  const refused = (reason: string): LoginExplanation => ({
    ...said,
    access: 'none',
    reason,
    attributes: [['Reply-Message', reason]],
  });
  if (said.access === 'none') return said;
  if (facts.shown.online && facts.isFresh && isElsewhere(facts, mac))
    return refused(`another session is open on the NAS ${facts.sessionNas}`);
  if (said.leaseFrom === null) return said;
  if (facts.lease === null) return refused('the IP pool has no free address');
  return { ...said, attributes: [...said.attributes, ['Framed-IP-Address', facts.lease]] };
}

/** From another device, or, where that cannot be told, at another NAS. */
function isElsewhere({ sessionMac, sessionNas, nasip }: Facts, mac: string | null): boolean {
  return sessionMac !== null && mac !== null ? sessionMac !== mac : sessionNas !== nasip;
}

async function findNas(db: Means['db'], scope: Scope, ip: string): Promise<number> {
  const visible = scopeConditions(scope, { isp: 'n.isp_id', deleted: 'n.deleted_at', own: sharedWith });
  const [nas] = await query<{ id: number }>(
    db.pool,
    sql`SELECT n.id FROM radius.nas n WHERE ${join([...visible, sql`n.ip = ${ip}`], ' AND ')}`,
  );
  if (!nas) throw notFound('NAS', ip);
  return nas.id;
}

/** A server administrator says by the NAS of which ISP the user is. */
async function findByName(
  db: Means['db'],
  scope: Scope,
  { username, nasId }: { username: string; nasId: number | null },
): Promise<number> {
  const found = await query<{ id: number }>(
    db.pool,
    sql`SELECT s.id FROM crm.service s WHERE ${isSubscriber(scope, username)}
        AND (${nasId}::int IS NULL OR s.isp_id = (SELECT n.isp_id FROM radius.nas n WHERE n.id = ${nasId})) LIMIT 2`,
  );
  const [service, another] = found;
  if (!service) throw notFound('user', username);
  if (another) throw badParameter('nasip', 'is required: more than one ISP has a user of that name');
  return service.id;
}
