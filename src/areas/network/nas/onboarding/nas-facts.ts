import { z } from 'zod';
import type { Config } from '../../../../config/config.ts';
import type { Kernel } from '../../../../core/kernel.ts';
import { readRecord } from '../../../../core/records/row-locks.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import { sql } from '../../../../db/sql.ts';
import type { VendorName } from '../vendors.ts';
import type { Ipv6Mode } from '../vocabulary.ts';
import type { OnboardingFacts } from './facts.ts';
import { defaultServer, serverAddress, UNKNOWN_SERVER } from './server.ts';

export const onboardInput = z.strictObject({
  id: wire.id(),
  server: wire.described('default: the host of PUBLIC_URL', serverAddress()).optional(),
});

export interface NasRow {
  readonly id: number;
  readonly ispId: number;
  readonly vendor: VendorName;
  readonly ip: string;
  readonly secret: Buffer;
  readonly coaPort: number;
  readonly ipoe: boolean;
  /** Seconds between two Interim-Updates. */
  readonly interimS: number;
  readonly apiUsername: string | null;
  readonly graphPort: number | null;
  readonly ipv6Mode: Ipv6Mode;
  readonly tlsIdentity: string | null;
  readonly policy: 'yes' | 'no' | 'auto';
  readonly identifier: string | null;
  readonly proxyId: number | null;
  /** Null: unknown to the caller. */
  readonly proxy: string | null;
  readonly proxyIp: string | null;
}

const columns = ({
  ispId,
  resellerId,
}: Scope) => sql`x.id, x.isp_id AS "ispId", x.vendor, host(x.ip) AS ip, x.secret_enc AS secret, x.coa_port AS "coaPort", x.ipoe,
  radius.interim_interval(x.id) AS "interimS", x.api_username AS "apiUsername",
  CASE WHEN x.snmp_graph THEN x.http_port END AS "graphPort",
  x.ipv6_mode AS "ipv6Mode", x.tls_identity AS "tlsIdentity", x.require_message_authenticator AS policy, radius.shown(x.identifier) AS identifier,
  x.proxy_id AS "proxyId",
  (SELECT p.name FROM radius.proxy p WHERE p.id = x.proxy_id AND ${managed(ispId, resellerId)}) AS proxy,
  (SELECT host(p.ip) FROM radius.proxy p WHERE p.id = x.proxy_id AND ${managed(ispId, resellerId)}) AS "proxyIp"`;

/** Who sees a proxy: the ISP its own, not its resellers; the server administrator all. */
const managed = (ispId: number | null, resellerId: number | null) =>
  sql`(${ispId}::int IS NULL OR ${resellerId}::int IS NULL AND p.isp_id = ${ispId}::int)`;

export interface Question {
  readonly scope: Scope;
  readonly kernel: Pick<Kernel, 'db' | 'config' | 'secretsKeys'>;
  readonly input: z.output<typeof onboardInput>;
}

/** @throws Fault of kind `notFound` unless the caller's side owns the NAS */
export const readNas = ({ scope, kernel, input }: Question): Promise<NasRow> =>
  readRecord<NasRow>(kernel.db.pool, scope, { what: 'NAS', id: input.id }, columns(scope));

/** What its configuration is made of. `server`: the node as the NAS reaches it, if the caller names it. */
export function factsOf(nas: NasRow, config: Config, server: string | undefined): OnboardingFacts {
  const { radius, radsec, publicUrl } = config;
  const isBehindProxy = nas.proxyId !== null;
  const isOverTls = nas.tlsIdentity !== null && !isBehindProxy;
  const own = defaultServer(publicUrl);
  return {
    server: server ?? (isBehindProxy ? (nas.proxyIp ?? UNKNOWN_SERVER) : own),
    authPort: isBehindProxy ? 1812 : radius.authPort,
    acctPort: isBehindProxy ? 1813 : radius.acctPort,
    coaPort: nas.coaPort,
    id: nas.id,
    nasIp: nas.ip,
    ipoe: nas.ipoe,
    interimS: nas.interimS,
    apiUsername: nas.apiUsername,
    graphPort: nas.graphPort,
    ipv6Mode: nas.ipv6Mode,
    garden: gardenOf(nas, config, isBehindProxy ? own : (server ?? own)),
    radSecPort: isOverTls ? (radsec?.port ?? 2083) : null,
  };
}

/** The page names the ISP of the NAS: an address alone does not say whose it is. So does the port, if the ISP has one. */
function gardenOf({ ispId }: NasRow, { captive, publicUrl }: Config, host: string): OnboardingFacts['garden'] {
  const portOf = (id: number | null) => captive?.ports.find((each) => each.ispId === id)?.port;
  const port = portOf(ispId) ?? portOf(null);
  if (port === undefined || publicUrl === undefined) return null;
  return { url: publicUrl, page: `${publicUrl}/captive/${ispId}`, port, host };
}
