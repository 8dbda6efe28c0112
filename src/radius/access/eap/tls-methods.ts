import { CertificateUser } from '../../authentication/eap/tls/certificate-user.ts';
import type { InnerMethodFactory } from '../../authentication/eap/tls/inner-method.ts';
import { Peap } from '../../authentication/eap/tls/peap.ts';
import { Ttls } from '../../authentication/eap/tls/ttls.ts';
import { EapType } from '../../protocol/eap/eap-type.ts';
import type { EapContexts } from '../../server/eap-contexts.ts';

/** The methods with TLS, by their types. */
export const METHODS: ReadonlyMap<number, InnerMethodFactory> = new Map<number, InnerMethodFactory>([
  [EapType.Tls, (engine) => new CertificateUser(engine)],
  [EapType.Ttls, (engine) => new Ttls(engine)],
  [EapType.Peap, () => new Peap()],
]);

/** The types of the methods that the files allow. */
export function tunnelTypes(contexts: EapContexts | undefined): number[] {
  if (contexts === undefined) return [];
  return [...METHODS.keys()].filter((type) => type !== EapType.Tls || contexts.hasAuthorities);
}
