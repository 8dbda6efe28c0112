import type { MetricValues, RadiusSibling } from '../core/work/sibling.ts';
import { SharedRun } from '../db/shared-run.ts';
import type { Channel } from './channel.ts';

const NOT_READY = { radius: false, accounting: false };

/** The process that answers RADIUS, as its sibling sees it. What many ask at a moment is asked once. */
export function askedSibling(channel: Pick<Channel, 'ask'>): RadiusSibling {
  // While it is away it knows nothing that could be old.
  const caughtUp = new SharedRun(async () => {
    const answer = await channel.ask('caughtUp');
    return answer === undefined || answer === true;
  });
  const readiness = new SharedRun(async () => {
    const answer = await channel.ask('readiness');
    return (answer ?? NOT_READY) as typeof NOT_READY;
  });
  const metrics = new SharedRun(async () => ((await channel.ask('metrics')) ?? []) as readonly MetricValues[]);
  return { caughtUp: () => caughtUp.run(), readiness: () => readiness.run(), metrics: () => metrics.run() };
}
