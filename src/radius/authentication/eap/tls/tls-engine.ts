import { constants, type X509Certificate } from 'node:crypto';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type SecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';

/**
 * No session is resumed, so that every log-in proves itself anew, and none is renegotiated, which would cost handshakes that
 * nobody counts. TLS 1.0 and 1.1 are deprecated (RFC 8996).
 */
export const EAP_TLS_CONTEXT: SecureContextOptions = {
  minVersion: 'TLSv1.2',
  secureOptions: constants.SSL_OP_NO_TICKET | constants.SSL_OP_NO_RENEGOTIATION,
};

export interface TlsEngineOptions {
  readonly context: SecureContext;
  /** Whether the device must show a certificate. */
  readonly asksCertificate: boolean;
}

/** Node passes what it is given through a few turns of the event loop; so many quiet ones mean that all has been said. */
const QUIET_TURNS = 4;

/** Octets of records and plaintext of one turn; no handshake of a device comes near it. */
const MAX_PENDING = 128 * 1024;

/** The server's end of a TLS connection whose records are carried by something else than a socket. */
export class TlsEngine {
  readonly #wire: Duplex;
  readonly #tls: TLSSocket;
  #records: Buffer[] = [];
  #plain: Buffer[] = [];
  #pending = 0;
  #activity = 0;
  #established = false;
  #failure: Error | null = null;

  constructor({ context, asksCertificate }: TlsEngineOptions) {
    this.#wire = new Duplex({
      read: () => undefined,
      write: (records: Buffer, _encoding, done) => {
        this.#keep(this.#records, records);
        done();
      },
    });
    const certificate = { requestCert: asksCertificate, rejectUnauthorized: asksCertificate };
    this.#tls = new TLSSocket(this.#wire, { isServer: true, secureContext: context, ...certificate });
    this.#tls.on('secure', () => {
      this.#established = true;
      this.#activity += 1;
    });
    this.#tls.on('data', (plain: Buffer) => this.#keep(this.#plain, plain));
    for (const event of ['error', '_tlsError']) this.#tls.on(event, (error: Error) => this.#fail(error));
    this.#tls.on('close', () => this.#fail(new Error('the device has closed the TLS connection')));
    this.#wire.on('error', (error) => this.#fail(error));
  }

  /** Whether both ends have finished the handshake. */
  get established(): boolean {
    return this.#established && this.#failure === null;
  }

  /** Why the connection has failed, if it has: by an alert of the device, or by records that are none. */
  get failure(): Error | null {
    return this.#failure;
  }

  get isTls13(): boolean {
    return this.#tls.getProtocol() === 'TLSv1.3';
  }

  /** Takes records of the device; resolves when all that they cause has been done. */
  async feed(records: Buffer): Promise<void> {
    if (this.#failure === null) this.#wire.push(records);
    await this.#settle();
  }

  /** Encrypts plaintext for the device. */
  async write(plain: Buffer): Promise<void> {
    if (this.#failure === null) this.#tls.write(plain);
    await this.#settle();
  }

  /** The records for the device since the last call. */
  takeRecords(): Buffer {
    const records = Buffer.concat(this.#records);
    this.#pending -= records.length;
    this.#records = [];
    return records;
  }

  /** The plaintext of the device since the last call. */
  takePlain(): Buffer {
    const plain = Buffer.concat(this.#plain);
    this.#pending -= plain.length;
    this.#plain = [];
    return plain;
  }

  /** Keying material of both ends (RFC 5705). Only once established. */
  keyingMaterial(length: number, label: string, context?: Buffer): Buffer {
    return this.#tls.exportKeyingMaterial(length, label, context as Buffer);
  }

  /** The certificate of the device if an authority of the context vouches for it; else the reason why not. */
  verifiedCertificate(): X509Certificate | string {
    const certificate = this.#tls.getPeerX509Certificate();
    if (!certificate) return 'the device sent no certificate';
    const error = verifyErrorOf(this.#tls);
    return error === null ? certificate : `the certificate of the device is not trusted: ${error}`;
  }

  destroy(): void {
    this.#tls.destroy();
    this.#wire.destroy();
  }

  #keep(list: Buffer[], octets: Buffer): void {
    this.#activity += 1;
    this.#pending += octets.length;
    if (this.#pending > MAX_PENDING) this.#fail(new Error('the device sent too much data'));
    else list.push(octets);
  }

  #fail(error: Error): void {
    this.#activity += 1;
    this.#failure ??= error;
  }

  async #settle(): Promise<void> {
    for (let quiet = 0, seen = this.#activity; quiet < QUIET_TURNS; quiet++) {
      await nextTurn();
      if (seen !== this.#activity) quiet = 0;
      seen = this.#activity;
    }
  }
}

/**
 * What OpenSSL found when it verified the certificate. Node publishes it only for sockets of a `tls.Server`, which cannot tell
 * over which stream a socket came; without the function that its servers use themselves, no certificate is trusted.
 */
function verifyErrorOf(socket: TLSSocket): string | null {
  const handle = (socket as { _handle?: { verifyError?: () => Error | null } })._handle;
  if (typeof handle?.verifyError !== 'function') return 'unknown in this version of Node';
  const error = handle.verifyError();
  return error ? ('code' in error ? String(error.code) : error.message) : null;
}
