import { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';
import { ping } from '../../../routeros/commands.ts';
import type { Row } from '../../../routeros/exchange.ts';
import { askRouter } from './ask.ts';
import { refusedCommand } from './failure-fault.ts';
import { type ProbeCall, routerOfSession, type sessionPing } from './session.ts';
import { durationMs, textIn } from './values.ts';

/** After so long the router is told to stop, and what it has found is the answer. */
export const PROBE_MS = 15_000;

export const milliseconds = () => wire.decimal({ places: 3 }).nullable();

export const pinged = z.object({
  address: wire.ip(),
  sent: wire.count(),
  received: wire.count(),
  min_ms: milliseconds(),
  avg_ms: milliseconds(),
  max_ms: milliseconds(),
  /** One each; null: no answer. */
  replies: z.array(z.object({ ms: milliseconds(), ttl: wire.count().nullable(), problem: wire.shown().nullable() })),
});

/** Pings the subscriber from the router. */
export async function pingSession(
  call: ProbeCall,
  { id, count }: z.output<typeof sessionPing>,
): Promise<z.output<typeof pinged>> {
  const { nas, address } = await routerOfSession(call, id);
  const options = { timeoutMs: PROBE_MS, isOpenEnded: true };
  const { rows, isRefused } = await askRouter(call.kernel, nas, ping(address, count), options);
  // A cancelled one is refused too, after its rows.
  if (isRefused && rows.length === 0) throw refusedCommand();
  return { address, ...summaryOf(rows.slice(0, count)) };
}

function summaryOf(rows: readonly Row[]) {
  const replies = rows.map((row) => ({
    ms: durationMs(row.get('time')),
    ttl: row.has('ttl') ? Number(row.get('ttl')) || null : null,
    problem: textIn(row, 'status'),
  }));
  const times = replies.flatMap(({ ms }) => (ms === null ? [] : [ms]));
  const average = times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0) / times.length;
  return {
    sent: rows.length,
    received: times.length,
    min_ms: shownMs(times.length === 0 ? null : Math.min(...times)),
    avg_ms: shownMs(average),
    max_ms: shownMs(times.length === 0 ? null : Math.max(...times)),
    replies: replies.map((reply) => ({ ...reply, ms: shownMs(reply.ms) })),
  };
}

export const shownMs = (ms: number | null): string | null => (ms === null ? null : ms.toFixed(3));
