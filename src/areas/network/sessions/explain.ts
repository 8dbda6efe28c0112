import { badParameter, Fault, notFound } from '../../../core/fault.ts';
import type { LoginExplanation, Network, PrefixExplanation } from '../../../core/network/network.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { findVisibleNas } from '../nas/find.ts';
import { type LoginFacts, readLoginFacts } from './explain-facts.ts';
import { findByIdentity, type IdentityKind } from './explain-identity.ts';
import type { ExplainInput, Explanation } from './explanation.ts';
import { isSubscriber } from './subscriber.ts';

interface Dependencies {
  readonly db: Pick<Database, 'pool'>;
  readonly network: Pick<Network, 'explain'>;
}

const NO_NAS: LoginExplanation = {
  ...{ access: 'none', reason: 'no NAS serves the reseller of the service', cause: null, leaseFrom: null },
  ...{ nasPool: null, address: null, downKbps: null, upKbps: null, attributes: [] },
  ...{ framed: null, delegated: null },
};

const NO_IPOE = 'the NAS may not send identities, because its ipoe is N';

/**
 * Why a subscriber is rejected, slow or blocked, found by a simulated login. Without `nasip` it comes from the NAS where the
 * subscriber is, or was last; without `mac` from the device that is online, or bound. Without `username` it presents an
 * identity instead of a password.
 */
export async function explainUser(dependencies: Dependencies, scope: Scope, input: ExplainInput): Promise<Explanation> {
  const { db } = dependencies;
  const nasId = input.nasip === undefined ? null : await findVisibleNas(db, scope, input.nasip);
  const { username, mac } = input;
  if (username !== undefined) {
    const serviceId = await findByName(db, scope, { username, nasId });
    return explainService(dependencies, { serviceId, nasId, mac });
  }
  if (input.circuit_id === undefined && mac === undefined)
    throw badParameter('username', 'is required unless circuit_id or mac is given');
  const { id: serviceId, kind: identity } = await findByIdentity(db, scope, { line: input, nasId });
  return explainService(dependencies, { serviceId, nasId, mac, identity });
}

interface Simulated {
  /** Of a service in the caller's scope. */
  readonly serviceId: number;
  readonly nasId: number | null;
  readonly mac?: string | undefined;
  /** What it presents instead of a password. */
  readonly identity?: IdentityKind;
}

/** @throws Fault of kind `conflict` if this node does not know the NAS yet */
export async function explainService(
  { db, network }: Dependencies,
  { serviceId, nasId, mac: given, identity }: Simulated,
): Promise<Explanation> {
  const facts = await readLoginFacts(db, { serviceId, nasId, byIdentity: identity !== undefined });
  if (!facts) throw notFound('service', serviceId);
  const mac = given ?? facts.sessionMac ?? facts.boundMac;
  const login = facts.nasId === null ? NO_NAS : await network.explain({ serviceId, nasId: facts.nasId, mac });
  if (!login) throw new Fault('conflict', `this node does not know the NAS ${facts.nasip} yet`);
  const { access, reason, cause, attributes } =
    identity !== undefined && facts.nasId !== null && !facts.mayPresent
      ? refused(login, NO_IPOE)
      : withSessionAndLease(login, facts, mac);
  const granted = access === 'none' ? null : login;
  return {
    ...facts.shown,
    response: granted ? 'Access-Accept' : 'Access-Reject',
    access,
    reason,
    cause,
    dl: granted?.downKbps ?? null,
    ul: granted?.upKbps ?? null,
    pool: granted && (granted.leaseFrom === null ? granted.nasPool : facts.poolName),
    ip: granted && (granted.leaseFrom === null ? granted.address : facts.lease),
    ip6_prefix: granted && prefixOf(granted.framed, 'Framed', facts),
    ip6_pool: granted?.framed?.pool ?? null,
    pd_prefix: granted && prefixOf(granted.delegated, 'Delegated', facts),
    pd_pool: granted?.delegated?.pool ?? null,
    nasip: facts.nasip,
    mac,
    identity: identity ?? null,
    attributes: attributes.map(([name, value]) => ({ name, value })),
    session_current: facts.drifting === null ? null : !facts.drifting,
  };
}

/** A static prefix, or the one that the service has in the pool or would get back; null: any other. */
function prefixOf(source: PrefixExplanation | null, kind: 'Framed' | 'Delegated', facts: LoginFacts): string | null {
  if (source?.poolId == null) return source?.prefix ?? null;
  const held = facts.prefixes.find((each) => each.kind === kind && each.poolId === source.poolId);
  return held?.prefix ?? null;
}

/** What the policy does not know: another open session, and the lease. */
function withSessionAndLease(login: LoginExplanation, facts: LoginFacts, mac: string | null): LoginExplanation {
  if (login.access === 'none') return login;
  const others = facts.lines.filter((line) => isElsewhere(line, facts, mac));
  if (others.length >= facts.limit) return refused(login, whyFull(others));
  if (login.leaseFrom === null) return login;
  if (facts.lease === null) return refused(login, 'the IP pool has no free address');
  return { ...login, attributes: [...login.attributes, ['Framed-IP-Address', facts.lease]] };
}

function refused(login: LoginExplanation, reason: string): LoginExplanation {
  return { ...login, access: 'none', reason, cause: null, attributes: [['Reply-Message', reason]] };
}

/** From another device or, if a MAC is unknown, at another NAS. */
function isElsewhere(line: LoginFacts['lines'][number], { nasip }: LoginFacts, mac: string | null): boolean {
  return line.mac !== null && mac !== null ? line.mac !== mac : line.nas !== nasip;
}

function whyFull(lines: LoginFacts['lines']): string {
  const nases = [...new Set(lines.map(({ nas }) => nas))].join(', ');
  return lines.length === 1
    ? `another session is open on the NAS ${nases}`
    : `${lines.length} sessions are open, which is the limit, on the NAS ${nases}`;
}

/** A username is unique within an ISP; for the server administrator `nasip` tells the ISP. */
async function findByName(
  db: Dependencies['db'],
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
  if (another) throw badParameter('nasip', 'is required, because more than one ISP has a user with this name');
  return service.id;
}
