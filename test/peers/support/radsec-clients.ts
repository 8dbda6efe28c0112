import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject } from 'vitest';
import type { Authority, Certificate } from '../../fixtures/certificates.ts';
import { type FreeRadius, startFreeRadius } from './free-radius.ts';
import { freePort } from './ports.ts';
import { Running } from './process.ts';
import { pathOf } from './programs.ts';
import type { RadiusPeer } from './radclient.ts';

/** A program that takes RADIUS over UDP and passes it on to the node by RadSec. */
export interface RadSecClient {
  readonly auth: RadiusPeer;
  readonly acct: RadiusPeer;
  log(): string;
  stop(): Promise<unknown>;
}

export interface RadSecClientOptions {
  /** The RadSec port of the node. */
  readonly nodePort: number;
  readonly authority: Authority;
  readonly certificate: Certificate;
  /** Shared with the NASes. */
  readonly secret: string;
}

/** Debian's radsecproxy. */
export async function startRadSecProxy(options: RadSecClientOptions): Promise<RadSecClient> {
  const { nodePort, authority, certificate, secret } = options;
  const folder = await mkdtemp(join(inject('peersFolder'), 'radsecproxy-'));
  const [auth, acct] = [await freePort(), await freePort()];
  const file = join(folder, 'radsecproxy.conf');
  await writeFile(
    file,
    `ListenUDP 127.0.0.1:${auth}
ListenUDP 127.0.0.1:${acct}
LogLevel 2
tls lastmile {
    CACertificateFile ${authority.certFile}
    CertificateFile ${certificate.certFile}
    CertificateKeyFile ${certificate.keyFile}
}
client 127.0.0.1 {
    type udp
    secret ${secret}
}
server lastmile {
    host 127.0.0.1
    port ${nodePort}
    type tls
    tls lastmile
    secret radsec
    StatusServer on
    CertificateNameCheck off
}
realm * {
    server lastmile
    accountingServer lastmile
}
`,
  );
  const running = new Running(pathOf('radsecproxy'), ['-f', '-c', file], { cwd: folder });
  await sleep(1_000);
  if (running.outcome) throw new Error(`radsecproxy did not start:\n${running.stderr}`);
  const log = () => running.stdout + running.stderr;
  return { auth: { port: auth, secret }, acct: { port: acct, secret }, log, stop: () => running.stop() };
}

/** FreeRADIUS with a home server that is reached over TLS. */
export async function startRadSecFreeRadius(options: RadSecClientOptions): Promise<RadSecClient> {
  const { nodePort, authority, certificate, secret } = options;
  const [auth, acct] = [await freePort(), await freePort()];
  const files = { KEY_FILE: certificate.keyFile, CERT_FILE: certificate.certFile, CA_FILE: authority.certFile };
  const ports = { NODE_PORT: String(nodePort), PORT: String(auth), ACCT_PORT: String(acct) };
  const program: FreeRadius = await startFreeRadius({
    file: 'radsec.conf',
    env: { ...files, ...ports, SECRET: secret },
  });
  return {
    ...{ auth: { port: auth, secret }, acct: { port: acct, secret } },
    log: () => program.log(),
    stop: () => program.stop(),
  };
}
