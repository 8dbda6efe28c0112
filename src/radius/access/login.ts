import type { Method } from '../authentication/check-credential.ts';
import type { Request } from '../server/request.ts';
import type { IdentityKind } from '../state/directory/identities.ts';
import type { Service } from '../state/directory/service.ts';

/** A log-in whose password is right, or whose identity is that of the service. */
export interface Login {
  readonly request: Request;
  readonly service: Service;
  /** User-Name. */
  readonly username: string;
  /** `aa:bb:cc:dd:ee:ff`; null if the NAS sends none. */
  readonly mac: string | null;
  readonly method: Method | IdentityKind;
  /** Attributes that prove to the subscriber that the server knows the password. */
  readonly replyAttributes: Buffer;
  /** Of a guest: when the session has to end, in milliseconds. A guest gets the plan or nothing. */
  readonly guestUntil?: number;
}

/** The name in the authentication log. A log-in by identity has whatever name its NAS makes up, so it gets the service's. */
export function loggedName({ method, service, username }: Login): string {
  return method === 'circuit+remote' || method === 'circuit' || method === 'mac' ? service.key : username;
}
