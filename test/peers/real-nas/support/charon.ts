import { copyFile, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Certificate } from '../../../fixtures/certificates.ts';
import type { Outcome, Running } from '../../support/process.ts';
import type { Place } from './place.ts';

const READY_WITHIN_MS = 60_000;
/** ESP in user space, through /dev/net/tun: not every kernel has it, and this way the kernel counts what is inside. */
const PLUGINS = `random nonce kdf hmac sha1 sha2 aes gcm openssl pem pkcs1 pkcs8 x509 pubkey constraints
  revocation kernel-libipsec kernel-netlink socket-default vici eap-identity`.replaceAll(/\s+/g, ' ');

export interface Configuration {
  /** Besides those that both ends need. */
  readonly plugins: string;
  /** Their settings, in the form of strongswan.conf. */
  readonly settings?: string;
  /** In the form of swanctl.conf. */
  readonly connections: string;
  /** The file of the authority that is trusted. */
  readonly ca: string;
  readonly certificate?: Certificate;
}

/** strongSwan's daemon in a place of its own. */
export class Charon {
  readonly #place: Place;
  readonly #folder: string;
  #running: Running;

  private constructor(place: Place, folder: string, running: Running) {
    this.#place = place;
    this.#folder = folder;
    this.#running = running;
  }

  static async start(place: Place, configuration: Configuration): Promise<Charon> {
    const folder = await mkdtemp(join(inject('peersFolder'), 'charon-'));
    await furnish(folder, configuration);
    const charon = new Charon(place, folder, launch(place, folder));
    await charon.#getReady();
    return charon;
  }

  /** What it has logged since it was started last. */
  get log(): string {
    return this.#running.stderr;
  }

  dial(): Promise<Outcome> {
    return this.#swanctl('--initiate', '--child', 'net', '--timeout', '60');
  }

  async hangUp(): Promise<void> {
    await this.#swanctl('--terminate', '--ike', 'line', '--timeout', '60');
  }

  /** As a power cut does it. */
  async kill(): Promise<void> {
    this.#running.signal('SIGKILL');
    await this.#running.ended;
  }

  async startAgain(): Promise<void> {
    this.#running = launch(this.#place, this.#folder);
    await this.#getReady();
  }

  async stop(): Promise<void> {
    await this.#running.stop(5_000);
  }

  async #getReady(): Promise<void> {
    const deadline = Date.now() + READY_WITHIN_MS;
    while ((await this.#swanctl('--stats')).code !== 0) {
      if (this.#running.outcome || Date.now() > deadline) throw new Error(`charon did not start:\n${this.log}`);
      await sleep(50);
    }
    const { code, stderr } = await this.#swanctl('--load-all', '--file', join(this.#folder, 'swanctl.conf'));
    if (code !== 0) throw new Error(`charon refuses its connections:\n${stderr}\n${this.log}`);
  }

  #swanctl(...args: string[]): Promise<Outcome> {
    const socket = ['--uri', `unix://${this.#folder}/vici`];
    return this.#place.run('swanctl', [...args, ...socket], { env: environment(this.#folder), cwd: this.#folder });
  }
}

const environment = (folder: string) => ({
  PATH: process.env.PATH ?? '',
  STRONGSWAN_CONF: join(folder, 'strongswan.conf'),
});

const launch = (place: Place, folder: string): Running =>
  place.launch('charon-systemd', [], { cwd: folder, env: environment(folder) });

async function furnish(folder: string, { plugins, settings = '', connections, ca, certificate }: Configuration) {
  for (const name of ['x509', 'x509ca', 'private']) await mkdir(join(folder, name));
  await copyFile(ca, join(folder, 'x509ca', 'ca.pem'));
  if (certificate) {
    await copyFile(certificate.certFile, join(folder, 'x509', basename(certificate.certFile)));
    await copyFile(certificate.keyFile, join(folder, 'private', basename(certificate.keyFile)));
  }
  await writeFile(join(folder, 'swanctl.conf'), connections);
  await writeFile(
    join(folder, 'strongswan.conf'),
    `charon-systemd {
  load = ${PLUGINS} ${plugins}
  journal { default = -1 }
  filelog { stderr { default = 1
    flush_line = yes } }
  plugins {
    vici { socket = unix://${folder}/vici }
    ${settings}
  }
}
`,
  );
}
