import { isAccepted, type Prepared } from './ms-chap-requests.ts';

/** Octets: more than an Access-Accept of either server has. */
const ROOM = 512;

/**
 * Answers as received. They are verified after the measurement, since this program would take CPU from both servers
 * meanwhile.
 */
export class Answers {
  readonly #requests: readonly Prepared[];
  readonly #octets: Buffer;
  readonly #lengths: Uint16Array;
  readonly #milliseconds: Float64Array;

  constructor(requests: readonly Prepared[]) {
    this.#requests = requests;
    this.#octets = Buffer.alloc(requests.length * ROOM); // touches every page now
    this.#lengths = new Uint16Array(requests.length);
    this.#milliseconds = new Float64Array(requests.length);
  }

  /** The answer to the request of this number. */
  keep(number: number, datagram: Buffer, milliseconds: number): void {
    if (datagram.length <= ROOM) this.#octets.set(datagram, number * ROOM);
    this.#lengths[number] = datagram.length;
    this.#milliseconds[number] = milliseconds;
  }

  /** The time that each good answer took, and the number of bad ones. */
  judge(): { times: number[]; bad: number } {
    const times: number[] = [];
    let bad = 0;
    for (const [number, request] of this.#requests.entries()) {
      const length = this.#lengths[number] ?? 0;
      if (length === 0) continue;
      const datagram = this.#octets.subarray(number * ROOM, number * ROOM + length);
      if (length <= ROOM && isAccepted(datagram, request)) times.push(this.#milliseconds[number] ?? 0);
      else bad += 1;
    }
    return { times, bad };
  }
}
