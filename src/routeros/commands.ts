import { isIP } from 'node:net';

const MAX_PINGS = 10;

/**
 * Everything that the node ever asks of a router. Callers of the API give neither a command nor a path, and no command changes
 * anything on the router. `.proplist` names what is needed, so that no secret is ever answered.
 */
export interface Command {
  readonly words: readonly string[];
}

const print = (path: string, properties: string, ...queries: string[]): Command => ({
  words: [`/${path}/print`, `=.proplist=${properties}`, ...queries],
});

export const COMMANDS = {
  identity: print('system/identity', 'name'),
  resource: print(
    'system/resource',
    'uptime,version,board-name,architecture-name,cpu-count,cpu-load,free-memory,total-memory,free-hdd-space,total-hdd-space',
  ),
  clock: print('system/clock', 'date,time,gmt-offset,time-zone-name'),
  radius: print('radius', 'service,address,protocol,authentication-port,accounting-port,timeout,disabled'),
  incoming: print('radius/incoming', 'accept,port'),
  pppAaa: print('ppp/aaa', 'use-radius,accounting,interim-update'),
  dhcpServers: print('ip/dhcp-server', 'name,use-radius,disabled'),
  blockedPool: print('ip/pool', 'name,ranges', '?name=blocked_pool'),
  walledGarden: print('ip/firewall/address-list', 'list,address,disabled', '?list=walled_garden'),
  redirects: print(
    'ip/firewall/nat',
    'chain,action,src-address-list,to-addresses,to-ports,disabled',
    '?src-address-list=blocked_pool',
  ),
  filters: print('ip/firewall/filter', 'chain,action,src-address-list,disabled', '?src-address-list=blocked_pool'),
  services: print('ip/service', 'name,port,address,disabled,certificate'),
  pppActive: print('ppp/active', 'name,caller-id,address,uptime,session-id,radius'),
  hotspotActive: print('ip/hotspot/active', 'user,mac-address,address,uptime,radius'),
  dhcpLeases: print('ip/dhcp-server/lease', 'active-mac-address,active-address,age,radius', '?status=bound'),
  ntp: print('system/ntp/client', 'enabled,servers,primary-ntp,status'),
} as const satisfies Record<string, Command>;

/** @throws RangeError unless it is an address and a count */
export function ping(address: string, count: number): Command {
  checkAddress(address);
  if (!Number.isInteger(count) || count < 1 || count > MAX_PINGS) throw new RangeError(`Not a count: ${count}`);
  return { words: ['/ping', `=address=${address}`, `=count=${count}`] };
}

/** One round, without asking a DNS server for names. @throws RangeError unless it is an address */
export function traceroute(address: string): Command {
  checkAddress(address);
  return { words: ['/tool/traceroute', `=address=${address}`, '=count=1', '=max-hops=15', '=use-dns=no'] };
}

/** The interface of a PPPoE session, which RouterOS names after its user. Null for a name that would be read as several. */
const interfaceName = (username: string): string | null => (username.includes(',') ? null : `<pppoe-${username}>`);

export function interfaceOf(username: string): Command | null {
  const name = interfaceName(username);
  return name === null ? null : print('interface', 'name,type', `?name=${name}`);
}

/** Its rates now. */
export function trafficOf(username: string): Command | null {
  const name = interfaceName(username);
  return name === null ? null : { words: ['/interface/monitor-traffic', `=interface=${name}`, '=once='] };
}

/** The simple queue of an address, with its rates now. @throws RangeError unless it is an address */
export function queueOf(address: string): Command {
  checkAddress(address);
  return print('queue/simple', 'name,rate', `?target=${address}/${isIP(address) === 4 ? 32 : 128}`);
}

/** The simple queue of a session of a hotspot, which RouterOS names after its user. */
export const hotspotQueueOf = (username: string): Command =>
  print('queue/simple', 'name,rate', `?name=<hotspot-${username}>`);

function checkAddress(address: string): void {
  if (isIP(address) === 0 || address.includes('%')) throw new RangeError(`Not an address: ${address}`);
}
