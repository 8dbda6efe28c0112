import { setTimeout as sleep } from 'node:timers/promises';
import type { Parameters } from '../../peers/support/api.ts';
import { Meter } from './meter.ts';

const CLIENTS = 3;
const PAUSE_MS = 100;
const AGAIN_MS = 250;
const ANSWER_WITHIN_MS = 10_000;

export interface PaymentOptions {
  /** What its references begin with. */
  readonly name: string;
  readonly baseUrl: string;
  readonly credentials: Parameters;
  readonly services: readonly number[];
}

/** Clients of the API that pay, and repeat a call with its idempotency key until it is acknowledged. */
export class PaymentLoad {
  readonly meter = new Meter();
  /** By reference, the id of the payment that was acknowledged. */
  readonly acknowledged = new Map<string, number>();
  /** Answers that were refusals, which should not be. */
  readonly refused: string[] = [];
  readonly #options: PaymentOptions;
  readonly #clients: Promise<void>[];
  #number = 0;
  #isEnding = false;

  constructor(options: PaymentOptions) {
    this.#options = options;
    this.#clients = Array.from({ length: CLIENTS }, () => this.#client());
  }

  /** Begins nothing new and waits until every payment is acknowledged. @throws when that takes longer */
  async finish(withinMs: number): Promise<void> {
    this.#isEnding = true;
    const limit = AbortSignal.timeout(withinMs);
    const late = new Promise<never>((_, reject) => {
      limit.addEventListener('abort', () => reject(new Error('some payments are never acknowledged')));
    });
    await Promise.race([Promise.all(this.#clients), late]);
  }

  async #client(): Promise<void> {
    while (!this.#isEnding) {
      this.#number += 1;
      await this.#pay(`${this.#options.name}-${this.#number}`, this.#number);
      await sleep(PAUSE_MS);
    }
  }

  async #pay(ref: string, number: number): Promise<void> {
    const { baseUrl, credentials, services } = this.#options;
    const call = {
      serviceid: services[number % services.length] ?? 0,
      amt: 1 + (number % 7),
      mode: 'Online',
      ref_no: ref,
    };
    const all = Object.entries({ ...credentials, ...call, idempotency_key: ref });
    const body = new URLSearchParams(all.map(([key, value]): [string, string] => [key, String(value)]));
    const firstAt = performance.now();
    for (;;) {
      const answer = await post(`${baseUrl}/api/payment/new`, body);
      if (answer?.status === 200) this.acknowledged.set(ref, answer.result);
      else if (answer && answer.status < 500) this.refused.push(`${ref}: ${answer.status} ${answer.error}`);
      if (answer && answer.status < 500) return this.meter.answer(firstAt);
      this.meter.repeat();
      await sleep(AGAIN_MS);
    }
  }
}

interface Answer {
  readonly status: number;
  readonly result: number;
  readonly error: string | null;
}

/** Undefined if it is not known whether the call was carried out. */
async function post(url: string, body: URLSearchParams): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    if (response.status >= 500) await response.text();
    else return { ...((await response.json()) as Omit<Answer, 'status'>), status: response.status };
  } catch {
    // the connection broke, or no answer came
  }
  return undefined;
}
