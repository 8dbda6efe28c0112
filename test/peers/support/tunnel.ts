import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FreeRadius, startFreeRadius } from './free-radius.ts';
import { freePort } from './ports.ts';
import { run } from './process.ts';
import { pathOf } from './programs.ts';
import type { RadiusPeer } from './radclient.ts';

/** What goes through the tunnel; FreeRADIUS passes it to the node as it is. */
export type Inner = 'PAP' | 'CHAP' | 'MSCHAP' | 'MSCHAPV2';

export interface Login {
  readonly inner: Inner;
  readonly username: string;
  readonly password: string;
}

export interface TunnelOptions {
  readonly nodePort: number;
  /** The NAS the node sees. */
  readonly address: string;
  readonly secret: string;
}

/** eapol_test (of wpa_supplicant) that logs in by EAP-TTLS at a FreeRADIUS in front of the node. */
export class Tunnel {
  readonly #port: number;
  /** Where everything is passed on to the node as it is, EAP too. */
  readonly passing: RadiusPeer;
  readonly #secret: string;
  readonly #program: FreeRadius;

  private constructor(port: number, passing: RadiusPeer, program: FreeRadius) {
    this.#port = port;
    this.passing = passing;
    this.#secret = passing.secret;
    this.#program = program;
  }

  static async start({ nodePort, address, secret }: TunnelOptions): Promise<Tunnel> {
    const [port, passingPort] = [await freePort(), await freePort()];
    const ports = { PORT: String(port), PASSING_PORT: String(passingPort), NODE_PORT: String(nodePort) };
    const env = { ...ports, ADDRESS: address, SECRET: secret };
    const program = await startFreeRadius({ file: 'tunnel.conf', env, furnish: certificate });
    return new Tunnel(port, { port: passingPort, secret }, program);
  }

  /** Whether the log-in succeeds in both directions, and what eapol_test wrote. */
  async logIn({ inner, username, password }: Login): Promise<{ success: boolean; output: string }> {
    const file = join(this.#program.folder, 'network.conf');
    await writeFile(file, network({ inner, username, password }));
    const server = ['-a', '127.0.0.1', '-p', String(this.#port), '-s', this.#secret];
    const { code, stdout } = await run(pathOf('eapol_test'), ['-c', file, ...server, '-t', '10'], {
      cwd: this.#program.folder,
    });
    return { success: code === 0 && stdout.trimEnd().endsWith('SUCCESS'), output: stdout };
  }

  log(): string {
    return this.#program.log();
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}

const network = ({ inner, username, password }: Login) => `network={
  key_mgmt=WPA-EAP
  eap=TTLS
  identity="${username}"
  anonymous_identity="anonymous"
  password="${password}"
  phase2="auth=${inner}"
}
`;

async function certificate(folder: string): Promise<void> {
  const files = ['-keyout', join(folder, 'server.key'), '-out', join(folder, 'server.crt')];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=radius.example', ...files];
  const made = await run(pathOf('openssl'), args);
  if (made.code !== 0) throw new Error(`openssl: ${made.stderr}`);
}
