import type { X509Certificate } from 'node:crypto';
import type { EapMethod } from '../../../protocol/eap/eap-type.ts';
import { type InnerContext, type InnerMethod, type InnerStep, refused } from './inner-method.ts';
import type { TlsEngine } from './tls-engine.ts';

/** Names of one certificate that are looked up. */
const MAX_NAMES = 16;
const MAX_NAME = 253;
const SHOWN_NAMES = 4;

/** Protected success indication: with TLS 1.3 the device cannot tell otherwise that it is accepted (RFC 9190 section 2.5). */
const COMMITMENT = Buffer.of(0);

const METHOD: EapMethod = 'EAP-TLS';
const MALFORMED = refused({ reason: 'malformed' });

/** EAP-TLS (RFC 5216, RFC 9190): nothing is said in the tunnel; the certificate of the device names the subscriber. */
export class CertificateUser implements InnerMethod {
  readonly #engine: TlsEngine;
  #accepted: InnerStep | null = null;

  constructor(engine: TlsEngine) {
    this.#engine = engine;
  }

  async begin(context: InnerContext): Promise<InnerStep> {
    const certificate = this.#engine.verifiedCertificate();
    if (typeof certificate === 'string') return refused({ reason: 'tls', problem: certificate });
    const names = certificateNames(certificate, context.outerName);
    for (const name of names) {
      const user = await context.find(name);
      if (!user.known) continue;
      const denial = user.denial();
      if (denial !== null) return refused({ reason: 'denied', denial }, name);
      const accepted: InnerStep = { kind: 'accepted', method: METHOD, name };
      if (!this.#engine.isTls13) return accepted;
      this.#accepted = accepted;
      return { kind: 'say', plain: COMMITMENT };
    }
    const shown = names.slice(0, SHOWN_NAMES).join(', ');
    return refused({ reason: 'tls', problem: `no subscriber has a name from the certificate: ${shown}` });
  }

  receive(): InnerStep {
    return MALFORMED;
  }

  acknowledged(): InnerStep {
    return this.#accepted ?? MALFORMED;
  }
}

/** PostgreSQL keeps no text with a NUL. */
const PRINTABLE = /^\P{Cc}+$/u;

/** `DNS:a.example.net, email:ravi@example.net, othername:UPN:ravi`; a value with special characters is a JSON string. */
const ENTRY = /([^:,"]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?:, |$)/y;

/** The names that a certificate vouches for, the one that the device gave first if it is among them. */
function certificateNames(certificate: X509Certificate, outerName: string): string[] {
  const { CN = [] } = certificate.toLegacyObject().subject as { CN?: string | string[] };
  const all = [CN, ...alternativeNames(certificate.subjectAltName ?? '')].flat();
  const names = [...new Set(all.filter((name) => PRINTABLE.test(name) && name.length <= MAX_NAME))].slice(0, MAX_NAMES);
  const isOuter = (name: string) => name.toLowerCase() === outerName.toLowerCase();
  return [...names.filter(isOuter), ...names.filter((name) => !isOuter(name))];
}

/** None if the text cannot be read to its end. */
function alternativeNames(text: string): string[] {
  const found: string[] = [];
  ENTRY.lastIndex = 0;
  while (ENTRY.lastIndex < text.length) {
    const [entry, type = '', value = ''] = ENTRY.exec(text) ?? [];
    if (entry === undefined) return [];
    if (value.startsWith('"')) continue;
    if (type === 'DNS' || type === 'email') found.push(value);
    if (type === 'othername' && value.startsWith('UPN:')) found.push(value.slice('UPN:'.length));
  }
  return found;
}
