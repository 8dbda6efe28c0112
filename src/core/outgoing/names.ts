import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

const HOSTS_FILE = '/etc/hosts';
/** For each server. */
const WAITING = { timeout: 2_000, tries: 2 };

/**
 * The addresses of a name that a tenant has chosen, those first that this machine can reach. Its DNS servers may be the
 * tenant's, and answer nothing: `dns.lookup` would wait for them in one of the two threads in which a node looks up all names,
 * that of its database too. So DNS is asked without threads, after `/etc/hosts`, and without search domains.
 * @param servers instead of the system's; with a port, if it is another
 * @throws Error if there is no address
 */
export async function addressesOf(name: string, servers?: readonly string[]): Promise<LookupAddress[]> {
  const family = isIP(name);
  if (family !== 0) return [{ address: name, family }];
  const known = await inHostsFile(name);
  if (known.length > 0) return known;
  const resolver = new Resolver(WAITING);
  if (servers) resolver.setServers(servers);
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
  const [ipv4, ipv6] = [addressesIn(four, 4), addressesIn(six, 6)];
  return hasIpv4() ? [...ipv4, ...ipv6] : [...ipv6, ...ipv4];
}

const addressesIn = (answer: PromiseSettledResult<readonly string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];

const hasIpv4 = (): boolean =>
  Object.values(networkInterfaces()).some((all) => all?.some(({ family, internal }) => family === 'IPv4' && !internal));

async function inHostsFile(name: string): Promise<LookupAddress[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    const isNamed = names.some((each) => each.toLowerCase() === name.toLowerCase());
    return isNamed && isIP(address) !== 0 ? [{ address, family: isIP(address) }] : [];
  });
}
