import { oneOf, wholeNumber } from '../wire/index.ts';

/** Documented values of plans (contract 2.5). */
export const PROTOCOLS = ['PPPoE', 'IPoE', 'LeasedLine'] as const;
export const CONNECTIVITIES = ['Wireless', 'Fibre', 'Hotspot'] as const;
export const PERIOD_UNITS = ['Day', 'Month'] as const;
export const BANDWIDTH_MANAGEMENT = ['Radius', 'NAS IP Pool'] as const;
/** Bandwidth levels: a service starts at 1, and its usage takes it to the next. */
export const LEVELS = [1, 2, 3] as const;

/** The contract also writes `Fiber` in requests. */
export const connectivity = () => oneOf(CONNECTIVITIES, { Fiber: 'Fibre' });

/** How many lines of a service may be online at once. */
export const sessionLimit = () => wholeNumber(1, 64);
/** Minutes online within a period; a leap year at most. */
export const timeLimitMin = () => wholeNumber(1, 527_040);

/** A rate in kbit/s; up to 1 Tbit/s. */
export const kbps = () => wholeNumber(1, 1_000_000_000);
