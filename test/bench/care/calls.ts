import { setTimeout as sleep } from 'node:timers/promises';
import { request } from '../api/ask.ts';
import type { Child } from '../api/child.ts';
import { table } from '../api/table.ts';
import type { Size } from '../dataset.ts';
import { programOf } from './data.ts';

type Parameters = Readonly<Record<string, string>>;

/** One thing that an agent or a program asks. */
interface Asked {
  readonly path: string;
  readonly user: number;
  readonly parameters: Parameters;
}

interface Kind {
  readonly name: string;
  /** Milliseconds of the slowest of a hundred that are wanted. */
  readonly wanted: number;
  ask(child: Child, n: number, size: Size): Promise<void>;
}

async function ask(child: Child, { path, user, parameters }: Asked): Promise<unknown> {
  const { method = 'POST', headers, body } = request(path, user, parameters);
  const init = { method, headers: headers as Record<string, string>, body: String(body) };
  const response = await fetch(child.origin + path, init);
  const { result, error } = (await response.json()) as { result: unknown; error: string | null };
  if (response.status !== 200) throw new Error(`${path}: ${error}`);
  return result;
}

const pick = (n: number, upTo: number) => ((n * 7919) % upTo) + 1;
const ispOf = (service: number, { isps }: Size) => ((service - 1) % isps) + 1;
const mobileOf = (customer: number) => `98${String((customer * 7919) % 100_000_000).padStart(8, '0')}`;

const staff = (path: string, wanted: number, parametersOf: (n: number, size: Size) => Parameters): Kind => ({
  name: path.slice('/api/'.length),
  wanted,
  ask: async (child, n, size) => {
    const user = ispOf(pick(n, size.customers), size);
    await ask(child, { path, user, parameters: parametersOf(n, size) });
  },
});

const KINDS: readonly Kind[] = [
  staff('/api/customer/list', 20, (n, { customers }) => ({ mobile: mobileOf(pick(n, customers)) })),
  staff('/api/subscriber/verdict', 30, (n, { customers }) => ({ serviceid: String(pick(n, customers)) })),
  staff('/api/ticket/list', 60, () => ({ status: 'Open', rows_limit: '50' })),
  staff('/api/ticket/board', 60, () => ({})),
  { name: 'care/identify, care/status', wanted: 150, ask: aCall },
];

/** A call of a subscriber, who is found by the number and told how the line is. */
async function aCall(child: Child, n: number, size: Size): Promise<void> {
  const customer = pick(n, size.customers);
  const user = programOf(ispOf(customer, size), size);
  const call_id = `call-${process.pid}-${n}`;
  const from = mobileOf(customer);
  const identified = await ask(child, { path: '/api/care/identify', user, parameters: { call_id, from } });
  const { caller } = identified as { caller: string };
  const parameters = { call_id, caller, serviceid: String(customer) };
  const status = await ask(child, { path: '/api/care/status', user, parameters });
  if (!(status as { text: string }).text) throw new Error(`${from} was told nothing`);
}

let asked = 0;

/** Each kind at a steady rate, whether or not the answers keep up; the time of an answer counts from when it was due. */
export async function calls(
  child: Child,
  size: Size,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
  say: (line: string) => void,
): Promise<void> {
  const print = table([`${rate} a second`, 'median ms', 'p99 ms', 'wanted', 'longest ms'], say);
  for (const kind of KINDS) {
    await timesOf(child, size, kind, { rate, seconds: 2 });
    const times = await timesOf(child, size, kind, { rate, seconds });
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
    print([kind.name, at(0.5), at(0.99), kind.wanted, at(1)]);
  }
}

async function timesOf(
  child: Child,
  size: Size,
  { ask }: Kind,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  const all = Array.from({ length: rate * seconds }, async (_, at) => {
    const due = began + (at * 1_000) / rate;
    await sleep(due - performance.now());
    await ask(child, asked++, size);
    times.push(performance.now() - due);
  });
  await Promise.all(all);
  return times.sort((one, other) => one - other);
}
