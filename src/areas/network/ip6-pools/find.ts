import { readForUpdate } from '../../../core/records/row-locks.ts';
import type { Owner } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { Ip6PoolKind } from './vocabulary.ts';

export interface Ip6Pool extends Owner {
  readonly id: number;
  readonly name: string;
  readonly kind: Ip6PoolKind;
  readonly network: string;
  readonly length: number;
}

/** The pool, locked before it is read. */
export const lockIp6Pool = (tx: Tx, scope: Scope, id: number): Promise<Ip6Pool> =>
  readForUpdate<Ip6Pool>(
    tx,
    scope,
    { what: 'IPv6 pool', id },
    sql`x.id, x.isp_id AS "ispId", x.reseller_id AS "resellerId", x.name, x.kind, text(x.network) AS network, x.length`,
  );
