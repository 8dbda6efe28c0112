import { codeName } from '../protocol/dictionary/names.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import type { Count, RadiusMetrics } from './radius-metrics.ts';

/** What a UDP server counts itself, without looking anything up by name for each packet. */
export class PacketCounts {
  readonly unknownSource: Count;
  readonly malformed: Count;
  readonly unexpectedCode: Count;
  readonly fault: Count;
  readonly #metrics: RadiusMetrics;
  readonly #byType = new Map<string, Count>();

  constructor(metrics: RadiusMetrics) {
    this.#metrics = metrics;
    this.unknownSource = metrics.packets('any', 'unknown-source');
    this.malformed = metrics.packets('any', 'malformed');
    this.unexpectedCode = metrics.packets('any', 'unexpected-code');
    this.fault = metrics.packets('any', 'fault');
  }

  add(packet: Packet, outcome: string): void {
    const key = `${packet.code} ${outcome}`;
    let count = this.#byType.get(key);
    if (!count) {
      count = this.#metrics.packets(codeName(packet.code), outcome);
      this.#byType.set(key, count);
    }
    count.count += 1;
  }
}
