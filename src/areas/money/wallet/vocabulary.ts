import * as wire from '../../../core/wire/index.ts';

export const TXN_CODES = ['Invoice', 'Payment', 'Topup', 'Settlement', 'Adj'] as const;

export const signed = () => wire.money({ min: -wire.MAX_MONEY });
