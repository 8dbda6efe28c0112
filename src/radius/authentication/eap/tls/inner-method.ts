import type { EapMethod } from '../../../protocol/eap/eap-type.ts';
import type { Credential } from '../../credential.ts';
import type { EapRefusal } from '../eap-server.ts';
import type { TlsEngine } from './tls-engine.ts';

/** What a method in a tunnel needs of a subscriber. */
export interface InnerUser {
  /** Whether there is such a subscriber. */
  readonly known: boolean;
  /** A dummy for an unknown one, so that only the end of the conversation differs. */
  readonly credential: Credential;
  /** Why the rules deny access although the password is right; null when they do not. */
  readonly denial: () => string | null;
}

/** What a method asks of the node during one step. */
export interface InnerContext {
  /** User-Name of the request: who the device says it is before there is a tunnel. */
  readonly outerName: string;
  /** @throws when the database cannot be queried */
  readonly find: (name: string) => Promise<InnerUser>;
}

/** A refusal names the subscriber if the device has named one. */
export type InnerStep =
  /** Plaintext for the device. `refusal`: the outcome already, of which the device is only told. */
  | { readonly kind: 'say'; readonly plain: Buffer; readonly refusal?: NamedRefusal }
  /** It is the device's turn. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'accepted'; readonly method: EapMethod; readonly name: string }
  /** Null: an earlier step has reported it. */
  | { readonly kind: 'refused'; readonly refusal: NamedRefusal | null };

export interface NamedRefusal {
  readonly refusal: EapRefusal;
  readonly name: string | null;
}

/** What is said over a TLS connection that is established. */
export interface InnerMethod {
  /** The device has nothing more to say about the handshake. */
  begin(context: InnerContext): InnerStep | Promise<InnerStep>;
  /** The device has said something. */
  receive(plain: Buffer, context: InnerContext): InnerStep | Promise<InnerStep>;
  /** The device has nothing to say. */
  acknowledged(context: InnerContext): InnerStep | Promise<InnerStep>;
}

export type InnerMethodFactory = (engine: TlsEngine) => InnerMethod;

export const WAIT: InnerStep = { kind: 'wait' };

/** A name in a tunnel has the length of a User-Name: it is looked up, and logged. */
export function isNameLength(octets: number): boolean {
  return octets > 0 && octets <= 253;
}

export function refused(refusal: EapRefusal, name: string | null = null): InnerStep {
  return { kind: 'refused', refusal: { refusal, name } };
}
