import { z } from 'zod';
import type { Document } from '../../../../core/content/download.ts';
import { badParameter, Fault } from '../../../../core/fault.ts';
import type { Kernel } from '../../../../core/kernel.ts';
import { octetsOf } from '../../../../core/network/octet-text.ts';
import { readRecord } from '../../../../core/records/row-locks.ts';
import { type Scope, scopeConditions, wholeInstallation } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Database } from '../../../../db/database.ts';
import { join, query, sql } from '../../../../db/sql.ts';
import { sessionScope } from '../../sessions/columns.ts';
import { keepPace } from '../pace.ts';
import { keptPictures } from './kept-pictures.ts';

/** How RouterOS draws: the last 26 hours, 8 days, 5 weeks and 13 months. */
const PERIODS = ['daily', 'weekly', 'monthly', 'yearly'] as const;
const PER_MINUTE = 30;
/** Other ports below belong to services that take a request for something else. */
const LOWEST_PORT = 1_024;
const WEB_PORTS: readonly number[] = [80, 443];

export const graphInput = z.strictObject({
  id: wire.id(),
  serviceid: wire.id().optional(),
  interface: wire.text(64).optional(),
  period: wire.oneOf(PERIODS).default('daily'),
});
type Input = z.output<typeof graphInput>;

interface GraphNas {
  readonly ispId: number;
  readonly ip: string;
  readonly port: number | null;
  readonly isShown: boolean;
}

const COLUMNS = sql`x.isp_id AS "ispId", host(x.ip) AS ip, x.http_port AS port, x.snmp_graph AS "isShown"`;

interface Caller {
  readonly kernel: Pick<Kernel, 'db' | 'config' | 'clock'>;
  readonly scope: Scope;
  readonly actor: { readonly userId: number };
}

/**
 * A graph that a Mikrotik router draws of an interface or a queue, fetched from the router itself.
 * @throws Fault of kind `notFound`; `conflict` with what to set first; `tooMany` above 30 a minute
 */
export async function readGraph({ kernel, scope, actor }: Caller, input: Input): Promise<Document> {
  const { db, config, clock } = kernel;
  const [nas, names] = await wantedFrom(db, scope, input);
  const problem = problemOf(nas) ?? config.nasAddresses.refusal(nas.ip);
  if (problem !== null) throw new Fault('conflict', problem);
  const now = clock.now().getTime();
  keepPace(db, { what: 'graphs', perMinute: PER_MINUTE, of: actor.userId }, now);
  const pictures = keptPictures(db);
  const paths = names.flatMap((name) => [`queue/${escaped(name)}`, `iface/${escaped(name)}`]);
  // At once, so that a router that says nothing takes three seconds and not twelve.
  const all = await Promise.all(
    paths.map((path) => {
      const address = { ip: nas.ip, port: nas.port ?? 0, path: `/graphs/${path}/${input.period}.gif` };
      return pictures.get(nas.ispId, address, now);
    }),
  );
  const picture = all.find((each) => each !== null);
  if (picture) {
    const filename = `graph-${input.period}.${picture.mediaType.slice('image/'.length)}`;
    return { filename, media_type: picture.mediaType, content: picture.content };
  }
  throw new Fault('notFound', 'the router shows no such graph');
}

function problemOf({ port, isShown }: GraphNas): string | null {
  if (!isShown || port === null) return 'the graphs of the NAS are off; set snmp_graph and http_port';
  return port >= LOWEST_PORT || WEB_PORTS.includes(port)
    ? null
    : `http_port must be 80, 443 or from ${LOWEST_PORT} up to be connected to`;
}

/** The NAS, and the names that the interface or queue may have there. A reseller sees its subscribers also on a NAS of the ISP. */
async function wantedFrom(db: Database, scope: Scope, input: Input): Promise<[GraphNas, string[]]> {
  const { id, serviceid, interface: name } = input;
  if ((serviceid === undefined) === (name === undefined))
    throw badParameter('interface', 'is required unless there is a serviceid, and only then');
  if (name !== undefined) return [await findNas(db, scope, id), [name]];
  const conditions = [...scopeConditions(scope, sessionScope), sql`x.service_id = ${serviceid}`, sql`x.nas_id = ${id}`];
  const [session] = await query<{ username: string }>(
    db.pool,
    sql`SELECT x.username FROM radius.session x WHERE ${join([...conditions, sql`x.ended_at IS NULL`], ' AND ')}
        ORDER BY x.started_at DESC LIMIT 1`,
  );
  if (!session) throw new Fault('notFound', `service ${serviceid} has no open session on NAS ${id}`);
  const { username } = session;
  return [await findNas(db, wholeInstallation, id), [`<pppoe-${username}>`, `<hotspot-${username}>`]];
}

const findNas = (db: Database, scope: Scope, id: number): Promise<GraphNas> =>
  readRecord<GraphNas>(db.pool, scope, { what: 'NAS', id }, COLUMNS);

/** RouterOS escapes all but letters and digits: `%3Cpppoe%2Dravi%3E`. */
const escaped = (name: string): string =>
  [...octetsOf(name)]
    .map((octet) => {
      const character = String.fromCharCode(octet);
      return /[A-Za-z0-9]/.test(character) ? character : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
