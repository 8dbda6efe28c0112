import { csv, mobile } from '../../../core/wire/index.ts';

export const CUSTOMER_TYPES = ['Individual', 'Organisation'] as const;

export const MAX_OTHER_MOBILES = 5;

/** Further telephone numbers: of the office, of the family. Messages go to `mobile`. */
export const otherMobiles = () => csv(mobile(), { min: 0, max: MAX_OTHER_MOBILES });
