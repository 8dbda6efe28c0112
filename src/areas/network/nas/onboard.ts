import { isIP } from 'node:net';
import { z } from 'zod';
import type { Config } from '../../../config/config.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { unseal } from '../../../db/seal.ts';
import { sql } from '../../../db/sql.ts';
import type { OnboardingFacts } from './onboarding/facts.ts';
import { ONBOARDING_FAULTS, onboardingFaults } from './onboarding/faults.ts';
import { readMarks, readUnknownSources } from './onboarding/marks.ts';
import { writeScripts } from './onboarding/scripts.ts';
import { defaultServer, serverAddress, UNKNOWN_SERVER } from './onboarding/server.ts';
import { todo } from './onboarding/todo.ts';
import type { VendorName } from './vendors.ts';
import type { Ipv6Mode } from './vocabulary.ts';

export const onboardInput = z.strictObject({
  id: wire.id(),
  server: wire.described('default: the host of PUBLIC_URL', serverAddress()).optional(),
});

const scriptFields = {
  /** `<server>`: nobody has named it. */
  server: wire.shown(),
  scripts: z.array(z.object({ place: wire.shown(), text: wire.shown() })),
  /** What is left to do by hand, one sentence each. */
  todo: z.array(wire.shown()),
};

export const nasScript = z.object(scriptFields);

const instant = () => wire.timestamp().nullable();

export const onboarding = z.object({
  ...scriptFields,
  /** When it was last seen; null: not yet. At most a minute old. */
  seen: z.object({
    auth: instant(),
    acct: instant(),
    interim: instant(),
    /** The first. */
    gigawords: instant(),
    /** The first without EAP. */
    message_authenticator: instant(),
    /** The minute of the last answer to a Disconnect- or CoA-Request. */
    coa: instant(),
  }),
  faults: z.array(z.object({ fault: wire.oneOf(ONBOARDING_FAULTS), problem: wire.shown(), at: instant() })),
});

interface NasRow {
  readonly id: number;
  readonly ispId: number;
  readonly vendor: VendorName;
  readonly ip: string;
  readonly secret: Buffer;
  readonly coaPort: number;
  readonly ipoe: boolean;
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
  x.ipv6_mode AS "ipv6Mode", x.tls_identity AS "tlsIdentity", x.require_message_authenticator AS policy, radius.shown(x.identifier) AS identifier,
  x.proxy_id AS "proxyId",
  (SELECT p.name FROM radius.proxy p WHERE p.id = x.proxy_id AND ${managed(ispId, resellerId)}) AS proxy,
  (SELECT host(p.ip) FROM radius.proxy p WHERE p.id = x.proxy_id AND ${managed(ispId, resellerId)}) AS "proxyIp"`;

/** Who sees a proxy: the ISP its own, not its resellers; the server administrator all. */
const managed = (ispId: number | null, resellerId: number | null) =>
  sql`(${ispId}::int IS NULL OR ${resellerId}::int IS NULL AND p.isp_id = ${ispId}::int)`;

interface Question {
  readonly scope: Scope;
  readonly kernel: Pick<Kernel, 'db' | 'config' | 'secretsKeys'>;
  readonly input: z.output<typeof onboardInput>;
}

/** @throws Fault of kind `notFound` unless the caller's side owns the NAS */
const readNas = ({ scope, kernel, input }: Question): Promise<NasRow> =>
  readRecord<NasRow>(kernel.db.pool, scope, { what: 'NAS', id: input.id }, columns(scope));

function configure(
  nas: NasRow,
  config: Config,
  { server, secret }: { server?: string | undefined; secret: string | null },
) {
  const facts = factsOf(nas, config, server);
  const { scripts, isUnsayable } = writeScripts(nas.vendor, facts, secret);
  const { vendor, identifier } = nas;
  const proxy = nas.proxyId === null ? null : (nas.proxy ?? 'in front of it');
  const isServerName = facts.server !== UNKNOWN_SERVER && isIP(facts.server) === 0;
  const left = todo({ vendor, facts, scripts, isUnsayable, isServerName, proxy, identifier });
  return { server: facts.server, scripts, todo: left };
}

function factsOf(nas: NasRow, config: Config, server: string | undefined): OnboardingFacts {
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

/** How to configure a NAS, what has been seen of it, and what is wrong. The secret stays secret. */
export async function onboard(question: Question): Promise<z.output<typeof onboarding>> {
  const { scope, kernel, input } = question;
  const nas = await readNas(question);
  const isAdministrator = scope.ispId === null;
  const [marks, unknown] = await Promise.all([
    readMarks(kernel.db, nas.id),
    isAdministrator ? readUnknownSources(kernel.db, nas.id) : [],
  ]);
  const signing = nas.proxyId === null && nas.tlsIdentity === null ? nas.policy : null;
  return {
    ...configure(nas, kernel.config, { server: input.server, secret: null }),
    seen: {
      auth: marks.auth_at,
      acct: marks.acct_at,
      interim: marks.interim_at,
      gigawords: marks.gigawords_at,
      message_authenticator: marks.message_authenticator_at,
      coa: marks.coa_at,
    },
    faults: onboardingFaults({ ip: nas.ip, coaPort: nas.coaPort, signing }, marks, unknown),
  };
}

/** The configuration with the secret in it. */
export async function revealScript(question: Question): Promise<z.output<typeof nasScript>> {
  const { kernel, input } = question;
  const nas = await readNas(question);
  const secret = unseal(kernel.secretsKeys, 'nas.secret', nas.secret);
  return configure(nas, kernel.config, { server: input.server, secret });
}
