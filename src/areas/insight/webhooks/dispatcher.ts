import { Dispatcher } from '../../../core/work/dispatcher.ts';
import { Connections } from './connections.ts';
import { type Claimed, claimWebhooks } from './progress.ts';
import { Shares } from './shares.ts';
import { takeTurn, type WebhookKernel } from './turn.ts';

/** Webhooks of one ISP that a node calls at a time, and connections of one that it keeps meanwhile. */
const ENOUGH_OF_ISP = 8;
const MAX_KEPT = 128;

/**
 * Calls the webhooks: each with one event after another, in the order of the feed, at least once, many webhooks at a time. A
 * failure is repeated with growing pauses, while the later events of that webhook wait. Nodes share the work by leases.
 */
export function webhookDispatcher(kernel: WebhookKernel): Dispatcher<Claimed> {
  const using = { connections: new Connections({ ofIsp: ENOUGH_OF_ISP, inAll: MAX_KEPT }), shares: new Shares() };
  return new Dispatcher<Claimed>(kernel.log, {
    what: 'webhooks',
    enoughOfIsp: ENOUGH_OF_ISP,
    claim: (limit, without) => claimWebhooks(kernel.db, { limit, without }),
    work: (webhook, isStopping) => takeTurn(kernel, webhook, { ...using, isStopping }),
    close: () => using.connections.close(),
  });
}
