import { Gauge } from 'prom-client';
import { countProblems } from '../areas/billing/nightly/problems.ts';
import type { Kernel } from '../core/kernel.ts';

const METRIC = 'lastmile_service_problems';

/** Services that the clock fails at: an alarm on all nodes, until none is left. */
export async function showServiceProblems({ db, metrics }: Pick<Kernel, 'db' | 'metrics'>): Promise<void> {
  const count = await countProblems(db.pool);
  gaugeIn(metrics).set(count);
}

function gaugeIn(registry: Kernel['metrics']): Gauge {
  const known = registry.getSingleMetric(METRIC);
  if (known instanceof Gauge) return known;
  const help = 'Services that could not be brought to the present day; isp/problems lists them';
  return new Gauge({ name: METRIC, help, registers: [registry] });
}
