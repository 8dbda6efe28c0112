import type { SellerKey } from './sellers.ts';

export type PlanKey = 'home50' | 'home100' | 'home200' | 'gamer300' | 'office100' | 'week' | 'saver40' | 'green60';

type Rates = { readonly [P in `bw${1 | 2 | 3}_${'dl' | 'ul'}`]?: number };

/** Parameters of `plan/create`. */
interface Terms extends Rates {
  readonly name: string;
  /** Whose plan it is: a reseller's own, at a price of its own, or the ISP's, for everybody. */
  readonly seller: SellerKey;
  readonly protocol: 'PPPoE'[];
  readonly connectivity: ('Fibre' | 'Wireless')[];
  readonly plan_period: number;
  readonly plan_period_unit: 'Day' | 'Month';
  readonly data_carryover?: boolean;
  readonly bw1_gb: string;
  readonly bw2_gb?: string;
  readonly bw3_gb?: string;
  readonly bw1_burst?: string;
}

const month = {
  ...{ protocol: ['PPPoE'], connectivity: ['Fibre', 'Wireless'], plan_period: 1, plan_period_unit: 'Month' },
} satisfies Partial<Terms>;
/** Down and up in Mbit/s. */
const rates = (level: 1 | 2 | 3, down: number, up = down): Rates => ({
  [`bw${level}_dl`]: down * 1_000,
  [`bw${level}_ul`]: up * 1_000,
});

export const PLANS: Readonly<Record<PlanKey, Terms>> = {
  home50: { ...month, name: 'Home 50', seller: 'isp', bw1_gb: '300', ...rates(1, 50), bw2_gb: '0', ...rates(2, 5) },
  home100: {
    ...{ ...month, name: 'Home 100', seller: 'isp', data_carryover: true, bw1_gb: '500', ...rates(1, 100) },
    ...{ bw2_gb: '200', ...rates(2, 20), bw3_gb: '0', ...rates(3, 4) },
  },
  home200: { ...month, name: 'Home 200 Unlimited', seller: 'isp', bw1_gb: '0', ...rates(1, 200, 100) },
  gamer300: {
    ...{ ...month, name: 'Gamer 300', seller: 'isp', bw1_gb: '1500', ...rates(1, 300), bw1_burst: '400M/400M' },
    ...{ bw2_gb: '0', ...rates(2, 50) },
  },
  office100: { ...month, name: 'Office 100', seller: 'isp', bw1_gb: '0', ...rates(1, 100) },
  week: {
    ...{ ...month, name: 'Week Pass 20', seller: 'isp', plan_period: 7, plan_period_unit: 'Day' },
    ...{ bw1_gb: '35', ...rates(1, 20, 10) },
  },
  saver40: {
    ...month,
    name: 'City Saver 40',
    seller: 'city',
    bw1_gb: '200',
    ...rates(1, 40),
    bw2_gb: '0',
    ...rates(2, 4),
  },
  green60: {
    ...month,
    name: 'Green Fibre 60',
    seller: 'green',
    bw1_gb: '350',
    ...rates(1, 60),
    bw2_gb: '0',
    ...rates(2, 6),
  },
};

/** No longer sold. */
export const CLOSED_PLAN = { ...PLANS.home50, name: 'Launch 25', enabled: false, ...rates(1, 25) };

/** What a subscriber of a plan uses on an ordinary day. */
interface Habits {
  readonly gbPerDay: number;
  /** Among the new subscribers of those who sell it. */
  readonly weight: number;
}

interface SubPlanTerms {
  readonly name: string;
  readonly units: string;
  readonly rupees: number;
  readonly portal?: boolean;
}

/** The sub plans in rupees before tax: of 9 % and 9 % of whole rupees nothing is left to round. */
export const SUB_PLANS: Readonly<Record<PlanKey, readonly SubPlanTerms[]>> = {
  home50: [
    { name: 'Monthly', units: '1', rupees: 499, portal: true },
    { name: 'Quarterly', units: '3', rupees: 1_399, portal: true },
  ],
  home100: [
    { name: 'Monthly', units: '1', rupees: 699, portal: true },
    { name: 'Quarterly', units: '3', rupees: 1_999, portal: true },
  ],
  home200: [
    { name: 'Monthly', units: '1', rupees: 999, portal: true },
    { name: 'Half-yearly', units: '6', rupees: 5_699 },
  ],
  gamer300: [{ name: 'Monthly', units: '1', rupees: 1_499, portal: true }],
  office100: [{ name: 'Monthly', units: '1', rupees: 2_499 }],
  week: [{ name: 'One week', units: '1', rupees: 149, portal: true }],
  saver40: [{ name: 'Monthly', units: '1', rupees: 449 }],
  green60: [{ name: 'Monthly', units: '1', rupees: 549 }],
};

export const HABITS: Readonly<Record<PlanKey, Habits>> = {
  home50: { gbPerDay: 8, weight: 30 },
  home100: { gbPerDay: 13, weight: 26 },
  home200: { gbPerDay: 16, weight: 14 },
  gamer300: { gbPerDay: 30, weight: 6 },
  office100: { gbPerDay: 11, weight: 7 },
  week: { gbPerDay: 3, weight: 3 },
  saver40: { gbPerDay: 6, weight: 25 },
  green60: { gbPerDay: 10, weight: 25 },
};

/** To which plan a subscriber moves who wants more. */
export const UPGRADES: Partial<Readonly<Record<PlanKey, PlanKey>>> = {
  home50: 'home100',
  home100: 'home200',
  home200: 'gamer300',
  saver40: 'home50',
  green60: 'home100',
};

export const TOPUP_PLANS = [
  { name: '50 GB until renewal', gb: '50', amt: '99', type: 'Expiring' },
  { name: '100 GB that stay', gb: '100', amt: '179', type: 'NonExpiring' },
] as const;

/** CGST and SGST of the state. */
export const TAXES = [
  { name: 'CGST', percent: '9' },
  { name: 'SGST', percent: '9' },
];
