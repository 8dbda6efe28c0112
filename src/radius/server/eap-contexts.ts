import { createSecureContext, type SecureContext } from 'node:tls';
import { EAP_TLS_CONTEXT } from '../authentication/eap/tls/tls-engine.ts';
import type { Contents, TlsCredentials } from './tls-credentials.ts';

/** What new TLS connections with devices are made with; follows the files. */
export class EapContexts {
  readonly #credentials: TlsCredentials;
  readonly hasAuthorities: boolean;
  #server: SecureContext;
  #mutual: SecureContext;

  constructor(credentials: TlsCredentials, hasAuthorities: boolean) {
    this.#credentials = credentials;
    this.hasAuthorities = hasAuthorities;
    this.#server = serverContext(credentials.contents);
    this.#mutual = mutualContext(credentials.contents);
  }

  watch(): void {
    this.#credentials.watch((contents) => {
      const [server, mutual] = [serverContext(contents), mutualContext(contents)];
      this.#server = server;
      this.#mutual = mutual;
    });
  }

  stop(): Promise<void> {
    return this.#credentials.stop();
  }

  /** `asksCertificate`: for EAP-TLS, whose devices show a certificate of an authority of `EAP_CA`. */
  get(asksCertificate: boolean): SecureContext {
    return asksCertificate ? this.#mutual : this.#server;
  }
}

function serverContext({ cert, key }: Contents): SecureContext {
  return createSecureContext({ ...EAP_TLS_CONTEXT, cert, key, ca: [] });
}

function mutualContext(contents: Contents): SecureContext {
  return createSecureContext({ ...EAP_TLS_CONTEXT, ...contents });
}
