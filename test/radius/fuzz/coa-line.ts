import { createHash } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';

const [DISCONNECT_REQUEST, DISCONNECT_ACK] = [40, 41];
const HEADER = 20;

/** The CoA port of the NAS: acknowledges each Disconnect-Request, and notes those for sessions that it never had. */
export class CoaLine {
  readonly #socket: Socket;
  readonly #sessions = new Set<string>();
  #secret = '';
  #asked = 0;
  #wrong = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('message', (request, { port, address }) => {
      this.#asked += 1;
      if (!this.#isRight(request)) this.#wrong += 1;
      socket.send(acknowledgement(request, this.#secret), port, address);
    });
  }

  static async open(): Promise<CoaLine> {
    const socket = createSocket({ type: 'udp4', recvBufferSize: 1024 * 1024 });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new CoaLine(socket);
  }

  get port(): number {
    return this.#socket.address().port;
  }

  get asked(): number {
    return this.#asked;
  }

  /** Requests that are unsigned, or whose name and session id were in no accounting request. */
  get wrong(): number {
    return this.#wrong;
  }

  begin(secret: string): void {
    this.#secret = secret;
  }

  /** An accounting request that the server may have recorded. */
  saw(accountingRequest: Buffer): void {
    this.#sessions.add(sessionIn(accountingRequest));
  }

  close(): void {
    this.#socket.close();
  }

  #isRight(request: Buffer): boolean {
    const unsigned = Buffer.from(request).fill(0, 4, HEADER);
    const signature = createHash('md5').update(unsigned).update(this.#secret).digest();
    const isSigned = request[0] === DISCONNECT_REQUEST && signature.equals(request.subarray(4, HEADER));
    return isSigned && this.#sessions.has(sessionIn(request));
  }
}

function acknowledgement(request: Buffer, secret: string): Buffer {
  const answer = Buffer.from([DISCONNECT_ACK, request[1] ?? 0, 0, HEADER]);
  const signed = createHash('md5').update(answer).update(request.subarray(4, HEADER)).update(secret).digest();
  return Buffer.concat([answer, signed]);
}

/** User-Name and Acct-Session-Id, octet by octet without trailing NULs. */
function sessionIn(packet: Buffer): string {
  return [1, 44].map((type) => octetsIn(packet, type).toString('hex')).join('/');
}

function octetsIn(packet: Buffer, type: number): Buffer {
  for (let at = HEADER; at < packet.readUInt16BE(2); at += packet[at + 1] ?? 0) {
    if (packet[at] !== type) continue;
    let end = at + (packet[at + 1] ?? 0);
    while (end > at + 2 && packet[end - 1] === 0) end -= 1;
    return packet.subarray(at + 2, end);
  }
  return Buffer.alloc(0);
}
