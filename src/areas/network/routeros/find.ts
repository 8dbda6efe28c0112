import type { Kernel } from '../../../core/kernel.ts';
import { type LockableRecord, readRecord } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Runner } from '../../../db/sql.ts';
import { sql } from '../../../db/sql.ts';

/** What the rules of this folder need of a node. No rule holds a connection to the database while it waits for a router. */
export type RouterKernel = Pick<Kernel, 'db' | 'config' | 'clock' | 'secretsKeys'>;

/** A NAS as its API is used. */
export interface RouterNas {
  readonly id: number;
  readonly ispId: number;
  readonly ip: string;
  readonly vendor: string;
  readonly isEnabled: boolean;
  readonly username: string | null;
  readonly passwordEnc: Buffer | null;
  readonly port: number | null;
  /** Changes with its settings. */
  readonly updatedAt: Date;
  readonly fingerprint: string | null;
  readonly offered: string | null;
  readonly offeredAt: Date | null;
  readonly pausedUpto: Date | null;
}

const COLUMNS = sql`x.id, x.isp_id AS "ispId", host(x.ip) AS ip, x.vendor, x.api_enable AS "isEnabled", x.api_username AS username,
  x.api_password_enc AS "passwordEnc", x.api_port AS port, x.updated_at AS "updatedAt",
  (SELECT a.fingerprint FROM radius.nas_api a WHERE a.nas_id = x.id) AS fingerprint,
  (SELECT a.offered FROM radius.nas_api a WHERE a.nas_id = x.id) AS offered,
  (SELECT a.offered_at FROM radius.nas_api a WHERE a.nas_id = x.id) AS "offeredAt",
  (SELECT a.paused_upto FROM radius.nas_api a WHERE a.nas_id = x.id) AS "pausedUpto"`;

const NAS: LockableRecord = 'NAS';

/** @throws Fault of kind `notFound` unless the caller's side owns it: a reseller asks nothing of a NAS that the ISP shares */
export const findRouter = (on: Runner, scope: Scope, nasId: number): Promise<RouterNas> =>
  readRecord<RouterNas>(on, scope, { what: NAS, id: nasId }, COLUMNS);
