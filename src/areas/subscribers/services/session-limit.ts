import { described, wholeNumber } from '../../../core/wire/index.ts';

/** Of a service, before that of its plan. */
export const ownSessionLimit = () =>
  described('how many of its devices may be online at once; default: as many as the plan says', wholeNumber(1, 64));
