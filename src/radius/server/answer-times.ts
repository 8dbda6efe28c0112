import { Histogram, type Registry } from 'prom-client';
import { codeName } from '../protocol/dictionary/names.ts';

const NAME = 'lastmile_radius_answer_seconds';
const HELP = 'Time from reading a RADIUS request to sending its answer, by type';
/** In seconds. A NAS repeats a request after one to five. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

interface Distribution {
  /** By bound; the last one is of all that are longer. */
  readonly counts: number[];
  sum: number;
}

/** Counts answer times in buckets: two additions a packet, and no hashing of labels. */
export class AnswerTimes {
  readonly #byCode = new Map<number, Distribution>();

  constructor(registry: Registry) {
    new CountedHistogram(registry, this.#byCode);
  }

  /** `code` is that of the request, one of the few that a port accepts. */
  add(code: number, milliseconds: number): void {
    const seconds = milliseconds / 1000;
    let times = this.#byCode.get(code);
    if (!times) {
      times = { counts: new Array<number>(BOUNDS.length + 1).fill(0), sum: 0 };
      this.#byCode.set(code, times);
    }
    let at = 0;
    while (seconds > (BOUNDS[at] ?? Number.POSITIVE_INFINITY)) at += 1;
    times.counts[at] = (times.counts[at] ?? 0) + 1;
    times.sum += seconds;
  }
}

/** A histogram of prom-client that shows what was counted elsewhere. */
class CountedHistogram extends Histogram<'type'> {
  readonly #byCode: ReadonlyMap<number, Distribution>;

  constructor(registry: Registry, byCode: ReadonlyMap<number, Distribution>) {
    super({ name: NAME, help: HELP, labelNames: ['type'], buckets: BOUNDS, registers: [registry] });
    this.#byCode = byCode;
  }

  /** What the registry and `get` call; prom-client does not declare it, and its version is pinned. */
  async getForPromString() {
    const values = [...this.#byCode].flatMap(([code, times]) => valuesOf(codeName(code), times));
    return { name: NAME, help: HELP, type: 'histogram', values, aggregator: 'sum' };
  }
}

function valuesOf(type: string, { counts, sum }: Distribution) {
  const sharedLabels = { type };
  let total = 0;
  const buckets = counts.map((count, at) => {
    total += count;
    return { metricName: `${NAME}_bucket`, labels: { le: BOUNDS[at] ?? '+Inf' }, sharedLabels, value: total };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels: {}, sharedLabels, value: sum },
    { metricName: `${NAME}_count`, labels: {}, sharedLabels, value: total },
  ];
}
