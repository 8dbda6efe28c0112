import type { Changes } from '../../../db/write.ts';
import { type LeadStatus, type PendingStatus, type Report, STAGES, type Stage } from './workflow.ts';

/** A lead records by whom and when each of its stages was done, and when it was closed. */

interface Step {
  readonly from: PendingStatus;
  readonly report: Report;
  readonly to: LeadStatus;
  readonly by: string;
  readonly at: Date;
}

/** The stamps that a report sets. An installation is stamped only when it is completed. */
export function stampsOf({ from, report, to, by, at }: Step) {
  const closed = to === 'Completed' || to === 'Cancelled' ? { closedAt: at, closedBy: by } : {};
  switch (from) {
    case 'Welcome-Call':
      return { welcomecallAt: at, welcomecallBy: by, ...closed };
    case 'Field-Verification':
      return { fieldverificationAt: at, fieldverificationBy: by, ...closed };
    case 'Installation':
      return report === 'Installation-Completed' ? { installedAt: at, installedBy: by, ...closed } : closed;
    case 'Final-Test':
      return { finaltestAt: at, finaltestBy: by, ...closed };
    default:
      return closed;
  }
}

const CLEARED: Readonly<Record<Stage, Changes<'crm.lead'>>> = {
  'Welcome-Call': { welcomecallAt: null, welcomecallBy: null },
  'Field-Verification': { fieldverificationAt: null, fieldverificationBy: null },
  Installation: { installedAt: null, installedBy: null },
  'Final-Test': { finaltestAt: null, finaltestBy: null },
};

/** Clears the stamps of a stage and all later ones: a returned lead goes through them again. */
export const clearedStamps = (stage: Stage): Changes<'crm.lead'> =>
  Object.assign({}, ...STAGES.slice(STAGES.indexOf(stage)).map((each) => CLEARED[each]));
