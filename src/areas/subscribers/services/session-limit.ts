import { wholeNumber } from '../../../core/wire/index.ts';

/** Of a service, before that of its plan. */
export const ownSessionLimit = () => wholeNumber(1, 64);
