import { hotspotHost } from '../../network/nas/hotspot-hosts.ts';

/** Where a guest's device logs in: an address of the NAS, without a query. */
export interface Target {
  readonly url: string;
  /** For the policy of the page. */
  readonly origin: string;
  readonly host: string;
  readonly port: number;
}

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };
/** No user, no other spelling of a host, and no path that a browser would read as another one. */
const ADDRESS = /^(https?:)\/\/([a-z0-9.-]{1,253})(?::([1-9]\d{0,4}))?((?:\/[\w~-][\w.~-]*)*)$/i;
const MAX_LENGTH = 300;

/** What `link-login-only` of RouterOS names; null: no page of a hotspot. */
export function loginTarget(text: string): Target | null {
  const target = targetOf(text);
  return target && /\/login$/.test(text) ? target : null;
}

/** What `uamip` and `uamport` of CoovaChilli name; null likewise. */
export function uamTarget(uamip: string, uamport: string): Target | null {
  return /^[1-9]\d{0,4}$/.test(uamport) ? targetOf(`http://${uamip}:${uamport}/logon`) : null;
}

function targetOf(text: string): Target | null {
  const [, scheme = '', written = '', port, path = ''] = text.length > MAX_LENGTH ? [] : (ADDRESS.exec(text) ?? []);
  const [protocol, host] = [scheme.toLowerCase(), written.toLowerCase()];
  const number = Number(port ?? PORTS[protocol]);
  if (hotspotHost(`${host}:${number}`) === null || !URL.canParse(text)) return null;
  const read = new URL(text);
  // A browser must read it as it was read here.
  if (read.hostname !== host || read.pathname !== path) return null;
  return { url: read.href, origin: read.origin, host, port: number };
}

/** Whether the hosts of a NAS have the target. One without a port has that of its scheme. */
export function isAmong(hosts: readonly string[], { url, host, port }: Target): boolean {
  const usual = PORTS[new URL(url).protocol];
  return hosts.some((each) => {
    const entry = hotspotHost(each);
    return entry !== null && entry.host === host && (entry.port ?? usual) === port;
  });
}
