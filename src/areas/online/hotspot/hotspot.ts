import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { unseal } from '../../../db/seal.ts';
import { query, sql } from '../../../db/sql.ts';
import { LOGO_PATH } from '../../tenancy/isps/logo/read.ts';
import { isAmong, type Target } from './target.ts';
import { UAM_PURPOSE } from './vocabulary.ts';

/** How the ISP of a hotspot looks. */
export interface HotspotIsp {
  readonly id: number;
  readonly name: string;
  /** `#rrggbb` and an address, empty: none. */
  readonly color: string;
  readonly logo: string;
  readonly language: string;
}

/** Null: there is no such ISP, or it is being moved. */
export async function hotspotIsp({ db }: Pick<Kernel, 'db'>, ispId: number): Promise<HotspotIsp | null> {
  const [isp] = await query<HotspotIsp>(
    db.pool,
    sql`SELECT i.id, i.name, t.portal_color AS color, ${LOGO_PATH} AS logo, t.notice_language AS language
        FROM crm.isp i JOIN crm.isp_setting t ON t.isp_id = i.id
        WHERE i.id = ${ispId} AND i.deleted_at IS NULL AND NOT ${isFrozen(sql`i.id`)}`,
  );
  return isp ?? null;
}

/** The NASes at a target: those that a ticket is good for. */
export interface Hotspot {
  readonly nasIds: readonly number[];
  /** Null: none is set. */
  readonly uamSecret: string | null;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly identifier: string | null;
  readonly hosts: readonly string[];
  readonly uamSecret: Buffer | null;
}

/**
 * The NASes of an ISP that have the target among their `hotspot_hosts`: where several have, the one that `says` names, if it names
 * one. @throws Fault of kind `badInput` if there is none, or if it depends on the NAS what its secret is
 */
export async function hotspotAt(
  { db, secretsKeys }: Pick<Kernel, 'db' | 'secretsKeys'>,
  { ispId, target, says }: { readonly ispId: number; readonly target: Target; readonly says: string },
): Promise<Hotspot> {
  const rows = await query<Row>(
    db.pool,
    sql`SELECT n.id, n.name, n.identifier, n.hotspot_hosts AS hosts, n.uam_secret_enc AS "uamSecret" FROM radius.nas n
        WHERE n.isp_id = ${ispId} AND n.deleted_at IS NULL AND n.hotspot_hosts <> '{}' ORDER BY n.id`,
  );
  const there = rows.filter(({ hosts }) => isAmong(hosts, target));
  if (there.length === 0) throw new Fault('badInput', 'this is not the login address of a hotspot of this provider');
  const named = there.filter(({ name, identifier }) => says !== '' && (identifier === says || name === says));
  const nases = named.length > 0 ? named : there;
  return { nasIds: nases.map(({ id }) => id), uamSecret: secretOf(secretsKeys, nases) };
}

function secretOf(keys: SecretsKeys, nases: readonly Row[]): string | null {
  const secrets = nases.map(({ uamSecret }) => (uamSecret === null ? null : unseal(keys, UAM_PURPOSE, uamSecret)));
  const [first = null, ...others] = [...new Set(secrets)];
  if (others.length > 0)
    throw new Fault('badInput', 'several hotspots have this login address; the page must say which');
  return first;
}
