import type { EapRefusal } from '../../authentication/eap/eap-server.ts';
import type { Service } from '../../state/directory/service.ts';

/** Why an EAP conversation was rejected, for the authentication log; `unknown`: why the name is that of no service. */
export function eapRejectionReason(
  refusal: EapRefusal,
  service: Service | undefined,
  unknown = 'unknown user',
): string {
  switch (refusal.reason) {
    case 'wrong-password':
      return service ? 'wrong password' : unknown;
    case 'malformed':
      return 'the EAP message is malformed';
    case 'unknown-conversation':
      return 'the EAP response belongs to no conversation, or to one that timed out';
    case 'unconfirmed':
      return 'the device does not trust this server';
    case 'unsupported':
      return refusal.wanted === ''
        ? 'the device accepts no supported EAP method'
        : `the device wants ${refusal.wanted}, which is not supported`;
    case 'tls':
      return refusal.problem;
    case 'denied':
      return refusal.denial;
  }
}
