import { Fault } from '../../../core/fault.ts';
import type { FailureKind, RouterFailure } from '../../../routeros/failure.ts';

const SENTENCES: Record<Exclude<FailureKind, 'memory'>, string> = {
  unreachable: 'the router did not accept a connection at its API port; check the service api-ssl and its address list',
  tls: 'the router offers no TLS at its API port; give its service api-ssl a certificate, and let it accept this node’s address',
  login:
    'the router refused the log-in; check api_username, api_password and the address of the user there (RouterOS 6.43 or later)',
  timeout: 'the router accepted the connection but did not answer in time',
  protocol: 'what answers at the API port does not speak RouterOS’s API as it should',
};

const CROWDED =
  'other questions to routers take all the memory for their answers; ask again when another question has been answered';

/** In a sentence of ours: nothing that the peer said is in it but the digest of its certificate. */
export function failureFault({ kind, fingerprint }: RouterFailure, confirmed: string | null): Fault {
  if (kind === 'memory') return new Fault('tooMany', CROWDED, { retryAfterS: 10 });
  if (kind !== 'tls' || fingerprint === undefined) return new Fault('nasRefused', SENTENCES[kind]);
  const which = confirmed === null ? 'nobody has confirmed the certificate' : 'the router has another certificate';
  return new Fault(
    'nasRefused',
    `${which}; compare the fingerprint ${fingerprint} with the router, and confirm it with radius/nas/api_pin`,
  );
}

/** A command that the router does not know, or that the user may not use. */
export const refusedCommand = (): Fault =>
  new Fault(
    'nasRefused',
    'the router refused the command; the group of its user needs the policies read, api and test',
  );
