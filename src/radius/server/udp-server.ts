import type { Socket } from 'node:dgram';
import type { Logger } from '../../config/log.ts';
import { type Answer, encodeAnswer } from '../protocol/packet/answer.ts';
import { Packet } from '../protocol/packet/packet.ts';
import type { Directory } from '../state/directory/directory.ts';
import { PacketCounts } from './packet-counts.ts';
import type { PacketHandler } from './packet-handler.ts';
import type { RadiusMetrics } from './radius-metrics.ts';
import { ReplyCache } from './reply-cache.ts';
import { type HopRequest, isFromNas, withNas } from './request.ts';
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

/**
 * One port: parses packets, drops those that deserve no answer, answers retransmissions from its `ReplyCache`, hands new
 * requests to the handler, and sends the answers.
 */
export class UdpServer {
  readonly #options: UdpServerOptions;
  readonly #replyCache = new ReplyCache();
  readonly #sendQueue: SendQueue;
  readonly #sweeper: NodeJS.Timeout;
  #handler: PacketHandler | undefined;
  #pending = 0;
  readonly #counts: PacketCounts;

  constructor(options: UdpServerOptions) {
    this.#options = options;
    this.#sendQueue = new SendQueue(options.socket);
    this.#counts = new PacketCounts(options.metrics);
    this.#sweeper = setInterval(() => this.#replyCache.sweep(options.now()), SWEEP_MS).unref();
  }

  /** Number of requests that are neither answered nor abandoned yet. */
  get pending(): number {
    return this.#pending;
  }

  /** Number of requests whose retransmission would be recognised. */
  get remembered(): number {
    return this.#replyCache.size;
  }

  serve(handler: PacketHandler): void {
    this.#handler = handler;
    this.#options.socket.on('message', this.#receive);
    this.#options.socket.on('error', (error) => this.#options.log.error({ err: error }, 'a RADIUS socket failed'));
  }

  /** Takes no more packets; pending requests can still be answered. */
  stopReading(): void {
    this.#options.socket.off('message', this.#receive);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    this.#sendQueue.sendAll();
    await new Promise<void>((resolve) => this.#options.socket.close(resolve));
  }

  /** Sends the answer and keeps it for retransmissions. */
  answer(request: HopRequest, answer: Answer): void {
    const bytes = encodeAnswer(request.packet, answer, request.hop.secret);
    if (bytes === null) {
      this.abandon(request);
      return;
    }
    this.#pending -= 1;
    this.#replyCache.store(request, bytes);
    this.#sendQueue.add({ bytes, port: request.port, address: request.address });
    this.#options.metrics.answerTimes.add(request.packet.code, performance.now() - request.receivedAt);
  }

  /** Gives up without an answer: the NAS retransmits. */
  abandon(request: HopRequest): void {
    this.#pending -= 1;
    this.#replyCache.abandon(request);
  }

  /** No packet may end the process. */
  readonly #receive = (datagram: Buffer, { address, port }: { address: string; port: number }): void => {
    try {
      this.#handleDatagram(datagram, address, port);
    } catch (error) {
      this.#counts.fault.count += 1;
      this.#options.log.error({ err: error }, 'a RADIUS packet could not be handled');
    }
  };

  #handleDatagram(datagram: Buffer, source: string, port: number): void {
    const { directory, unknownSources, now } = this.#options;
    const hop = directory.hopAt(plainAddress(source));
    if (!hop) {
      this.#counts.unknownSource.count += 1;
      unknownSources.note(plainAddress(source), datagram);
      return;
    }
    if (hop.nas) hop.nas.packets += 1;
    const packet = Packet.parse(datagram);
    if (packet === null) {
      this.#counts.malformed.count += 1;
      return;
    }
    const handler = this.#handler;
    if (!handler?.codes.has(packet.code)) {
      this.#counts.unexpectedCode.count += 1;
      return;
    }
    const request = { packet, hop, nas: hop.nas, address: source, port, at: now(), receivedAt: performance.now() };
    const known = this.#replyCache.find(request);
    if (known !== null) this.#answerRetransmission(request, known);
    else this.#handleNew(request, handler);
  }

  #answerRetransmission({ packet, port, address }: HopRequest, known: Buffer | 'pending'): void {
    if (known === 'pending') {
      this.#counts.add(packet, 'under-way');
      return;
    }
    this.#counts.add(packet, 'retransmission');
    this.#sendQueue.add({ bytes: known, port, address });
  }

  #handleNew(received: HopRequest, handler: PacketHandler): void {
    const { packet, hop } = received;
    const dropped = handler.dropReason(packet, hop);
    if (dropped !== null) {
      if (hop.nas) hop.nas.dropped += 1;
      this.#counts.add(packet, dropped);
      return;
    }
    const request = withNas(received);
    if (request === null) {
      this.#counts.add(packet, 'unknown-nas');
      this.#options.unknownSources.nases.note(hop, packet);
      return;
    }
    if (hop.nas === null && request.nas) request.nas.packets += 1;
    this.#replyCache.begin(request);
    this.#pending += 1;
    try {
      if (isFromNas(request)) handler.handle(request);
      else handler.answerStatusServer(request);
    } catch (error) {
      // No one handles it any more, so a retransmission must count as new.
      if (this.#replyCache.find(request) === 'pending') this.abandon(request);
      throw error;
    }
  }
}
