import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import { NAS_SECRET } from '../../support/example.ts';
import type { Running } from '../../support/process.ts';
import type { Isp, Uplink } from './isp.ts';
import { lay, type Place } from './place.ts';

const PLUGIN = '/usr/lib/openvpn/radiusplugin.so';
const SUBSCRIBERS = '198.19.200';

/** openvpn with its RADIUS plugin as a NAS, and a subscriber of it. */
export class OpenVpn {
  readonly #isp: Isp;
  readonly #uplink: Uplink;
  readonly #folder: string;
  readonly #server: Running;
  readonly #line: Place;

  private constructor(fixed: { isp: Isp; uplink: Uplink; folder: string; server: Running; line: Place }) {
    this.#isp = fixed.isp;
    this.#uplink = fixed.uplink;
    this.#folder = fixed.folder;
    this.#server = fixed.server;
    this.#line = fixed.line;
  }

  static async start(isp: Isp, uplink: Uplink): Promise<OpenVpn> {
    const folder = await mkdtemp(join(inject('peersFolder'), 'openvpn-'));
    await writeServer(folder, isp, uplink);
    const line = await isp.addPlace();
    await lay(
      { place: uplink.place, name: 'line', address: `${SUBSCRIBERS}.1/30` },
      { place: line, name: 'wan', address: `${SUBSCRIBERS}.2/30` },
    );
    const server = uplink.place.launch('openvpn', ['--config', join(folder, 'server.conf')], { cwd: folder });
    await until(server, 'Initialization Sequence Completed');
    return new OpenVpn({ isp, uplink, folder, server, line });
  }

  get place(): Place {
    return this.#line;
  }

  /** @throws Error with what openvpn says if the subscriber does not get in */
  async dial(username: string, password: string): Promise<{ hangUp: () => Promise<void> }> {
    const secret = join(this.#folder, 'secret');
    await writeFile(secret, `${username}\n${password}\n`);
    const config = join(this.#folder, 'client.conf');
    await writeFile(
      config,
      `client
dev-type tun
dev vpn
nobind
remote ${SUBSCRIBERS}.1 1194 udp4
ca ${this.#isp.authority.certFile}
auth-user-pass ${secret}
auth-nocache
auth-retry none
explicit-exit-notify 3
disable-dco
`,
    );
    const client = this.#line.launch('openvpn', ['--config', config], { cwd: this.#folder });
    await until(client, 'Initialization Sequence Completed');
    return { hangUp: async () => void (await client.stop()) };
  }

  /** What the server has counted of the last session: octets of the tunnel, with its own headers. */
  async counted(): Promise<{ up: number; down: number }> {
    const told = await readFile(join(this.#folder, 'counted'), 'utf8').catch(() => '');
    const [up = Number.NaN, down = Number.NaN] = told.trim().split(' ').map(Number);
    return { up, down };
  }

  async stop(): Promise<void> {
    await this.#server.stop(5_000);
  }
}

async function until(running: Running, text: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!running.stdout.includes(text)) {
    if (running.outcome || Date.now() > deadline) throw new Error(`openvpn: ${running.stdout}${running.stderr}`);
    await sleep(50);
  }
}

async function writeServer(folder: string, isp: Isp, { node, address, pool }: Uplink): Promise<void> {
  const certificate = await isp.authority.issue({ names: 'DNS:vpn.example.net' });
  const { auth, acct } = isp.site.ports;
  await writeFile(join(folder, 'count'), `#!/bin/sh\necho $bytes_received $bytes_sent >${folder}/counted\n`, {
    mode: 0o755,
  });
  await writeFile(
    join(folder, 'server.conf'),
    `dev-type tun
dev vpn
proto udp4
local ${SUBSCRIBERS}.1
port 1194
topology subnet
server ${pool.network.replace('/25', '')} 255.255.255.128
push "route ${node} 255.255.255.255"
ca ${isp.authority.certFile}
cert ${certificate.certFile}
key ${certificate.keyFile}
dh none
verify-client-cert none
username-as-common-name
client-config-dir ${folder}
status ${folder}/status 1
keepalive 10 60
script-security 2
client-disconnect ${folder}/count
disable-dco
plugin ${PLUGIN} ${folder}/radius.conf
`,
  );
  await writeFile(
    join(folder, 'radius.conf'),
    `NAS-Identifier=openvpn
Service-Type=5
Framed-Protocol=1
NAS-Port-Type=5
NAS-IP-Address=${address}
OpenVPNConfig=${folder}/server.conf
subnet=255.255.255.128
overwriteccfiles=true
server
{
	acctport=${acct}
	authport=${auth}
	name=${node}
	retry=3
	wait=5
	sharedsecret=${NAS_SECRET}
}
`,
  );
}
