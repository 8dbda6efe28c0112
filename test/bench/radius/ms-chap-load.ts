import { setTimeout as sleep } from 'node:timers/promises';
import { watchCores } from './cores.ts';
import { type Measured, sumOf, type Target } from './measured.ts';
import { Answers } from './ms-chap-answers.ts';
import { type Prepared, preparedRequests } from './ms-chap-requests.ts';
import { openUdp, type Wire } from './wires.ts';

const WIRES = 8;
/** More than either server answers per second. */
const MAX_PER_SECOND = 40_000;
/** For the last answers. */
const GRACE_MS = 300;

export interface MsChapLoad {
  readonly seconds: number;
  readonly concurrency: number;
  /** Opens one of the connections to the server. */
  readonly open?: (target: Target) => Promise<Wire>;
  /** Called when all requests are prepared and the first are sent. */
  readonly onBegin?: () => void;
}

/** MS-CHAPv2 log-ins, which `radload` does not support: a closed loop from several ports. */
export async function msChapLoad(
  target: Target,
  { seconds, concurrency, open = openUdp, onBegin }: MsChapLoad,
): Promise<Measured> {
  const count = Math.ceil((seconds * MAX_PER_SECOND) / WIRES);
  const ports = await Promise.all(
    Array.from({ length: WIRES }, async (_, first) => {
      const wire = await open(target);
      return new Port(wire, preparedRequests(wire, { first, step: WIRES, count }));
    }),
  );
  const cores = await watchCores(target.pids);
  onBegin?.();
  const startedAt = performance.now();
  for (let at = 0; at < concurrency; at++) ports[at % WIRES]?.begin();
  await sleep(seconds * 1000);
  const answered = ports.map((port) => port.end());
  const elapsed = (performance.now() - startedAt) / 1000;
  const used = await cores();
  await sleep(GRACE_MS);
  const ends = ports.map((port) => port.close());
  const times = ends.flatMap((end) => end.times).sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  const bad = ends.reduce((sum, end) => sum + end.bad, 0);
  const rate = (answered.reduce((sum, count) => sum + count, 0) - bad) / elapsed;
  return {
    rate,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    cores: used,
    perCpu: rate / sumOf(used),
    bad,
  };
}

/** One source port with its 256 identifiers, each used by one request at a time. */
class Port {
  readonly #wire: Wire;
  readonly #requests: readonly Prepared[];
  readonly #answers: Answers;
  /** By identifier: the number of the pending request, or -1, and when it was sent. */
  readonly #numbers = new Int32Array(256).fill(-1);
  readonly #sentAt = new Float64Array(256);
  #next = 0;
  #due = 0;
  #answered = 0;
  #bad = 0;
  #isOver = false;

  constructor(wire: Wire, requests: readonly Prepared[]) {
    this.#wire = wire;
    this.#requests = requests;
    this.#answers = new Answers(requests);
    wire.onPacket((packet) => this.#receive(packet));
  }

  /** Adds one request to those kept pending. */
  begin(): void {
    this.#due += 1;
    if (this.#due === 1) setImmediate(() => this.#sendAll());
  }

  /** Returns how many requests were answered. */
  end(): number {
    this.#isOver = true;
    return this.#answered;
  }

  /** Unanswered requests are bad too, and so are answers to no request. */
  close(): { times: number[]; bad: number } {
    this.#wire.close();
    const { times, bad } = this.#answers.judge();
    return { times, bad: bad + this.#bad + this.#numbers.filter((number) => number >= 0).length };
  }

  /** After all answers at hand have been read, as a server sends, so that the receiver wakes once for many. */
  #sendAll(): void {
    for (; this.#due > 0; this.#due--) {
      const number = this.#next++;
      const prepared = this.#requests[number];
      if (!prepared) throw new Error(`More than ${MAX_PER_SECOND} answers a second were not expected`);
      const identifier = number & 0xff;
      if ((this.#numbers[identifier] ?? -1) >= 0) this.#bad += 1; // never answered
      this.#numbers[identifier] = number;
      this.#sentAt[identifier] = performance.now();
      this.#wire.send(prepared.request);
    }
    this.#wire.flush();
  }

  #receive(datagram: Buffer): void {
    const identifier = datagram[1] ?? 0;
    const number = this.#numbers[identifier] ?? -1;
    if (number < 0) {
      this.#bad += 1;
      return;
    }
    this.#numbers[identifier] = -1;
    this.#answers.keep(number, datagram, performance.now() - (this.#sentAt[identifier] ?? 0));
    this.#answered += 1;
    if (!this.#isOver) this.begin();
  }
}
