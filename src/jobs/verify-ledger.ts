import { Gauge } from 'prom-client';
import { verifyLedger } from '../areas/billing/verify/verify.ts';
import type { Kernel } from '../core/kernel.ts';
import type { Turn } from './job.ts';

const NAME = 'lastmile_ledger_drift';

/** Compares the books with themselves and raises the alarm where they do not agree: a line of the log and a metric above 0. */
export async function watchLedger({ db, log, metrics }: Kernel, { signal, progress }: Turn): Promise<void> {
  const drift = driftIn(metrics);
  let done = 0;
  await verifyLedger(db, {
    signal,
    each: ({ name, claim, checked, wrong, problems, of }) => {
      done += 1;
      progress(done, of);
      drift.set({ check: name }, wrong);
      if (wrong > 0)
        log.error({ check: name, checked, wrong, problems }, `the books are wrong: not true is that ${claim}`);
    },
  });
}

function driftIn(registry: Kernel['metrics']): Gauge<'check'> {
  const known = registry.getSingleMetric(NAME);
  if (known instanceof Gauge) return known;
  const help = 'Items of the books that a check found wrong, when they were last verified';
  return new Gauge({ name: NAME, help, labelNames: ['check'], registers: [registry] });
}
