import { z } from 'zod';
import { Fault, notFound } from '../../../core/fault.ts';
import type { Network, SessionAddress } from '../../../core/network/network.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { findService } from '../../subscribers/services/find.ts';

const megabytes = () => wire.asStored(wire.decimal({ places: 2 }));

/** The open sessions of a service, the newest first. */
export const devices = z.array(
  z.object({
    /** Of the session; beyond the integers of JSON. */
    id: z.string(),
    mac: wire.shown().nullable(),
    ip: wire.shown().nullable(),
    /** Its IPv6 address, or else a prefix of it. */
    ip6: wire.shown().nullable(),
    /** ISO 8601. */
    since: z.string(),
    dl_mb: megabytes(),
    ul_mb: megabytes(),
  }),
);

export const whichDevice = z.strictObject({ serviceid: wire.id(), id: z.string().regex(/^\d{1,18}$/) });

const MAX_DEVICES = 50;

export async function readDevices(
  db: Pick<Database, 'pool'>,
  scope: Scope,
  serviceId: number,
): Promise<z.output<typeof devices>> {
  const { id } = await findService(db.pool, scope, serviceId);
  const rows = await query<Omit<z.output<typeof devices>[number], 'since'> & { since: Date }>(
    db.pool,
    sql`SELECT x.id::text AS id, x.mac, host(x.ip) AS ip, x.started_at AS since,
          coalesce(host(x.ip6_address), text(x.ip6_prefix), text(x.pd_prefix)) AS ip6,
          round(x.out_bytes / 1048576.0, 2) AS dl_mb, round(x.in_bytes / 1048576.0, 2) AS ul_mb
        FROM radius.session x WHERE ${isOpen(id)} ORDER BY x.started_at DESC, x.id DESC LIMIT ${MAX_DEVICES}`,
  );
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}

interface Dependencies {
  readonly db: Pick<Database, 'pool'>;
  readonly network: Pick<Network, 'disconnect'>;
  readonly scope: Scope;
  /** Writes the audit event of the call. */
  record(): Promise<void>;
}

/** Ends a session of a service. @throws Fault of kind `notFound`, or `nasRefused` without a word on the network */
export async function disconnectDevice(
  { db, network, scope, record }: Dependencies,
  { serviceid, id }: z.output<typeof whichDevice>,
): Promise<'done'> {
  const service = await findService(db.pool, scope, serviceid);
  const [session] = await query<SessionAddress>(
    db.pool,
    sql`SELECT x.nas_id AS "nasId", x.username, x.acct_session_id AS "acctSessionId", host(x.ip) AS "framedIp"
        FROM radius.session x WHERE ${isOpen(service.id)} AND x.id = ${id}::bigint`,
  );
  if (!session) throw notFound('device', id);
  // Before the request is sent: the session may end although its NAS does not say so.
  await record();
  const { result } = await network.disconnect(session);
  if (result !== 'acknowledged')
    throw new Fault('nasRefused', 'the device could not be disconnected; try again in a minute');
  return 'done';
}

const isOpen = (serviceId: number): Sql => sql`x.service_id = ${serviceId} AND x.ended_at IS NULL`;
