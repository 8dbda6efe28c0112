import { Gauge } from 'prom-client';
import { verifyLedger } from '../areas/money/billing/verify/verify.ts';
import type { Kernel } from '../core/kernel.ts';
import { execute, query, sql } from '../db/sql.ts';
import type { JobRun } from './job.ts';

const METRIC = 'lastmile_ledger_drift';
const SETTING = 'ledger_drift';

/** Runs the ledger checks, logs each that fails, and saves the numbers of wrong items for `showLedgerDrift`. */
export async function runVerifyLedger({ db, log }: Kernel, { signal, progress }: JobRun): Promise<void> {
  let done = 0;
  const findings = await verifyLedger(db, {
    signal,
    each: ({ name, invariant, checked, wrong, problems, of }) => {
      done += 1;
      progress(done, of);
      if (wrong > 0) log.error({ check: name, checked, wrong, problems }, `ledger check failed: ${invariant}`);
    },
  });
  const drift = JSON.stringify(Object.fromEntries(findings.map(({ name, wrong }) => [name, wrong])));
  await execute(
    db.pool,
    sql`INSERT INTO crm.setting (key, value) VALUES (${SETTING}, ${drift}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
  );
}

/** Shows the latest findings of any node, so that an alarm ends on all nodes once the ledger is correct again. */
export async function showLedgerDrift({ db, metrics }: Pick<Kernel, 'db' | 'metrics'>): Promise<void> {
  const gauge = gaugeIn(metrics);
  const [row] = await query<{ value: Record<string, number> }>(
    db.pool,
    sql`SELECT value FROM crm.setting WHERE key = ${SETTING}`,
  );
  gauge.reset();
  for (const [check, wrong] of Object.entries(row?.value ?? {})) gauge.set({ check }, wrong);
}

function gaugeIn(registry: Kernel['metrics']): Gauge {
  const known = registry.getSingleMetric(METRIC);
  if (known instanceof Gauge) return known;
  const help = 'Wrong items per ledger check, as of the last verification';
  return new Gauge({ name: METRIC, help, labelNames: ['check'], registers: [registry] });
}
