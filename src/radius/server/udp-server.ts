import type { Socket } from 'node:dgram';
import type { Logger } from '../../config/log.ts';
import { codeName } from '../protocol/dictionary/names.ts';
import { type Answer, encodeAnswer } from '../protocol/packet/answer.ts';
import { Packet } from '../protocol/packet/packet.ts';
import type { Directory } from '../state/directory/directory.ts';
import type { PacketHandler } from './packet-handler.ts';
import type { Count, RadiusMetrics } from './radius-metrics.ts';
import { ReplyCache } from './reply-cache.ts';
import type { Request } from './request.ts';
import { SendQueue } from './send-queue.ts';
import { plainAddress } from './udp.ts';
import type { UnknownSources } from './unknown-sources.ts';

export interface UdpServerOptions {
  readonly socket: Socket;
  readonly directory: Directory;
  readonly unknownSources: UnknownSources;
  readonly metrics: RadiusMetrics;
  readonly log: Logger;
  readonly now: () => number;
}

const SWEEP_MS = 10_000;

/** One port: takes packets in, drops what deserves no answer, recognises retransmissions, and sends answers. */
export class UdpServer {
  readonly #options: UdpServerOptions;
  readonly #cache = new ReplyCache();
  readonly #departures: SendQueue;
  readonly #sweeper: NodeJS.Timeout;
  #desk: PacketHandler | undefined;
  #underWay = 0;
  readonly #counts: Readonly<Record<'unknown' | 'malformed' | 'unexpected' | 'fault', Count>>;
  readonly #byType = new Map<string, Count>();

  constructor(options: UdpServerOptions) {
    this.#options = options;
    this.#departures = new SendQueue(options.socket);
    const { metrics } = options;
    this.#counts = {
      unknown: metrics.packets('any', 'unknown-source'),
      malformed: metrics.packets('any', 'malformed'),
      unexpected: metrics.packets('any', 'unexpected-code'),
      fault: metrics.packets('any', 'fault'),
    };
    this.#sweeper = setInterval(() => this.#cache.sweep(options.now()), SWEEP_MS).unref();
  }

  /** Requests that are being worked on. */
  get pending(): number {
    return this.#underWay;
  }

  get remembered(): number {
    return this.#cache.size;
  }

  serve(desk: PacketHandler): void {
    this.#desk = desk;
    this.#options.socket.on('message', this.#receive);
    this.#options.socket.on('error', (error) => this.#options.log.error({ err: error }, 'a RADIUS socket failed'));
  }

  /** Takes nothing more in; answers still go out. */
  stopReading(): void {
    this.#options.socket.off('message', this.#receive);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#departures.sendAll();
    await new Promise<void>((resolve) => this.#options.socket.close(resolve));
  }

  /** Sends the answer, and keeps it for a retransmission. */
  answer(request: Request, answer: Answer): void {
    const bytes = encodeAnswer(request.packet, answer, request.nas.facts.secret);
    if (bytes === null) {
      this.abandon(request);
      return;
    }
    this.#underWay -= 1;
    this.#cache.store(request, bytes);
    this.#departures.add({ bytes, port: request.port, address: request.address });
  }

  /** There is no answer. */
  abandon(request: Request): void {
    this.#underWay -= 1;
    this.#cache.abandon(request);
  }

  /** Nothing that comes from the network may end the program. */
  readonly #receive = (datagram: Buffer, { address, port }: { address: string; port: number }): void => {
    try {
      this.#take(datagram, address, port);
    } catch (error) {
      this.#counts.fault.count += 1;
      this.#options.log.error({ err: error }, 'failed to handle a RADIUS packet');
    }
  };

  #take(datagram: Buffer, source: string, port: number): void {
    const { directory, unknownSources, now } = this.#options;
    const nas = directory.nasAt(plainAddress(source));
    if (!nas) {
      this.#counts.unknown.count += 1;
      unknownSources.note(plainAddress(source), datagram);
      return;
    }
    const packet = Packet.parse(datagram);
    if (packet === null) {
      this.#counts.malformed.count += 1;
      return;
    }
    const desk = this.#desk;
    if (!desk?.codes.has(packet.code)) {
      this.#counts.unexpected.count += 1;
      return;
    }
    const request = { packet, nas, address: source, port, at: now() };
    const known = this.#cache.find(request);
    if (known !== null) {
      this.#again(request, known);
      return;
    }
    const suspicion = desk.dropReason(packet, nas);
    if (suspicion !== null) {
      this.#count(packet, suspicion);
      return;
    }
    this.#cache.begin(request);
    this.#underWay += 1;
    try {
      desk.handle(request);
    } catch (error) {
      // Nobody works on it any more, so that a retransmission is worked on anew.
      if (this.#cache.find(request) === 'under way') this.abandon(request);
      throw error;
    }
  }

  #again({ packet, port, address }: Request, known: Buffer | 'under way'): void {
    this.#count(packet, known === 'under way' ? 'under-way' : 'retransmission');
    if (known !== 'under way') this.#departures.add({ bytes: known, port, address });
  }

  #count(packet: Packet, outcome: string): void {
    const key = `${packet.code} ${outcome}`;
    let cell = this.#byType.get(key);
    if (!cell) {
      cell = this.#options.metrics.packets(codeName(packet.code), outcome);
      this.#byType.set(key, cell);
    }
    cell.count += 1;
  }
}
