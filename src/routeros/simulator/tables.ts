/** What a router of a version answers to `print`, by path, as its API writes it. */
export type Tables = Map<string, Record<string, string>[]>;

export type RouterOsVersion = '6.49' | '7.20';

/** Alike in both versions. */
const COMMON: Readonly<Record<string, Record<string, string>[]>> = {
  '/radius': [
    {
      service: 'ppp',
      address: '192.0.2.10',
      'authentication-port': '1812',
      'accounting-port': '1813',
      timeout: '3s',
      disabled: 'false',
    },
  ],
  '/radius/incoming': [{ accept: 'true', port: '3799' }],
  '/ppp/aaa': [{ 'use-radius': 'true', accounting: 'true', 'interim-update': '5m' }],
  '/ip/dhcp-server': [],
  '/ip/dhcp-server/lease': [],
  '/ip/hotspot/active': [],
  '/ppp/active': [],
  '/interface': [],
  '/queue/simple': [],
  '/ip/pool': [{ name: 'blocked_pool', ranges: '100.64.255.1-100.64.255.254' }],
  '/ip/firewall/address-list': [],
  '/ip/firewall/nat': [],
  '/ip/firewall/filter': [],
};

const V6: typeof COMMON = {
  '/system/identity': [{ name: 'core-1' }],
  '/system/resource': [
    {
      uptime: '2w3d4h5m6s',
      version: '6.49.17 (long-term)',
      'free-memory': '1887436800',
      'total-memory': '2147483648',
      'cpu-count': '16',
      'cpu-load': '7',
      'free-hdd-space': '84803584',
      'total-hdd-space': '134217728',
      'architecture-name': 'tile',
      'board-name': 'CCR1016-12G',
    },
  ],
  '/system/clock': [
    { time: '18:30:00', date: 'nov/30/2026', 'time-zone-name': 'Asia/Kolkata', 'gmt-offset': '+05:30' },
  ],
  '/ip/service': [
    { name: 'telnet', port: '23', address: '', disabled: 'false' },
    { name: 'ftp', port: '21', address: '', disabled: 'false' },
    { name: 'api', port: '8728', address: '', disabled: 'false' },
    { name: 'api-ssl', port: '8729', address: '', certificate: 'none', disabled: 'false' },
  ],
  '/system/ntp/client': [{ enabled: 'false', 'primary-ntp': '0.0.0.0' }],
};

const V7: typeof COMMON = {
  '/system/identity': [{ name: 'core-2' }],
  '/system/resource': [
    {
      uptime: '3d20h10m5s',
      version: '7.20.4 (stable)',
      'free-memory': '3650722816',
      'total-memory': '4294967296',
      'cpu-count': '4',
      'cpu-load': '12',
      'free-hdd-space': '98041856',
      'total-hdd-space': '134217728',
      'architecture-name': 'arm64',
      'board-name': 'CCR2116-12G-4S+',
    },
  ],
  '/system/clock': [{ time: '18:30:00', date: '2026-11-30', 'time-zone-name': 'Asia/Kolkata', 'gmt-offset': '+05:30' }],
  '/ip/service': [
    { name: 'telnet', port: '23', address: '', disabled: 'true' },
    { name: 'ftp', port: '21', address: '', disabled: 'true' },
    { name: 'api', port: '8728', address: '', disabled: 'true' },
    { name: 'api-ssl', port: '8729', address: '192.0.2.10/32', certificate: 'lastmile-api', disabled: 'false' },
  ],
  '/system/ntp/client': [{ enabled: 'true', servers: 'pool.ntp.org', status: 'synchronized' }],
};

/** Its own copy, which a test may change. */
export function tablesOf(version: RouterOsVersion): Tables {
  const rows = { ...COMMON, ...(version === '6.49' ? V6 : V7) };
  return new Map(Object.entries(rows).map(([path, table]) => [path, table.map((row) => ({ ...row }))]));
}
