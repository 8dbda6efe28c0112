import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'autocannon';
import type pg from 'pg';
import { request } from '../api/ask.ts';
import { CHANGES } from '../changes/changes.ts';
import { drive } from '../changes/drive.ts';
import { readTargets } from '../changes/targets.ts';
import type { Times } from './times.ts';

/** By turns. */
const NAMES = ['payment/new', 'service/action renew prepaid', 'service/action renew postpaid'];

interface Call {
  readonly perSecond: number;
  /** How many targets are read. */
  readonly most: number;
}

/** Payments and renewals through the API, one after the other. */
export class Staff {
  readonly #requests: readonly Request[];
  readonly #perSecond: number;
  #isOver = false;

  private constructor(requests: readonly Request[], perSecond: number) {
    this.#requests = requests;
    this.#perSecond = perSecond;
  }

  static async open(pool: pg.Pool, { perSecond, most }: Call): Promise<Staff> {
    const lists = await Promise.all(NAMES.map((name) => requestsOf(pool, name, most)));
    const length = Math.min(...lists.map((list) => list.length));
    const requests = Array.from({ length }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
    return new Staff(requests, perSecond);
  }

  /** Works until `end` is called, or no service is left. */
  async work(origin: string, times: Times): Promise<void> {
    const startedAt = performance.now();
    for (const [at, each] of this.#requests.entries()) {
      await sleep(Math.max(0, startedAt + (at / this.#perSecond) * 1_000 - performance.now()));
      if (this.#isOver) return;
      const {
        times: [milliseconds = 0],
      } = await drive({ origin }, [each], 1);
      times.add('change', milliseconds);
    }
  }

  end(): void {
    this.#isOver = true;
  }
}

async function requestsOf(pool: pg.Pool, name: string, most: number) {
  const change = CHANGES.find((each) => each.name === name);
  if (!change) throw new Error(`no change is called ${name}`);
  const targets = await readTargets(pool, change, most);
  return targets.map((target, call) =>
    request(change.path, Number(target['auth.login_user']), change.parameters(target, call)),
  );
}
