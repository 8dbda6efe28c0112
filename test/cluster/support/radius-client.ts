import { createSocket, type Socket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAnswer } from '../../peers/support/octets.ts';
import { Meter } from './meter.ts';

const AGAIN_MS = 3_000;
const TICK_MS = 5;

/** A line of a client: it has one request under way at most. */
interface Slot<Work> {
  readonly identifier: number;
  readonly work: Work;
  request: Buffer | undefined;
  firstAt: number;
  sentAt: number;
}

export interface RadiusWork<Work> {
  readonly port: number;
  readonly secret: string;
  /** Requests a second. */
  readonly rate: number;
  /** Up to 256, each with the identifier of its place. */
  readonly work: readonly Work[];
  /** The next request of a line. */
  readonly next: (work: Work, identifier: number) => Buffer;
  /** Takes an authentic answer. */
  readonly answered: (work: Work, code: number) => void;
}

/** Sends at a fixed rate, as a NAS that repeats what is not answered every three seconds. */
export class RadiusClient<Work> {
  readonly meter = new Meter();
  readonly #options: RadiusWork<Work>;
  readonly #slots: Slot<Work>[];
  readonly #socket: Socket = createSocket('udp4');
  #timer: NodeJS.Timeout | undefined;
  #owed = 0;
  #turn = 0;
  #tickedAt = performance.now();
  #isEnding = false;

  constructor(options: RadiusWork<Work>) {
    this.#options = options;
    this.#slots = options.work.map((work, identifier) => ({
      ...{ identifier, work, request: undefined, firstAt: 0, sentAt: 0 },
    }));
    this.#socket.on('message', (datagram) => this.#receive(datagram));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#socket.bind(0, '127.0.0.1', resolve));
    this.#tickedAt = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Begins nothing new and waits until everything is answered. @throws when that takes longer */
  async finish(withinMs: number): Promise<void> {
    this.#isEnding = true;
    const deadline = Date.now() + withinMs;
    try {
      for (let open = this.#open(); open > 0; open = this.#open()) {
        if (Date.now() > deadline) throw new Error(`${open} requests are never answered`);
        await sleep(50);
      }
    } finally {
      this.close();
    }
  }

  close(): void {
    if (this.#timer) this.#socket.close();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #open(): number {
    return this.#slots.filter(({ request }) => request !== undefined).length;
  }

  #tick(): void {
    const now = performance.now();
    this.#owed = Math.min(this.#owed + ((now - this.#tickedAt) * this.#options.rate) / 1000, this.#options.rate / 10);
    this.#tickedAt = now;
    for (const slot of this.#slots) if (slot.request && now - slot.sentAt > AGAIN_MS) this.#repeat(slot, slot.request);
    for (let seen = 0; seen < this.#slots.length && this.#owed >= 1 && !this.#isEnding; seen++) {
      this.#turn = (this.#turn + 1) % this.#slots.length;
      const slot = this.#slots[this.#turn];
      if (!slot || slot.request) continue;
      this.#owed -= 1;
      slot.request = this.#options.next(slot.work, slot.identifier);
      slot.firstAt = now;
      this.#send(slot, slot.request);
    }
  }

  #repeat(slot: Slot<Work>, request: Buffer): void {
    this.meter.repeat();
    this.#send(slot, request);
  }

  #send(slot: Slot<Work>, request: Buffer): void {
    slot.sentAt = performance.now();
    this.#socket.send(request, this.#options.port, '127.0.0.1', () => undefined);
  }

  #receive(datagram: Buffer): void {
    const slot = this.#slots[datagram[1] ?? -1];
    if (!slot?.request || !isAnswer(datagram, slot.request, this.#options.secret)) return;
    slot.request = undefined;
    this.meter.answer(slot.firstAt);
    this.#options.answered(slot.work, datagram[0] ?? 0);
  }
}
