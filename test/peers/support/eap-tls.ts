import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { run } from './process.ts';
import { pathOf } from './programs.ts';
import type { RadiusPeer } from './radclient.ts';

export interface TunnelLogin {
  /** Lines of the network block of wpa_supplicant, such as `eap=PEAP`. */
  readonly lines: readonly string[];
  readonly tls: '1.2' | '1.3';
  /** The authority that the device trusts. */
  readonly ca: string;
}

/** eapol_test as a device that sets up a TLS tunnel. It compares its keys with those that the NAS was given. */
export async function eapolTunnel(
  { port, secret }: RadiusPeer,
  { lines, tls, ca }: TunnelLogin,
): Promise<{ success: boolean; output: string }> {
  const folder = await mkdtemp(join(inject('peersFolder'), 'eapol-'));
  const file = join(folder, 'network.conf');
  // It has no setting for 1.3 alone, which a server chooses that has both.
  const own = [...lines, `ca_cert="${ca}"`, `phase1="tls_disable_tlsv1_3=${tls === '1.3' ? 0 : 1}"`];
  await writeFile(file, `network={\n  key_mgmt=WPA-EAP\n  ${own.join('\n  ')}\n}\n`);
  const server = ['-a', '127.0.0.1', '-p', String(port), '-s', secret, '-t', '10'];
  const { code, stdout } = await run(pathOf('eapol_test'), ['-c', file, ...server], { cwd: folder });
  return { success: code === 0 && stdout.trimEnd().endsWith('SUCCESS'), output: stdout };
}
