import type { Config } from '../config/config.ts';
import type { Logger } from '../config/log.ts';
import { systemClock } from '../core/clock.ts';
import type { RadiusSibling } from '../core/work/sibling.ts';
import { valuesOf } from '../metrics/merged-metrics.ts';
import { openNode, startInSteps } from '../open-node.ts';
import { startRadius } from '../radius/start.ts';

/** The part of a node that answers RADIUS, and what it tells the other part. */
export interface RadiusPart extends RadiusSibling {
  readonly authPort: number;
  readonly acctPort: number;
  readonly lost: Promise<Error>;
  stop(): Promise<void>;
}

export function startRadiusPart(config: Config, log: Logger): Promise<RadiusPart> {
  return startInSteps(log, async (cleanup) => {
    const options = { config, log, clock: systemClock, isPart: true };
    const { base, lost } = await openNode(options, cleanup);
    const radius = await startRadius(base);
    cleanup.push(() => radius.stop());
    return {
      authPort: radius.authPort,
      acctPort: radius.acctPort,
      lost,
      caughtUp: () => radius.network.caughtUp(),
      readiness: async () => ({ radius: radius.isReady(), accounting: radius.keepsAccounting() }),
      metrics: () => valuesOf(base.metrics),
    };
  });
}
