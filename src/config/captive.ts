import { z } from 'zod';
import { type Networks, networksIn, parseNetworks } from './networks.ts';

/** A port for the web requests of blocked subscribers. */
export interface CaptivePort {
  readonly port: number;
  /** The ISP whose NASes send them there; null: it is not said. */
  readonly ispId: number | null;
}

export interface CaptiveSettings {
  /** Undefined: it is not offered. */
  readonly captive: { readonly address: string; readonly ports: readonly CaptivePort[] } | undefined;
  readonly addressOwners: AddressOwners;
}

interface Owned {
  readonly network: Networks;
  readonly bits: number;
  readonly ispId: number;
}

/** Whose subscribers have an address, as the operator says: what a tenant's NAS reports proves nothing about another's addresses. */
export class AddressOwners {
  /** The smallest network first. */
  readonly #owned: readonly Owned[];

  constructor(owned: readonly Owned[] = []) {
    this.#owned = [...owned].sort((one, other) => other.bits - one.bits);
  }

  /** Null: no network of an ISP has it. */
  of(address: string): number | null {
    return this.#owned.find(({ network }) => network.check(address))?.ispId ?? null;
  }
}

const ISP = /^[1-9]\d{0,8}$/;
const PORT = /^\d{1,5}$/;
const PORT_COMPLAINT =
  'must be a port number from 0 to 65535, or several ports with the ids of their ISPs, such as 8081, 8082=7';
const OWNED_COMPLAINT = 'must be networks with the ids of their ISPs, such as 203.0.113.0/24=7, separated by commas';

export const captiveVariables = {
  CAPTIVE_PORT: z
    .string()
    .transform((text, context) => parsed(text, portOf, PORT_COMPLAINT, context))
    .refine((ports) => new Set(ports.map(({ ispId }) => ispId)).size === ports.length, PORT_COMPLAINT)
    .optional(),
  CAPTIVE_NETWORKS: z
    .string()
    .transform((text, context) => parsed(text, ownedOf, OWNED_COMPLAINT, context))
    .transform((owned) => new AddressOwners(owned))
    .default(new AddressOwners()),
};

function parsed<T>(
  text: string,
  parse: (item: string) => T | undefined,
  complaint: string,
  context: z.RefinementCtx,
): T[] {
  const items = text.split(',').map((item) => parse(item.trim()));
  if (items.every((item) => item !== undefined)) return items;
  context.addIssue(complaint);
  return z.NEVER;
}

function portOf(item: string): CaptivePort | undefined {
  const [port = '', isp, ...more] = item.split('=');
  if (!PORT.test(port) || Number(port) > 65_535 || more.length > 0) return undefined;
  if (isp === undefined) return { port: Number(port), ispId: null };
  return ISP.test(isp) ? { port: Number(port), ispId: Number(isp) } : undefined;
}

function ownedOf(item: string): Owned | undefined {
  const [network = '', isp = '', ...more] = item.split('=');
  const [parsed] = networksIn(network) ?? [];
  const list = parseNetworks(network);
  if (!parsed || !list || !ISP.test(isp) || more.length > 0) return undefined;
  return { network: list, bits: parsed.bits, ispId: Number(isp) };
}

type Set = z.output<z.ZodObject<typeof captiveVariables>>;

export const captiveSettings = (set: Set, address: string | undefined): CaptiveSettings => ({
  captive: set.CAPTIVE_PORT && Object.freeze({ address: address ?? '0.0.0.0', ports: set.CAPTIVE_PORT }),
  addressOwners: set.CAPTIVE_NETWORKS,
});
