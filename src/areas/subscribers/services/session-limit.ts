import { described, wholeNumber } from '../../../core/wire/index.ts';

/** Of a service, before that of its plan. */
export const ownSessionLimit = () =>
  described('the most devices that may be online at once; default: the limit of the plan', wholeNumber(1, 64));
