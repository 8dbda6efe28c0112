import { decimal } from '../wire/index.ts';

/** Ten petabytes, more than a 25 Gbit/s line carries in a month. */
const MAX_GB = 9_999_999;

/** Maximum of a service's open top-ups together, so that volumes fit into 64 bits. */
export const MAX_OPEN_GB = 99_999_999;

/** GB of one top-up. Unlike a plan's volume, where 0 means unlimited, it cannot be 0. */
export const topupVolume = () => decimal({ places: 3, min: 0.001, max: MAX_GB });

/** How long a top-up lasts (contract 4.14): to the end of the period, or until it is used. */
export const TOPUP_TYPES = ['Expiring', 'NonExpiring'] as const;
