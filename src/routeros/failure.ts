/**
 * What can go wrong with a router. A closed set, because a caller chooses the address: what the peer sends never becomes part
 * of a message.
 *
 * - `unreachable`: no TCP connection within three seconds.
 * - `tls`: no TLS, no certificate, or not the confirmed one.
 * - `login`: the router refuses the username and password.
 * - `timeout`: the router accepts and then says nothing.
 * - `protocol`: what it says is not RouterOS's API, or more than a reply may hold.
 * - `memory`: replies that are arriving take all the memory there is for them.
 */
export type FailureKind = 'unreachable' | 'tls' | 'login' | 'timeout' | 'protocol' | 'memory';

export class RouterFailure extends Error {
  override readonly name = 'RouterFailure';
  readonly kind: FailureKind;
  /** SHA-256 of the certificate that the router has shown, in hexadecimal digits; only with `tls`. */
  readonly fingerprint: string | undefined;

  constructor(kind: FailureKind, fingerprint?: string) {
    super(`RouterOS API: ${kind}`);
    this.kind = kind;
    this.fingerprint = fingerprint;
  }
}
