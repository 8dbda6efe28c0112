import { Fault } from '../../../../core/fault.ts';
import { hotspotQueueOf, interfaceOf, queueOf, trafficOf } from '../../../../routeros/commands.ts';
import type { Row } from '../../../../routeros/exchange.ts';
import { askRouter } from '../ask.ts';
import type { RouterKernel } from '../find.ts';
import type { SessionRouter } from '../session.ts';
import { numberIn } from '../values.ts';

/** In kbit/s, as the subscriber sees them. */
export interface Rate {
  readonly down: number;
  readonly up: number;
}

/** Reads the rates of a session now, with one question. */
export type ReadRate = () => Promise<Rate>;

/**
 * How the rates of a session are read: from the interface of a PPPoE session, else from the simple queue of its address, or
 * that of its user at a hotspot.
 * @throws Fault as `askRouter`, or of kind `conflict` if the router has neither
 */
export async function rateReader(kernel: RouterKernel, { nas, username, address }: SessionRouter): Promise<ReadRate> {
  const [named, traffic] = [interfaceOf(username), trafficOf(username)];
  if (named && traffic && (await askRouter(kernel, nas, named)).rows.length > 0) {
    return async () => ofInterface((await askRouter(kernel, nas, traffic)).rows[0]);
  }
  for (const queue of [queueOf(address), hotspotQueueOf(username)])
    if ((await askRouter(kernel, nas, queue)).rows.length > 0)
      return async () => ofQueue((await askRouter(kernel, nas, queue)).rows[0]);
  throw unknown();
}

const unknown = () =>
  new Fault('conflict', 'the router has neither a PPPoE interface nor a simple queue for this session');

/** What the router receives is what the subscriber sends. */
function ofInterface(row: Row | undefined): Rate {
  const [up, down] = [numberIn(row, 'rx-bits-per-second'), numberIn(row, 'tx-bits-per-second')];
  if (up === null || down === null) throw unknown();
  return { up: kilobits(up), down: kilobits(down) };
}

/** `upload/download` of the target, in bit/s. */
function ofQueue(row: Row | undefined): Rate {
  const [, up, down] = /^(\d{1,15})\/(\d{1,15})$/.exec(row?.get('rate') ?? '') ?? [];
  if (up === undefined || down === undefined) throw unknown();
  return { up: kilobits(Number(up)), down: kilobits(Number(down)) };
}

const kilobits = (bits: number): number => Math.round(bits / 1_000);
