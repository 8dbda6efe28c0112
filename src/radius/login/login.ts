import type { Method } from '../authentication/check-credential.ts';
import type { Service } from '../directory/service.ts';
import { Attribute } from '../packet/attribute.ts';
import type { Packet } from '../packet/packet.ts';
import type { Request } from '../socket/request.ts';

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
