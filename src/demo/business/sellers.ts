import { PLACES, type Place } from './places.ts';

/** Who sells to a subscriber. */
export type SellerKey = 'isp' | 'city' | 'green' | 'lake';

/** Of a hundred subscribers. */
export const SELLER_WEIGHTS: Readonly<Record<SellerKey, number>> = { isp: 42, city: 22, green: 16, lake: 20 };

const contact = (mobile: string, name: string) => ({ mobile, email: `office@${name}.example.net`, state: 'Karnataka' });

/** The commission and the limit of the wallet are for a franchisee only. */
export const RESELLERS = {
  city: {
    type: 'Reseller',
    name: 'City Links',
    code: 'CITY',
    invoice_by: 'ISP',
    payment_by: 'ISP+Reseller',
    address: '14, Market Road, Mysuru',
    ...contact('5000000011', 'city'),
  },
  green: {
    type: 'Reseller',
    name: 'Green Valley Networks',
    code: 'GREEN',
    invoice_by: 'Reseller',
    payment_by: 'ISP+Reseller',
    address: '3, Station Road, Hubballi',
    ...contact('5000000012', 'green'),
  },
  lake: {
    type: 'Franchisee',
    name: 'Lake Town Broadband',
    code: 'LAKE',
    invoice_by: 'ISP',
    payment_by: 'ISP+Reseller',
    commission_percent: '15',
    credit_limit: '25000',
    address: '88, Lake View Road, Bengaluru',
    ...contact('5000000013', 'lake'),
  },
} as const;

const HOMES: Readonly<Record<SellerKey, readonly string[]>> = {
  isp: PLACES.map(({ slc }) => slc),
  city: ['MYS-C', 'MYS-V'],
  green: ['HBL-C', 'BLR-N'],
  lake: ['BLR-E', 'BLR-S'],
};

/** Where the seller has subscribers. */
export const placesOf = (seller: SellerKey): readonly Place[] =>
  PLACES.filter(({ slc }) => HOMES[seller].includes(slc));
