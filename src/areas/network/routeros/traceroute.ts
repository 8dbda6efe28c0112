import { isIP } from 'node:net';
import { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';
import { traceroute } from '../../../routeros/commands.ts';
import type { Row } from '../../../routeros/exchange.ts';
import { askRouter } from './ask.ts';
import { refusedCommand } from './failure-fault.ts';
import { milliseconds, PROBE_MS, shownMs } from './ping.ts';
import { type ProbeCall, routerOfSession } from './session.ts';
import { textIn } from './values.ts';

const MAX_HOPS = 15;

export const traced = z.object({
  address: wire.ip(),
  /** In order; without an address: no answer. */
  hops: z.array(
    z.object({
      address: wire.ip().nullable(),
      ms: milliseconds(),
      loss_percent: wire.count().nullable(),
      note: wire.shown().nullable(),
    }),
  ),
});

/** The way from the router to the subscriber. */
export async function traceSession(call: ProbeCall, id: number): Promise<z.output<typeof traced>> {
  const { nas, address } = await routerOfSession(call, id);
  const options = { timeoutMs: PROBE_MS, isOpenEnded: true };
  const { rows, isRefused } = await askRouter(call.kernel, nas, traceroute(address), options);
  if (isRefused && rows.length === 0) throw refusedCommand();
  return { address, hops: lastSection(rows).slice(0, MAX_HOPS).map(hopOf) };
}

/** The router repeats all hops each time that it knows more. */
function lastSection(rows: readonly Row[]): Row[] {
  const last = rows.at(-1)?.get('.section');
  return rows.filter((row) => row.get('.section') === last);
}

function hopOf(row: Row) {
  const address = row.get('address') ?? '';
  const last = row.get('last') ?? '';
  const loss = row.get('loss') ?? '';
  return {
    address: isIP(address) === 0 ? null : address,
    ms: /^\d{1,6}(\.\d{1,3})?(ms)?$/.test(last) ? shownMs(Number.parseFloat(last)) : null,
    loss_percent: /^\d{1,3}(\.\d)?%?$/.test(loss) ? Math.round(Number.parseFloat(loss)) : null,
    note: textIn(row, 'status'),
  };
}
