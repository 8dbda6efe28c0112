import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, vi } from 'vitest';
import { NAS_SECRET } from '../../support/example.ts';
import type { Running } from '../../support/process.ts';
import { pathOf } from '../../support/programs.ts';
import type { Isp, Uplink } from './isp.ts';
import { lay, type Place } from './place.ts';

/** hostapd as a switch whose port wants 802.1X. */
export class Switch {
  readonly #start: () => Running;
  #running: Running;

  private constructor(start: () => Running) {
    this.#start = start;
    this.#running = start();
  }

  static async start(isp: Isp, { place, node, address }: Uplink): Promise<Switch> {
    const folder = await mkdtemp(join(inject('peersFolder'), 'hostapd-'));
    const { auth, acct } = isp.site.ports;
    const server = (kind: string, port: number) =>
      `${kind}_server_addr=${node}\n${kind}_server_port=${port}\n${kind}_server_shared_secret=${NAS_SECRET}`;
    await writeFile(
      join(folder, 'hostapd.conf'),
      `interface=port
driver=wired
logger_stdout=-1
logger_stdout_level=0
ieee8021x=1
use_pae_group_addr=1
own_ip_addr=${address}
nas_identifier=hostapd
${server('auth', auth)}
${server('acct', acct)}
radius_das_port=3799
radius_das_client=${node} ${NAS_SECRET}
radius_das_require_event_timestamp=1
radius_das_require_message_authenticator=1
`,
    );
    const args = ['-oL', pathOf('hostapd'), join(folder, 'hostapd.conf')];
    const started = new Switch(() => place.launch('stdbuf', args, { cwd: folder }));
    await started.#isReady();
    return started;
  }

  get log(): string {
    return this.#running.stdout;
  }

  /** As a power cut does it. */
  async kill(): Promise<void> {
    this.#running.signal('SIGKILL');
    await this.#running.ended;
  }

  /** As a restart by the operator begins. */
  async stop(): Promise<void> {
    await this.#running.stop(5_000);
  }

  async startAgain(): Promise<void> {
    this.#running = this.#start();
    await this.#isReady();
  }

  async #isReady(): Promise<void> {
    await vi.waitFor(() => expect(this.log).toContain('AP-ENABLED'), { timeout: 60_000, interval: 50 });
  }
}

/** What is plugged into the port, and logs in by wpa_supplicant. */
export class Device {
  readonly place: Place;
  readonly #folder: string;
  #running: Running | undefined;

  private constructor(place: Place, folder: string) {
    this.place = place;
    this.#folder = folder;
  }

  static async plugIn(isp: Isp, { place: nas }: Uplink, mac: string): Promise<Device> {
    const place = await isp.addPlace();
    await lay({ place: nas, name: 'port' }, { place, name: 'eth' });
    await place.ip(`link set dev eth address ${mac}`);
    return new Device(place, await mkdtemp(join(inject('peersFolder'), 'supplicant-')));
  }

  /** @param lines of the network block of wpa_supplicant, such as `eap=PEAP` */
  async begin(lines: readonly string[]): Promise<void> {
    const control = `ctrl_interface=${this.#folder}/control\nap_scan=0\n`;
    const block = ['key_mgmt=IEEE8021X', 'eapol_flags=0', ...lines].join('\n  ');
    await writeFile(join(this.#folder, 'supplicant.conf'), `${control}network={\n  ${block}\n}\n`);
    const args = ['-D', 'wired', '-i', 'eth', '-c', join(this.#folder, 'supplicant.conf')];
    this.#running = this.place.launch('wpa_supplicant', args, { cwd: this.#folder });
  }

  get log(): string {
    return this.#running?.stdout ?? '';
  }

  async says(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.log, { timeout: 60_000, interval: 50 }).toMatch(text);
  }

  async logOff(): Promise<void> {
    await this.place.run('wpa_cli', ['-p', `${this.#folder}/control`, '-i', 'eth', 'logoff'], { cwd: this.#folder });
  }

  /** Without a word to the switch. */
  async pullOut(): Promise<void> {
    this.#running?.signal('SIGKILL');
    await this.#running?.ended;
  }
}
