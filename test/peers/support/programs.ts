import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs the node is driven with, and the Debian packages they are in. */
const PACKAGES = {
  bash: 'bash',
  'charon-systemd': 'charon-systemd',
  curl: 'curl',
  radclient: 'freeradius-utils',
  radeapclient: 'freeradius-utils',
  freeradius: 'freeradius',
  eapol_test: 'eapoltest',
  hostapd: 'hostapd',
  ip: 'iproute2',
  openssl: 'openssl',
  openvpn: 'openvpn',
  pgbouncer: 'pgbouncer',
  promtool: 'prometheus',
  radsecproxy: 'radsecproxy',
  stdbuf: 'coreutils',
  swanctl: 'strongswan-swanctl',
  wpa_cli: 'wpasupplicant',
  wpa_supplicant: 'wpasupplicant',
} as const;

/** What some of them load, with the packages. */
const PLUGINS = {
  '/usr/lib/ipsec/plugins/libstrongswan-eap-mschapv2.so': 'libcharon-extauth-plugins',
  '/usr/lib/ipsec/plugins/libstrongswan-eap-radius.so': 'libcharon-extra-plugins',
  '/usr/lib/ipsec/plugins/libstrongswan-openssl.so': 'libstrongswan-standard-plugins',
  '/usr/lib/openvpn/radiusplugin.so': 'openvpn-auth-radius',
} as const;

export type Program = keyof typeof PACKAGES;
type Plugin = keyof typeof PLUGINS;

/** An ordinary user's PATH leaves out where servers are installed. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];

export function pathOf(program: Program): string {
  const path = find(program);
  if (!path) throw new Error(complaint([program]));
  return path;
}

/** @throws Error that says what to install */
export function requirePrograms(): void {
  const programs = (Object.keys(PACKAGES) as Program[]).filter((program) => !find(program));
  const plugins = (Object.keys(PLUGINS) as Plugin[]).filter((path) => !existsSync(path));
  const missing = [...programs, ...plugins];
  if (missing.length > 0) throw new Error(complaint(missing));
}

function find(program: Program): string | undefined {
  return FOLDERS.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function complaint(missing: readonly (Program | Plugin)[]): string {
  const packages = [...new Set(missing.map((name) => ({ ...PACKAGES, ...PLUGINS })[name]))].join(' ');
  return `The peer tests need ${missing.join(', ')}: apt-get install --no-install-recommends ${packages}`;
}
