import { macText } from '../../../../core/network/mac.ts';
import { COMMANDS } from '../../../../routeros/commands.ts';
import type { Reply, Row } from '../../../../routeros/exchange.ts';
import { askRouter } from '../ask.ts';
import { refusedCommand } from '../failure-fault.ts';
import type { RouterKernel, RouterNas } from '../find.ts';
import { durationMs } from '../values.ts';
import type { RouterSession } from './compare.ts';

/**
 * The sessions that a router has by RADIUS. One without the package of hotspots or of PPP refuses to list them, and has none.
 * @throws Fault as `askRouter`, or of kind `nasRefused` if it refuses all
 */
export async function routerSessions(
  kernel: RouterKernel,
  nas: RouterNas,
  isIpoe: boolean,
): Promise<readonly RouterSession[]> {
  const { pppActive, hotspotActive, dhcpLeases } = COMMANDS;
  const commands = isIpoe ? [pppActive, hotspotActive, dhcpLeases] : [pppActive, hotspotActive];
  const [ppp, hotspot, dhcp] = await Promise.all(commands.map((command) => askRouter(kernel, nas, command)));
  const all = [ppp, hotspot, dhcp].filter((reply) => reply !== undefined);
  if (all.every(({ isRefused }) => isRefused)) throw refusedCommand();
  return [...sessionsIn(ppp, ofPpp), ...sessionsIn(hotspot, ofHotspot), ...sessionsIn(dhcp, ofDhcp)];
}

const sessionsIn = (reply: Reply | undefined, read: (row: Row) => RouterSession | null): RouterSession[] =>
  (reply?.rows ?? []).filter(isByRadius).flatMap((row) => read(row) ?? []);

/** Users that the router itself knows are not ours. */
const isByRadius = (row: Row): boolean => !/^(false|no)$/.test(row.get('radius') ?? '');

const valueIn = (row: Row, name: string): string | null => row.get(name) || null;
const macIn = (row: Row, name: string): string | null => macText(row.get(name) ?? '');

function secondsIn(row: Row, name: string): number | null {
  const ms = durationMs(row.get(name));
  return ms === null ? null : Math.floor(ms / 1_000);
}

function ofPpp(row: Row): RouterSession | null {
  const name = valueIn(row, 'name');
  const sessionId = valueIn(row, 'session-id')?.replace(/^0x/i, '').toLowerCase() ?? null;
  const rest = { mac: macIn(row, 'caller-id'), address: valueIn(row, 'address'), uptime: secondsIn(row, 'uptime') };
  return name === null ? null : { kind: 'ppp', name, sessionId, ...rest };
}

function ofHotspot(row: Row): RouterSession | null {
  const name = valueIn(row, 'user');
  const rest = { mac: macIn(row, 'mac-address'), address: valueIn(row, 'address'), uptime: secondsIn(row, 'uptime') };
  return name === null ? null : { kind: 'hotspot', name, sessionId: null, ...rest };
}

/** The username is the address of the device. RouterOS 6 does not tell how old a lease is. */
function ofDhcp(row: Row): RouterSession | null {
  const mac = macIn(row, 'active-mac-address');
  if (mac === null) return null;
  const rest = { address: valueIn(row, 'active-address'), uptime: secondsIn(row, 'age') };
  return { kind: 'dhcp', name: mac, mac, sessionId: null, ...rest };
}
