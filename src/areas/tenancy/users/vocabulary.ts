import { code, csv, email, mobile, money, network, text } from '../../../core/wire/index.ts';

/** The groups a login user can be given; only the command line makes users of group `Server`. */
export const GROUPS = ['ISP', 'Reseller', 'Employee'] as const;

/** Where the API keys of a login user may be used from. */
export const allowedIps = () => csv(network(), { min: 0, max: 50 });

export const USER_STATUSES = ['Active', 'Suspend'] as const;

export const codes = () => csv(code(), { min: 0 });

/** Who uses a login, and how to reach them. */
export const personShape = () => ({
  name: text().optional(),
  mobile: mobile().optional(),
  email: email().optional(),
});

export const cashLimit = () => money();
