import { Gauge } from 'prom-client';
import { verifyLedger } from '../areas/billing/verify/verify.ts';
import type { Kernel } from '../core/kernel.ts';
import { execute, query, sql } from '../db/sql.ts';
import type { Turn } from './job.ts';

const METRIC = 'lastmile_ledger_drift';
const FOUND = 'ledger_drift';

/** Compares the books with themselves; where they do not agree, the log says so and every node shows it. */
export async function watchLedger({ db, log }: Kernel, { signal, progress }: Turn): Promise<void> {
  let done = 0;
  const findings = await verifyLedger(db, {
    signal,
    each: ({ name, claim, checked, wrong, problems, of }) => {
      done += 1;
      progress(done, of);
      if (wrong > 0) log.error({ check: name, checked, wrong, problems }, `ledger check failed: ${claim}`);
    },
  });
  const found = JSON.stringify(Object.fromEntries(findings.map(({ name, wrong }) => [name, wrong])));
  await execute(
    db.pool,
    sql`INSERT INTO crm.setting (key, value) VALUES (${FOUND}, ${found}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
  );
}

/** The last findings, whichever node they are from: an alarm ends on all nodes when the books are right again. */
export async function showLedgerDrift({ db, metrics }: Pick<Kernel, 'db' | 'metrics'>): Promise<void> {
  const gauge = gaugeIn(metrics);
  const [row] = await query<{ value: Record<string, number> }>(
    db.pool,
    sql`SELECT value FROM crm.setting WHERE key = ${FOUND}`,
  );
  gauge.reset();
  for (const [check, wrong] of Object.entries(row?.value ?? {})) gauge.set({ check }, wrong);
}

function gaugeIn(registry: Kernel['metrics']): Gauge {
  const known = registry.getSingleMetric(METRIC);
  if (known instanceof Gauge) return known;
  const help = 'Items of the books that a check found wrong, when they were last verified';
  return new Gauge({ name: METRIC, help, labelNames: ['check'], registers: [registry] });
}
