import { Fault } from '../../../core/fault.ts';
import { inWords } from '../../../core/wire/index.ts';
import type { ServiceStatus } from '../../services/vocabulary.ts';
import type { Draft } from '../model/draft.ts';
import { bill, invoice } from './actions/bill.ts';
import { renew } from './actions/renew.ts';
import { restore } from './actions/restore.ts';
import { changeStatus } from './actions/status.ts';
import { suspend } from './actions/suspension.ts';
import { advanceToToday } from './time/time-rules.ts';

/** Contract 4.14. */
export const ACTIONS = [
  'update_usage',
  'renew',
  'invoice',
  'bill',
  'suspend',
  'np',
  'npd',
  'restore',
  'reconnect',
] as const;
export type Action = (typeof ACTIONS)[number];

interface Event {
  /** The statuses in which it is allowed. */
  readonly from: readonly ServiceStatus[];
  readonly effect: (draft: Draft) => void;
}

const BEGUN = ['Active', 'NP', 'NPD', 'Suspend'] as const;

/** The life cycle of a service (contract 3.3): which action is allowed in which status, and its effect. */
export const LIFE_CYCLE: Readonly<Record<Action, Event>> = {
  renew: { from: ['NewRequest', 'Active', 'NP', 'NPD'], effect: renew },
  bill: { from: BEGUN, effect: bill },
  invoice: { from: BEGUN, effect: invoice },
  np: { from: ['Active'], effect: (draft) => changeStatus(draft, 'NP') },
  npd: { from: ['Active', 'NP'], effect: (draft) => changeStatus(draft, 'NPD') },
  suspend: { from: ['Active', 'NP', 'NPD'], effect: suspend },
  restore: { from: ['Suspend', 'NP', 'NPD'], effect: restore },
  update_usage: {
    from: BEGUN,
    effect: (draft) => {
      draft.recount = true;
      draft.refresh();
    },
  },
  reconnect: {
    from: BEGUN,
    effect: (draft) => {
      advanceToToday(draft);
      draft.disconnect();
    },
  },
};

/** Applies an action to the draft. @throws Fault of kind `conflict` if the status, a balance or a limit forbids it */
export function act(draft: Draft, action: Action): void {
  const { id, status } = draft.subscription;
  const { from, effect } = LIFE_CYCLE[action];
  if (!from.includes(status)) {
    const hint = action === 'renew' && status === 'Suspend' ? '; restore it first' : '';
    throw new Fault(
      'conflict',
      `action: ${action} is for ${inWords(from)} services, and service ${id} is ${status}${hint}`,
    );
  }
  effect(draft);
}
