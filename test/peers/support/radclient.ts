import { expect } from 'vitest';
import { type Packet, packetsIn } from './packets.ts';
import { Running, run } from './process.ts';
import { pathOf } from './programs.ts';

/** Attributes by name, as FreeRADIUS's dictionaries have them. */
export type Attributes = Readonly<Record<string, string | number>>;

/** The port and secret with which a program acts as a NAS. */
export interface RadiusPeer {
  readonly port: number;
  readonly secret: string;
  /** Source address of the packets. Default 127.0.0.1. */
  readonly address?: string;
}

export interface Patience {
  /** Seconds before a packet is sent again. */
  readonly timeout?: number;
  readonly retries?: number;
}

type Kind = 'auth' | 'acct' | 'status';

/** Sends one packet. The answer, or undefined where none came that is signed with the secret. */
export async function send(
  kind: Kind,
  caller: RadiusPeer,
  attributes: Attributes,
  patience: Patience = {},
): Promise<Packet | undefined> {
  const { stdout, stderr } = await run(pathOf('radclient'), options(kind, caller, patience), {
    input: written(caller, attributes),
  });
  const packets = packetsIn(stdout);
  // Whatever else is wrong, it must not look like a server that keeps silent.
  if (!packets.some(({ direction }) => direction === 'Sent')) throw new Error(`radclient: ${stderr}${stdout}`);
  if (/verification failed|invalid Response Authenticator|Shared secret is incorrect/i.test(stdout + stderr)) return;
  return packets.find(({ direction }) => direction === 'Received');
}

/** The answer to a packet that must be answered. */
export async function answered(kind: Kind, caller: RadiusPeer, attributes: Attributes): Promise<Packet> {
  const answer = await send(kind, caller, attributes);
  expect(answer, `the answer to ${JSON.stringify(attributes)}`).toBeDefined();
  return answer as Packet;
}

/** Sends an accounting packet that must be answered. */
export async function account(caller: RadiusPeer, attributes: Attributes): Promise<void> {
  const { code } = await answered('acct', caller, attributes);
  expect(code).toBe('Accounting-Response');
}

/**
 * Starts to send packets, each once the one before is answered. What it has written is complete at any moment, so it may
 * be killed: an answer that is not there did not come.
 */
export function stream(kind: Kind, caller: RadiusPeer, all: readonly Attributes[]): Running {
  const input = all.map((attributes) => written(caller, attributes)).join('\n\n');
  return new Running(pathOf('stdbuf'), ['-oL', pathOf('radclient'), ...options(kind, caller)], { input });
}

function options(kind: Kind, { port, secret }: RadiusPeer, { timeout = 3, retries = 2 }: Patience = {}): string[] {
  return ['-x', '-t', String(timeout), '-r', String(retries), `127.0.0.1:${port}`, kind, secret];
}

/** As the programs of FreeRADIUS read it. */
export function written({ address = '127.0.0.1' }: RadiusPeer, attributes: Attributes): string {
  return Object.entries({ 'Packet-Src-IP-Address': address, ...attributes })
    .map(([name, value]) => `${name} = ${/^[\w.:-]+$/.test(String(value)) ? value : `"${value}"`}`)
    .join(', ');
}
