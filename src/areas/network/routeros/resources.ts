import { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { COMMANDS } from '../../../routeros/commands.ts';
import type { Reply, Row } from '../../../routeros/exchange.ts';
import { noted } from './answering.ts';
import { askRouter } from './ask.ts';
import { refusedCommand } from './failure-fault.ts';
import { findRouter, type RouterKernel, type RouterNas } from './find.ts';
import { clockIn, durationMs, numberIn, textIn } from './values.ts';

const share = () => wire.wholeNumber(0, 100).nullable();

export const routerResources = z.object({
  identity: wire.shown().nullable(),
  board: wire.shown().nullable(),
  architecture: wire.shown().nullable(),
  version: wire.shown().nullable(),
  /** Seconds. */
  uptime: wire.amount().nullable(),
  /** When it restarted, if its uptime fell between two questions. */
  rebooted_at: wire.timestamp().nullable(),
  cpus: wire.count().nullable(),
  cpu_percent: share(),
  /** Megabytes of 2^20 octets. */
  memory_mb: wire.count().nullable(),
  memory_free_mb: wire.count().nullable(),
  disk_free_mb: wire.count().nullable(),
  /** Seconds; negative: it is slow. */
  clock_ahead: wire.count().nullable(),
  time_zone: wire.shown().nullable(),
});

type RouterResources = z.output<typeof routerResources>;

/** What a router says of itself. @throws Fault as `askRouter` */
export async function resourcesOf(kernel: RouterKernel, scope: Scope, nasId: number): Promise<RouterResources> {
  const nas = await findRouter(kernel.db.pool, scope, nasId);
  const [resource, identity, clock] = await noted(kernel, nasId, () => askedOf(kernel, nas));
  const now = kernel.clock.now();
  const [row] = resource?.rows ?? [];
  const uptimeMs = durationMs(row?.get('uptime'));
  const uptime = uptimeMs === null ? null : Math.floor(uptimeMs / 1_000);
  const time = clockIn(clock?.rows[0]);
  return {
    identity: textIn(identity?.rows[0], 'name'),
    ...systemOf(row),
    uptime,
    rebooted_at: uptime === null ? null : await noteUptime(kernel.db, nas.id, { uptime, now }),
    clock_ahead: time === null ? null : Math.round((time.getTime() - now.getTime()) / 1_000),
    time_zone: textIn(clock?.rows[0], 'time-zone-name'),
  };
}

async function askedOf(kernel: RouterKernel, nas: RouterNas): Promise<Reply[]> {
  const replies = await Promise.all(
    [COMMANDS.resource, COMMANDS.identity, COMMANDS.clock].map((command) => askRouter(kernel, nas, command)),
  );
  if (replies[0]?.isRefused) throw refusedCommand();
  return replies;
}

function systemOf(row: Row | undefined) {
  const megabytes = (name: string) => {
    const octets = numberIn(row, name);
    return octets === null ? null : Math.floor(octets / 2 ** 20);
  };
  const cpu = numberIn(row, 'cpu-load');
  return {
    board: textIn(row, 'board-name'),
    architecture: textIn(row, 'architecture-name'),
    version: textIn(row, 'version'),
    cpus: numberIn(row, 'cpu-count'),
    cpu_percent: cpu === null ? null : Math.min(100, cpu),
    memory_mb: megabytes('total-memory'),
    memory_free_mb: megabytes('free-memory'),
    disk_free_mb: megabytes('free-hdd-space'),
  };
}

/** Answers of two nodes may be written in either order, so a few seconds less mean nothing. */
const SLACK_S = 60;

async function noteUptime(
  { pool }: Pick<Database, 'pool'>,
  nasId: number,
  { uptime, now }: { uptime: number; now: Date },
): Promise<Date | null> {
  const [noted] = await query<{ rebootedAt: Date | null }>(
    pool,
    sql`UPDATE radius.nas_api SET uptime_s = ${uptime},
          rebooted_at = CASE WHEN uptime_s > ${uptime}::bigint + ${SLACK_S} THEN ${now}::timestamptz - make_interval(secs => ${uptime})
            ELSE rebooted_at END
        WHERE nas_id = ${nasId} RETURNING rebooted_at AS "rebootedAt"`,
  );
  if (!noted) throw new Fault('notFound', `there is no NAS ${nasId}`);
  return noted.rebootedAt;
}
