import { createHash, randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { attribute, framed, isAnswer, number } from '../support/octets.ts';

const ACCESS_REQUEST = 1;
const ACCESS_ACCEPT = 2;
/** A NAS repeats a request that is not answered; the time counts from the first one. */
const REPEAT_MS = 3_000;

interface Line {
  readonly port: number;
  readonly secret: string;
  readonly username: string;
  readonly password: string;
}

/** A NAS at 127.0.0.1 whose subscriber logs in by CHAP (RFC 2865 section 2.2), over and over. */
export class LogIns {
  readonly #line: Line;
  readonly #socket: Socket;
  #identifier = 0;

  private constructor(line: Line, socket: Socket) {
    this.#line = line;
    this.#socket = socket;
  }

  static async open(line: Line): Promise<LogIns> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new LogIns(line, socket);
  }

  /** Resolves once it is accepted. @throws Error with the code of another answer */
  async next(): Promise<void> {
    const { port, secret } = this.#line;
    const request = this.#request();
    const send = () => this.#socket.send(request, port, '127.0.0.1');
    const repeating = setInterval(send, REPEAT_MS);
    send();
    try {
      for (;;) {
        const [answer] = (await once(this.#socket, 'message')) as [Buffer];
        if (!isAnswer(answer, request, secret)) continue;
        if (answer[0] !== ACCESS_ACCEPT) throw new Error(`the log-in was answered with code ${answer[0]}`);
        return;
      }
    } finally {
      clearInterval(repeating);
    }
  }

  close(): void {
    this.#socket.close();
  }

  #request(): Buffer {
    const { username, password } = this.#line;
    this.#identifier = (this.#identifier + 1) % 256;
    const challenge = randomBytes(16);
    const id = Buffer.from([this.#identifier]);
    const digest = createHash('md5').update(id).update(password).update(challenge).digest();
    return framed(ACCESS_REQUEST, this.#identifier, challenge, [
      attribute(1, Buffer.from(username)),
      attribute(3, Buffer.concat([id, digest])),
      attribute(4, Buffer.from([127, 0, 0, 1])),
      attribute(5, number(7)),
      attribute(31, Buffer.from('02-00-5E-20-00-07')),
    ]);
  }
}
