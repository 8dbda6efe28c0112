import { createSecureContext, type SecureContext } from 'node:tls';
import type { EapFiles } from '../../config/eap.ts';
import type { Logger } from '../../config/log.ts';
import { EAP_TLS_CONTEXT } from '../authentication/eap/tls/tls-engine.ts';
import { IspAuthorities } from './isp-authorities.ts';
import { type Contents, TlsCredentials } from './tls-credentials.ts';

interface Reading {
  readonly log: Logger;
  readonly pollMs?: number | undefined;
}

interface EapAuthorities {
  /** There is an `EAP_CA`, for the ISPs that have no authority of their own. */
  readonly hasCommon: boolean;
  readonly ofIsps: IspAuthorities | undefined;
}

/** What new TLS connections with devices are made with; follows the files. */
export class EapContexts {
  readonly #credentials: TlsCredentials;
  readonly #authorities: EapAuthorities;
  #server: SecureContext;
  #mutual: SecureContext;
  /** Of the ISPs with an authority of their own, made when they are needed. */
  readonly #ofIsps = new Map<number, SecureContext>();

  /** @throws ConfigError that names the file */
  static async read(files: EapFiles, own: Reading): Promise<EapContexts> {
    const { ca, caFolder: folder } = files;
    const credentials = await TlsCredentials.read({ use: 'EAP', files, ...own });
    const ofIsps = folder === undefined ? undefined : await IspAuthorities.read({ folder, ...own });
    return new EapContexts(credentials, { hasCommon: ca !== undefined, ofIsps });
  }

  private constructor(credentials: TlsCredentials, authorities: EapAuthorities) {
    this.#credentials = credentials;
    this.#authorities = authorities;
    this.#server = serverContext(credentials.contents);
    this.#mutual = mutualContext(credentials.contents);
  }

  watch(): void {
    this.#credentials.watch((contents) => {
      const [server, mutual] = [serverContext(contents), mutualContext(contents)];
      this.#server = server;
      this.#mutual = mutual;
      this.#ofIsps.clear();
    });
    this.#authorities.ofIsps?.watch(() => this.#ofIsps.clear());
  }

  async stop(): Promise<void> {
    await Promise.all([this.#credentials.stop(), this.#authorities.ofIsps?.stop()]);
  }

  /** Some authority vouches for devices, so that EAP-TLS can be asked for. */
  get hasAuthorities(): boolean {
    return this.#authorities.hasCommon || this.#authorities.ofIsps !== undefined;
  }

  /** For EAP-TTLS and PEAP, whose devices show no certificate. */
  get server(): SecureContext {
    return this.#server;
  }

  /**
   * For EAP-TLS at a NAS of this ISP: its devices show a certificate of the ISP's own authority, or of `EAP_CA` if it has none.
   * Undefined: no authority vouches for its devices.
   */
  mutual(ispId: number): SecureContext | undefined {
    const own = this.#authorities.ofIsps?.of(ispId);
    if (own === undefined) return this.#authorities.hasCommon ? this.#mutual : undefined;
    let context = this.#ofIsps.get(ispId);
    if (context === undefined) {
      const { cert, key } = this.#credentials.contents;
      context = mutualContext({ cert, key, ...own });
      this.#ofIsps.set(ispId, context);
    }
    return context;
  }
}

function serverContext({ cert, key }: Contents): SecureContext {
  return createSecureContext({ ...EAP_TLS_CONTEXT, cert, key, ca: [] });
}

function mutualContext(contents: Contents): SecureContext {
  return createSecureContext({ ...EAP_TLS_CONTEXT, ...contents });
}
