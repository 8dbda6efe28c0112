import { Fault } from '../../../../core/fault.ts';
import type { Kernel } from '../../../../core/kernel.ts';
import { partOf, type Scope, wholeInstallation } from '../../../../core/tenancy/scope.ts';
import { dayOf } from '../../../../core/zone.ts';
import { logThrottled } from '../../../../db/throttled-log.ts';
import { parametersOf } from '../parameters-of.ts';
import { PREPARED_TIMEOUT_MS } from '../read-alone.ts';
import type { ReportCall } from '../report.ts';
import { REPORT_NAMES, reportNamed } from '../reports.ts';
import { type Claim, fail, giveBack, MAX_ATTEMPTS, renew } from './claim.ts';
import { ReportFile } from './file.ts';
import { discard, keep } from './keep.ts';

const RENEW_MS = 15_000;

type Maker = Pick<Kernel, 'db' | 'clock' | 'log'>;

/** Another node has been given the report meanwhile. */
class Lost extends Error {}

/** Makes a report that this node has claimed, and keeps it. Never rejects. */
export async function make(kernel: Maker, claim: Claim, signal: AbortSignal): Promise<void> {
  const own = new AbortController();
  const check = async () => {
    if (!(await renew(kernel.db, claim))) own.abort(new Lost('another node is making the report'));
  };
  const timer = setInterval(() => void check().catch(() => undefined), RENEW_MS); // it waits for the database itself
  try {
    if (claim.attempts > MAX_ATTEMPTS) throw new Fault('unavailable', 'the nodes that made it have all stopped');
    await makeAndKeep(kernel, claim, AbortSignal.any([signal, own.signal, AbortSignal.timeout(PREPARED_TIMEOUT_MS)]));
  } catch (error) {
    await settle(kernel, claim, { error, isStopping: signal.aborted }).catch((err: unknown) =>
      // Its lease ends, and another attempt begins.
      logThrottled(kernel.log, { err, report: claim.report }, 'cannot save the state of a prepared report'),
    );
  } finally {
    clearInterval(timer);
  }
}

async function makeAndKeep(kernel: Maker, claim: Claim, signal: AbortSignal): Promise<void> {
  const { isp_id: ispId, timezone: zone } = claim;
  if (!REPORT_NAMES.includes(claim.report)) throw new Fault('badInput', `there is no report ${claim.report}`);
  const report = reportNamed(claim.report);
  const input = parametersOf(report, claim.parameters);
  const madeAt = kernel.clock.now();
  const today = dayOf(madeAt, zone);
  const call: ReportCall = {
    ...{ kernel, scope: scopeOf(claim), ispId, zone, today, signal },
    ...{ maxRows: Number.POSITIVE_INFINITY, prepared: true },
  };
  report.check?.(input, call);
  const began = performance.now();
  const made = { file: new ReportFile({ db: kernel.db, claim, report }) };
  const summary = await report.readAll(call, input, () => {
    made.file = new ReportFile({ db: kernel.db, claim, report });
    return made.file;
  });
  await made.file.end();
  const took = Math.round(performance.now() - began);
  await keep(kernel.db, claim, { ...summary, file: made.file, madeAt, madeOn: today, took });
}

function scopeOf({ isp_id: ispId, reseller_id: resellerId, locations }: Claim): Scope {
  return { ...partOf(wholeInstallation, { ispId, resellerId }), locations };
}

async function settle(
  { db, log }: Maker,
  claim: Claim,
  { error, isStopping }: { error: unknown; isStopping: boolean },
): Promise<void> {
  await discard(db, claim);
  if (isStopping) return giveBack(db, claim, { counts: false });
  if (error instanceof Lost) return;
  if (error instanceof Fault) return fail(db, claim, error.message);
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return fail(db, claim, 'the report takes too long; ask for fewer days or one reseller');
  logThrottled(log, { err: error, report: claim.report }, 'could not prepare a report');
  if (claim.attempts >= MAX_ATTEMPTS) return fail(db, claim, 'the report could not be made; ask for it again later');
  return giveBack(db, claim, { counts: true });
}
