import type { Logger } from '../../config/log.ts';
import { type Answer, encodeAnswer } from '../protocol/packet/answer.ts';
import { Packet } from '../protocol/packet/packet.ts';
import type { Hop } from '../state/directory/hop.ts';
import type { Nas } from '../state/directory/nas.ts';
import type { Pulse } from '../state/pulse/pulse.ts';
import { PacketCounts } from './packet-counts.ts';
import type { PacketHandler } from './packet-handler.ts';
import type { RadiusMetrics } from './radius-metrics.ts';
import { ReplyCache } from './reply-cache.ts';
import { type Answering, type HopRequest, isFromNas, withNas } from './request.ts';
import type { UnknownSources } from './unknown-sources.ts';

export interface RequestServerOptions {
  readonly unknownSources: UnknownSources;
  readonly metrics: RadiusMetrics;
  readonly pulse: Pulse;
  readonly log: Logger;
  readonly now: () => number;
}

/** Where a packet came from and its answer goes; see `HopRequest`. */
export interface Source {
  readonly address: string;
  readonly port: number;
}

const SWEEP_MS = 10_000;

/**
 * What a port does with packets, whatever they came over: parses them, drops those that deserve no answer, answers
 * retransmissions from its `ReplyCache`, hands new requests to the handler, and encodes the answers.
 */
export class RequestServer implements Answering {
  readonly counts: PacketCounts;
  readonly #options: RequestServerOptions;
  readonly #send: (bytes: Buffer, to: Source) => void;
  readonly #replyCache = new ReplyCache();
  readonly #sweeper: NodeJS.Timeout;
  #handler: PacketHandler | undefined;
  #pending = 0;

  constructor(options: RequestServerOptions, send: (bytes: Buffer, to: Source) => void) {
    this.#options = options;
    this.#send = send;
    this.counts = new PacketCounts(options.metrics);
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
  }

  close(): void {
    clearInterval(this.#sweeper);
  }

  answer(request: HopRequest, answer: Answer): void {
    const bytes = encodeAnswer(request.packet, answer, request.hop.secret);
    if (bytes === null) {
      this.abandon(request);
      return;
    }
    this.#pending -= 1;
    this.#replyCache.store(request, bytes);
    this.#send(bytes, request);
    this.#options.metrics.answerTimes.add(request.packet.code, performance.now() - request.receivedAt);
  }

  abandon(request: HopRequest): void {
    this.#pending -= 1;
    this.#replyCache.abandon(request);
  }

  /**
   * Returns false for a packet that is malformed or not authentic, after which a connection is closed (RFC 6613 section 2.6.4).
   * @throws what the handler throws, which the caller passes to `fail`
   */
  receive(bytes: Buffer, hop: Hop, { address, port }: Source): boolean {
    if (hop.nas) hop.nas.packets += 1;
    const packet = Packet.parse(bytes);
    if (packet === null) {
      this.counts.malformed.count += 1;
      return false;
    }
    const handler = this.#handler;
    if (!handler?.codes.has(packet.code)) {
      this.counts.unexpectedCode.count += 1;
      return true;
    }
    const at = this.#options.now();
    const request = { packet, hop, nas: hop.nas, address, port, at, receivedAt: performance.now(), server: this };
    // TLS repeats nothing, and a Token may be used again as soon as it is answered (RFC 9765 section 4.2).
    const known = hop.secret === null ? null : this.#replyCache.find(request);
    if (known === null) return this.#handleNew(request, handler);
    this.#answerRetransmission(request, known);
    return true;
  }

  /** No packet may end the process. */
  fail(error: unknown): void {
    this.counts.fault.count += 1;
    this.#options.log.error({ err: error }, 'cannot handle a RADIUS packet');
  }

  #noteDropped(nas: Nas, reason: 'unauthentic' | 'unsigned'): void {
    nas.dropped += 1;
    this.#options.pulse.dropped(nas.facts.id, reason, this.#options.now());
  }

  #answerRetransmission(request: HopRequest, known: Buffer | 'pending'): void {
    if (known === 'pending') {
      this.counts.add(request.packet, 'under-way');
      return;
    }
    this.counts.add(request.packet, 'retransmission');
    this.#send(known, request);
  }

  #handleNew(received: HopRequest, handler: PacketHandler): boolean {
    const { packet, hop } = received;
    const dropped = handler.dropReason(packet, hop);
    if (dropped !== null) {
      if (hop.nas) this.#noteDropped(hop.nas, dropped);
      this.counts.add(packet, dropped);
      return dropped !== 'unauthentic';
    }
    const request = withNas(received);
    if (request === null) {
      this.counts.add(packet, 'unknown-nas');
      this.#options.unknownSources.nases.note(hop, packet);
      return true;
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
    return true;
  }
}
