import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FreeRadius, startFreeRadius } from './free-radius.ts';
import { attributeIn } from './packets.ts';
import { freePort } from './ports.ts';

export interface Received {
  readonly code: string;
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

/** FreeRADIUS in place of the NAS at 127.0.0.1, as the node's Disconnect-Requests see it. */
export class StandInNas {
  readonly port: number;
  readonly #program: FreeRadius;

  private constructor(port: number, program: FreeRadius) {
    this.port = port;
    this.#program = program;
  }

  static async start(secret: string): Promise<StandInNas> {
    const port = await freePort();
    return new StandInNas(
      port,
      await startFreeRadius({ file: 'nas.conf', env: { PORT: String(port), SECRET: secret } }),
    );
  }

  /** All requests that arrived so far, the oldest first. */
  async received(): Promise<Received[]> {
    const text = await readFile(join(this.#program.folder, 'received.detail'), 'utf8').catch(() => '');
    return text
      .split('\n\n')
      .filter((entry) => entry.trim() !== '')
      .map((entry) => {
        const [code = '', ...lines] = entry.trim().split('\n');
        return {
          code,
          attributes: lines.flatMap((line) => [attributeIn(line)].filter((known) => known !== undefined)),
        };
      });
  }

  stop(): Promise<void> {
    return this.#program.stop();
  }
}
