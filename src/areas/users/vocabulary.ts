import { code, csv, described, money } from '../../core/wire/index.ts';

/** The groups a login user can be put in; `Server` is made by the command line only. */
export const GROUPS = ['ISP', 'Reseller', 'Employee'] as const;

export const USER_STATUSES = ['Active', 'Suspend'] as const;

export const codes = () => described('what an employee is narrowed to', csv(code(), { min: 0 }));

export const cashLimit = () => described('how much cash the user may hold', money());
