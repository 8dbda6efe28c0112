import type { Method } from '../authentication/check-credential.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import type { Request } from '../server/request.ts';
import type { Service } from '../state/directory/service.ts';

/** A log-in whose password is right. */
export interface Login {
  readonly request: Request;
  readonly service: Service;
  readonly username: string;
  /** `aa:bb:cc:dd:ee:ff`, if the NAS says one. */
  readonly mac: string | null;
  readonly method: Method;
  /** Attributes that prove to the subscriber that the server knows the password too. */
  readonly proof: Buffer;
}

export function usernameIn(packet: Packet): string {
  return packet.text(Attribute.UserName) ?? '';
}
