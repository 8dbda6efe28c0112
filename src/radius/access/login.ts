import type { Method } from '../authentication/check-credential.ts';
import type { Request } from '../server/request.ts';
import type { Service } from '../state/directory/service.ts';

/** A log-in whose password is right. */
export interface Login {
  readonly request: Request;
  readonly service: Service;
  readonly username: string;
  /** `aa:bb:cc:dd:ee:ff`; null if the NAS sends none. */
  readonly mac: string | null;
  readonly method: Method;
  /** Attributes that prove to the subscriber that the server knows the password. */
  readonly replyAttributes: Buffer;
}
