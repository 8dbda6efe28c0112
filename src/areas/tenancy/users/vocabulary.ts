import { code, csv, email, mobile, money, text } from '../../../core/wire/index.ts';

/** The groups a login user can be given; only the command line makes users of group `Server`. */
export const GROUPS = ['ISP', 'Reseller', 'Employee'] as const;

export const USER_STATUSES = ['Active', 'Suspend'] as const;

export const codes = () => csv(code(), { min: 0 });

/** Who uses a login, and how to reach them. */
export const personShape = () => ({
  name: text().optional(),
  mobile: mobile().optional(),
  email: email().optional(),
});

export const cashLimit = () => money();
