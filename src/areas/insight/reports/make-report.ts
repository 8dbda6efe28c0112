import { Fault } from '../../../core/fault.ts';
import * as wire from '../../../core/wire/index.ts';
import { type Caller, OWN } from '../../../core/work/turns/tenant.ts';
import { Turns } from '../../../core/work/turns/turns.ts';
import { findPrepared, type PreparedReport } from './prepared/find.ts';
import type { ReportAnswer } from './report.ts';
import type { Asking, Wanted } from './wanted.ts';

/** Made at a time on a node, whose connections lists need too. */
const MAX_OF_NODE = 4;
/** Of an ISP: each may take seconds. */
const MAX_WAITING = 20;

const turns = new Turns({
  ...{ slots: MAX_OF_NODE, mostWaiting: MAX_WAITING, of: 'the ISP' },
  late: 'too many reports are running; try again when one has finished',
});

/** Makes a report when it is the turn of its ISP. @throws Fault of kind `tooMany` or `unavailable` */
export const atPace = <T>(caller: Caller, work: () => Promise<T>): Promise<T> => turns.run(caller, work);

/** What a report takes at most to be made anew for everybody who looks at it. */
const QUICK_MS = 2_000;

/** `prepared` is null for one that was made just now. A prepared one has only its first rows. */
export interface MadeReport extends ReportAnswer {
  readonly prepared: PreparedReport | null;
}

/** Where it comes from. */
export const SOURCE = wire.oneOf(['live', 'prepared']).optional();

/** Answers a report, with at most so many rows. @throws Fault */
export async function makeReport(
  { kernel, zone }: Pick<Asking, 'kernel' | 'zone'>,
  wanted: Wanted,
  { maxRows, source }: { maxRows: number; source?: 'live' | 'prepared' | undefined },
): Promise<MadeReport> {
  const found = source === 'live' ? undefined : await findPrepared(kernel.db, wanted);
  if (source === 'prepared' && !found) throw new Fault('notFound', 'there is no prepared report with these parameters');
  if (found && (source === 'prepared' || (found.madeOn === wanted.today && found.took > QUICK_MS))) {
    const { rows, total, count } = found;
    return { rows: rows.slice(0, maxRows), total, count, prepared: found };
  }
  const { report, input, ...about } = wanted;
  const caller = { tenant: wanted.ispId, lane: wanted.scope.resellerId ?? OWN };
  const answer = await atPace(caller, () => report.read({ kernel, zone, maxRows, ...about }, input));
  return { ...answer, prepared: null };
}
