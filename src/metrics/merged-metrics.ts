import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricValues } from '../core/work/sibling.ts';

/** Of one process, which no sum or maximum can stand for. */
const OF_PROCESS = /^(?:process_|nodejs_|lastmile_build_info$|lastmile_database_(?:pool_|listening$))/;

/** The metrics of a process of a node that has several. */
export interface ProcessMetrics {
  /** Its value of the label `process`. */
  readonly process: string;
  readonly metrics: readonly MetricValues[];
}

/**
 * One page for a node in several processes. What belongs to a process gets the label `process`; of anything else that several
 * have, counts are added, and of gauges the highest is shown.
 */
export function mergedMetrics(processes: readonly ProcessMetrics[]): Promise<string> {
  const named = processes.map(({ process, metrics }) => metrics.map((metric) => mergeable(metric, process)));
  return AggregatorRegistry.aggregate(named).metrics();
}

/** What a process tells of itself. */
export function valuesOf(registry: Registry): Promise<readonly MetricValues[]> {
  return registry.getMetricsAsJSON();
}

function mergeable(metric: MetricValues, process: string): MetricValues {
  if (OF_PROCESS.test(metric.name))
    return { ...metric, values: metric.values.map((each) => ({ ...each, labels: { ...each.labels, process } })) };
  return metric.type === 'gauge' ? ({ ...metric, aggregator: 'max' } as MetricValues) : metric;
}
