import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Packet, packetsIn } from './packets.ts';
import { run } from './process.ts';
import { pathOf } from './programs.ts';
import { type Attributes, type RadiusPeer, written } from './radclient.ts';

export interface EapLogin {
  readonly method: 'MD5' | 'MSCHAPV2' | 'PEAP';
  readonly username: string;
  readonly password: string;
}

/**
 * eapol_test (of wpa_supplicant) as the device and the NAS in one, at 127.0.0.1. Where the method makes keys, it compares
 * those of the device with those that the NAS was given.
 */
export async function eapol(
  { port, secret }: RadiusPeer,
  login: EapLogin,
): Promise<{ success: boolean; output: string }> {
  const folder = await mkdtemp(join(inject('peersFolder'), 'eapol-'));
  const file = join(folder, 'network.conf');
  await writeFile(file, network(login));
  const keys = login.method === 'MD5' ? ['-n'] : [];
  const server = ['-a', '127.0.0.1', '-p', String(port), '-s', secret, '-t', '10'];
  const { code, stdout } = await run(pathOf('eapol_test'), ['-c', file, ...keys, ...server], { cwd: folder });
  return { success: code === 0 && stdout.trimEnd().endsWith('SUCCESS'), output: stdout };
}

const network = ({ method, username, password }: EapLogin) => `network={
  key_mgmt=IEEE8021X
  eap=${method}
  identity="${username}"
  password="${password}"
}
`;

/** radeapclient (of FreeRADIUS): sends what it is given, and answers challenges of EAP-MD5. The packets, in their order. */
export async function radeap(caller: RadiusPeer, attributes: Attributes): Promise<Packet[]> {
  const server = ['-x', '-t', '3', '-r', '2', `127.0.0.1:${caller.port}`, 'auth', caller.secret];
  const input = written(caller, { ...attributes, 'Message-Authenticator': '0x00' });
  return packetsIn((await run(pathOf('radeapclient'), server, { input })).stdout);
}
