import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { badParameters, type FieldFault, notFound } from '../../core/fault.ts';
import { created } from '../../core/scope.ts';
import {
  csv,
  described,
  flagOnOff,
  flagYN,
  inWords,
  ipv4,
  oneOf,
  ownerId,
  secret,
  text,
  wholeNumber,
} from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { Prisma } from '../../db/generated/client.ts';
import { seal } from '../../db/seal.ts';
import { ownerOfNew, ownerShape } from '../isps/owner.ts';
import { destinationFaults } from './destination.ts';
import { rateTemplateFaults } from './rate-template.ts';
import { VENDOR_NAMES, type VendorName, vendorFacts } from './vendors.ts';
import { LINE_RATE_MBPS, MAX_LINE_RATE_MBPS, MESSAGE_AUTHENTICATOR_POLICIES } from './vocabulary.ts';

export const port = () => wholeNumber(1, 65_535);
export const lineRate = () => wholeNumber(1, MAX_LINE_RATE_MBPS);
/** The contract's own bounds (section 8). */
export const httpPort = () => wholeNumber(1, 65_536);

/** How the rate is written where the vendor's own form does not fit. */
export const rateTemplate = () =>
  described(
    'how the rate is written, with {up_kbps}, {down_kbps}, {up_bps}, {down_bps}, and {burst} for Mikrotik; Cisco: an AV pair a line',
    text(1000),
  );

/** Contract 4.5. */
export const newNas = z.strictObject({
  ...ownerShape(),
  resellers: described('ids of those it is shared with; 0: with all', csv(ownerId(), { min: 0 })).optional(),
  name: text(),
  secret: secret(),
  ip: ipv4(),
  vendor: oneOf(VENDOR_NAMES).default('Mikrotik'),
  coa_port: described('UDP port for Disconnect and CoA, 1024 or above', port()).default(3799),
  snmp_graph: flagOnOff().default(false),
  http_port: httpPort().optional(),
  api_enable: flagOnOff().default(false),
  api_username: text(64).optional(),
  api_password: secret().optional(),
  api_port: port().optional(),
  description: text(500).optional(),
  require_message_authenticator: described(
    'auto: from the first packet on that has one',
    oneOf(MESSAGE_AUTHENTICATOR_POLICIES),
  ).default('auto'),
  swap_direction: described('does the NAS count uploads as output?', flagYN()).default(false),
  rate_template: rateTemplate().optional(),
  line_rate_mbps: described('the most that one line carries, in Mbit/s', lineRate()).default(LINE_RATE_MBPS),
});

type NewNas = z.output<typeof newNas>;

const SNMP_GRAPH_VENDORS = VENDOR_NAMES.filter((name) => vendorFacts(name).snmpGraph);

/** What the rules look at; an update gives them the NAS as it will be. */
interface NasRules extends Partial<Pick<NewNas, 'http_port' | 'api_username' | 'api_password' | 'api_port'>> {
  readonly vendor: VendorName;
  readonly rate_template?: string | undefined;
  readonly snmp_graph: boolean;
  readonly api_enable: boolean;
}

/** The rules of contract 4.5 that join several parameters. */
export function nasFaults(input: NasRules): FieldFault[] {
  const faults: FieldFault[] = [];
  if (input.snmp_graph && input.http_port === undefined) {
    faults.push({ parameter: 'http_port', problem: 'is required when snmp_graph is on' });
  }
  if (input.snmp_graph && !vendorFacts(input.vendor).snmpGraph) {
    faults.push({ parameter: 'snmp_graph', problem: `only a ${inWords(SNMP_GRAPH_VENDORS)} NAS supports it` });
  }
  for (const parameter of ['api_username', 'api_password', 'api_port'] as const) {
    if (input.api_enable && input[parameter] === undefined) {
      faults.push({ parameter, problem: 'is required when api_enable is on' });
    }
  }
  return [...faults, ...rateTemplateFaults(input.rate_template, input.vendor)];
}

/** Adds a NAS; it is served from the next packet on. Returns its id. */
export async function createNas(tx: Tx, { scope, kernel }: Call, input: NewNas): Promise<number> {
  const faults = [...destinationFaults(input, kernel.config.nasAddresses), ...nasFaults(input)];
  const sharing = input.resellers?.filter((resellerId) => resellerId !== 0) ?? [];
  if ((input.resellerid ?? scope.resellerId) !== 0 && sharing.length > 0) {
    faults.push({ parameter: 'resellers', problem: 'applies only when resellerid is 0' });
  }
  if (faults.length > 0) throw badParameters(faults);
  const owner = await ownerOfNew(tx, scope, input);
  const nas = await tx.nas.create({
    data: {
      ...owner,
      ...nasFields(input),
      shareAll: owner.resellerId === null && sharing.length === 0,
      secretEnc: seal(kernel.secretsKey, 'nas.secret', input.secret),
      apiPasswordEnc:
        input.api_password === undefined ? null : seal(kernel.secretsKey, 'nas.api_password', input.api_password),
      ...created(scope),
    },
    select: { id: true },
  });
  await share(tx, { nasId: nas.id, ispId: owner.ispId, resellerIds: sharing });
  return nas.id;
}

function nasFields(input: NewNas) {
  return {
    name: input.name,
    ip: input.ip,
    vendor: input.vendor,
    coaPort: input.coa_port,
    snmpGraph: input.snmp_graph,
    httpPort: input.http_port ?? null,
    apiEnable: input.api_enable,
    apiUsername: input.api_username ?? null,
    apiPort: input.api_port ?? null,
    description: input.description ?? null,
    requireMessageAuthenticator: input.require_message_authenticator,
    swapDirection: input.swap_direction,
    ...(input.rate_template === undefined ? {} : { vendorSettings: vendorSettings(input.rate_template) }),
    lineRateMbps: input.line_rate_mbps,
  };
}

/** As `radius/directory` reads them. */
export function vendorSettings(rateTemplate: string | null) {
  return rateTemplate === null ? Prisma.DbNull : { rate_template: rateTemplate };
}

interface Sharing {
  readonly nasId: number;
  readonly ispId: number;
  readonly resellerIds: readonly number[];
}

/** Shares an ISP-owned NAS with some of its resellers. */
export async function share(tx: Tx, { nasId, ispId, resellerIds }: Sharing): Promise<void> {
  if (resellerIds.length === 0) return;
  const known = await tx.reseller.findMany({
    where: { ispId, id: { in: [...resellerIds] }, deletedAt: null },
    select: { id: true },
  });
  const unknown = resellerIds.find((resellerId) => !known.some(({ id }) => id === resellerId));
  if (unknown !== undefined) throw notFound('reseller', unknown);
  await tx.nasShare.createMany({ data: resellerIds.map((resellerId) => ({ nasId, ispId, resellerId })) });
}
