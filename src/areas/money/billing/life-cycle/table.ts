import { parameterFault } from '../../../../core/fault.ts';
import type { ServiceStatus } from '../../../../core/vocabulary/service.ts';
import { inWords } from '../../../../core/wire/index.ts';
import type { Draft } from '../model/draft.ts';
import type { StatusDraft } from '../model/status-draft.ts';
import { bill, invoice } from './actions/bill.ts';
import { renew } from './actions/renew.ts';
import { restore } from './actions/restore.ts';
import { setByHand } from './actions/status.ts';
import { suspend } from './actions/suspension.ts';
import { applyDay } from './time/time-rules.ts';

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

/** `D` is what its effect needs of the service. */
interface Event<D extends StatusDraft> {
  /** The statuses in which it is allowed. */
  readonly from: readonly ServiceStatus[];
  readonly effect: (draft: D) => void;
}

const BEGUN = ['Active', 'NP', 'NPD', 'Suspend'] as const;

/** The actions that move no money and open no period. */
const OF_STATUS = {
  np: { from: ['Active'], effect: (draft) => setByHand(draft, 'NP') },
  npd: { from: ['Active', 'NP'], effect: (draft) => setByHand(draft, 'NPD') },
  suspend: { from: ['Active', 'NP', 'NPD'], effect: suspend },
  update_usage: { from: BEGUN, effect: (draft) => draft.refresh() },
} as const satisfies Partial<Record<Action, Event<StatusDraft>>>;

export type StatusAction = keyof typeof OF_STATUS;

export const isStatusAction = (action: Action): action is StatusAction => Object.hasOwn(OF_STATUS, action);

/** The life cycle of a service (contract 3.3): which action is allowed in which status, and its effect. */
export const LIFE_CYCLE: Readonly<Record<Action, Event<Draft>>> = {
  ...OF_STATUS,
  renew: { from: ['NewRequest', 'Active', 'NP', 'NPD'], effect: renew },
  bill: { from: BEGUN, effect: bill },
  invoice: { from: BEGUN, effect: invoice },
  restore: { from: ['Suspend', 'NP', 'NPD'], effect: restore },
  reconnect: {
    from: BEGUN,
    effect: (draft) => {
      applyDay(draft);
      draft.disconnect();
    },
  },
};

/** Applies an action to the draft. @throws Fault of kind `conflict` if the status, a balance or a limit forbids it */
export function act(draft: Draft, action: Action): void {
  refuseStatus(draft, action);
  LIFE_CYCLE[action].effect(draft);
}

/** The same for what needs no more than a draft of the status. */
export function actOnStatus(draft: StatusDraft, action: StatusAction): void {
  refuseStatus(draft, action);
  OF_STATUS[action].effect(draft);
}

function refuseStatus({ subscription: { id, status } }: StatusDraft, action: Action): void {
  const { from } = LIFE_CYCLE[action];
  if (from.includes(status)) return;
  const hint = action === 'renew' && status === 'Suspend' ? '; restore it first' : '';
  throw parameterFault(
    'conflict',
    'action',
    `${action} is for ${inWords(from)} services, and service ${id} is ${status}${hint}`,
  );
}
