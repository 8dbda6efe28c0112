import { Gauge } from 'prom-client';
import { countProblems } from '../areas/money/billing/run/problems.ts';
import type { Kernel } from '../core/kernel.ts';

const METRIC = 'lastmile_service_problems';

/** Counts the services that could not be advanced, on every node, so that an alarm lasts until none is left. */
export async function showServiceProblems({ db, metrics }: Pick<Kernel, 'db' | 'metrics'>): Promise<void> {
  const count = await countProblems(db.pool);
  gaugeIn(metrics).set(count);
}

function gaugeIn(registry: Kernel['metrics']): Gauge {
  const known = registry.getSingleMetric(METRIC);
  if (known instanceof Gauge) return known;
  const help = 'Services that the billing run could not advance to today; isp/problems lists them';
  return new Gauge({ name: METRIC, help, registers: [registry] });
}
