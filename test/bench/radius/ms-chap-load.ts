import { createSocket, type Socket } from 'node:dgram';
import { verifyResponseAuthenticator } from '../../../src/radius/packet/authenticator.ts';
import { Code } from '../../../src/radius/packet/code.ts';
import { Packet } from '../../../src/radius/packet/packet.ts';
import { Departures } from '../../../src/radius/socket/departures.ts';
import { watchCores } from './cores.ts';
import { type Measured, sumOf, type Target } from './measured.ts';
import { preparedRequests, secret, signed } from './ms-chap-requests.ts';

const SOCKETS = 8;
/** For the last answers. */
const GRACE_MS = 300;

export interface MsChapLoad {
  readonly seconds: number;
  readonly concurrency: number;
}

/** MS-CHAPv2 log-ins, which `radload` does not know: a closed loop from several ports. */
export async function msChapLoad(target: Target, { seconds, concurrency }: MsChapLoad): Promise<Measured> {
  preparedRequests(); // now, not while it is measured
  const tally: Tally = { times: [], bad: 0, next: 0, isOver: false };
  const ports = await Promise.all(Array.from({ length: SOCKETS }, () => Port.open(target.auth, tally)));
  const cores = await watchCores(target.pids);
  const startedAt = performance.now();
  for (let at = 0; at < concurrency; at++) ports[at % SOCKETS]?.send();
  await pause(seconds * 1000);
  tally.isOver = true;
  const rate = tally.times.length / ((performance.now() - startedAt) / 1000);
  const used = await cores();
  await pause(GRACE_MS);
  const bad = ports.reduce((sum, port) => sum + port.close(), tally.bad);
  const times = tally.times.sort((one, other) => one - other);
  return {
    rate,
    p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN,
    cores: used,
    perCpu: rate / sumOf(used),
    bad,
  };
}

interface Tally {
  /** Milliseconds of each good answer. */
  readonly times: number[];
  bad: number;
  next: number;
  isOver: boolean;
}

/** One source port with its 256 identifiers. */
class Port {
  readonly #socket: Socket;
  /** Like the answers of a server: so that this program takes little of what both servers are measured on. */
  readonly #departures: Departures;
  readonly #to: number;
  readonly #tally: Tally;
  readonly #flights = new Map<number, { readonly request: Buffer; readonly sentAt: number }>();
  #identifier = 0;

  private constructor(socket: Socket, to: number, tally: Tally) {
    this.#socket = socket;
    this.#departures = new Departures(socket);
    this.#to = to;
    this.#tally = tally;
    socket.on('message', (datagram) => this.#receive(datagram));
  }

  static async open(to: number, tally: Tally): Promise<Port> {
    const socket = createSocket({ type: 'udp4', lookup: (host, _options, done) => done(null, host, 4) });
    // By its callback: with nothing to look up it listens before anybody could wait for the event.
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return new Port(socket, to, tally);
  }

  send(): void {
    const requests = preparedRequests();
    const template = requests[this.#tally.next++ % requests.length] as Buffer;
    this.#identifier = (this.#identifier + 1) & 0xff;
    const request = signed(template, this.#identifier);
    this.#flights.set(this.#identifier, { request, sentAt: performance.now() });
    this.#departures.add({ bytes: request, port: this.#to, address: '127.0.0.1' });
  }

  /** Returns how many requests are still unanswered. */
  close(): number {
    this.#socket.close();
    return this.#flights.size;
  }

  #receive(datagram: Buffer): void {
    const identifier = datagram[1] ?? -1;
    const flight = this.#flights.get(identifier);
    this.#flights.delete(identifier);
    if (flight && isAccepted(datagram, flight.request)) this.#tally.times.push(performance.now() - flight.sentAt);
    else this.#tally.bad += 1;
    if (!this.#tally.isOver) this.send();
  }
}

function isAccepted(datagram: Buffer, request: Buffer): boolean {
  const answer = Packet.parse(datagram);
  return answer?.code === Code.AccessAccept && verifyResponseAuthenticator(answer, request.subarray(4, 20), secret);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
