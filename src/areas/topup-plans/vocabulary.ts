import { decimal } from '../../core/wire/index.ts';

/** Ten petabytes: more than a line of 25 Gbit/s carries in a month. */
const MAX_GB = 9_999_999;

/** Of all top-ups of a service that have not ended, so that volumes can be added up in 64 bits. */
export const MAX_OPEN_GB = 99_999_999;

/** The volume of one top-up. Unlike a plan's, where 0 means unlimited, it is some data. */
export const topupVolume = () => decimal({ places: 3, min: 0.001, max: MAX_GB });

/** How long a top-up lasts (contract 4.14): to the end of the period, or until it is used. */
export const TOPUP_TYPES = ['Expiring', 'NonExpiring'] as const;
