import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FreeRadius, startFreeRadius } from './free-radius.ts';
import { freePort } from './ports.ts';
import { run } from './process.ts';
import { pathOf } from './programs.ts';

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
  readonly #secret: string;
  readonly #program: FreeRadius;

  private constructor(port: number, secret: string, program: FreeRadius) {
    this.#port = port;
    this.#secret = secret;
    this.#program = program;
  }

  static async start({ nodePort, address, secret }: TunnelOptions): Promise<Tunnel> {
    const port = await freePort();
    const env = { PORT: String(port), NODE_PORT: String(nodePort), ADDRESS: address, SECRET: secret };
    return new Tunnel(port, secret, await startFreeRadius({ file: 'tunnel.conf', env, furnish: certificate }));
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
