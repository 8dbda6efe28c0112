import { createHash, createHmac, randomBytes } from 'node:crypto';
import { attribute, framed } from '../../peers/support/octets.ts';
import { RadiusClient } from './radius-client.ts';

const ACCESS_REQUEST = 1;
const ACCESS_ACCEPT = 2;

export interface LoginOptions {
  readonly port: number;
  readonly secret: string;
  readonly users: readonly string[];
  readonly password: string;
  readonly rate: number;
}

/** Log-ins by CHAP, each user from one device, all of which must be accepted. */
export class LoginLoad {
  /** Users who were rejected, each as often as that. */
  readonly rejected: string[] = [];
  readonly client: RadiusClient<string>;

  constructor({ port, secret, users, password, rate }: LoginOptions) {
    this.client = new RadiusClient({
      ...{ port, secret, rate, work: users },
      next: (username, identifier) => accessRequest({ username, password, secret, identifier }),
      answered: (username, code) => {
        if (code !== ACCESS_ACCEPT) this.rejected.push(username);
      },
    });
  }
}

interface Login {
  readonly username: string;
  readonly password: string;
  readonly secret: string;
  readonly identifier: number;
}

/** CHAP whose challenge is the Request Authenticator (RFC 2865 section 5.3), signed (RFC 3579 section 3.2). */
function accessRequest({ username, password, secret, identifier }: Login): Buffer {
  const authenticator = randomBytes(16);
  const chapId = Buffer.from([identifier]);
  const response = createHash('md5').update(chapId).update(password).update(authenticator).digest();
  const packet = framed(ACCESS_REQUEST, identifier, authenticator, [
    attribute(80, Buffer.alloc(16)),
    attribute(1, Buffer.from(username)),
    attribute(3, Buffer.concat([chapId, response])),
    attribute(4, Buffer.from([127, 0, 0, 1])),
    attribute(31, Buffer.from(`device of ${username}`)),
  ]);
  createHmac('md5', secret).update(packet).digest().copy(packet, 22);
  return packet;
}
