/** What subscribers complain about, how long it may take, and what then happens. */

export type CategoryKey = keyof typeof CATEGORIES;

/** `hours`: until the resolution, of working time; the first answer is due in a sixth of it. */
export const CATEGORIES = {
  noInternet: { name: 'No Internet', priority: 'High', legal_days: 3, hours: 6, technical: true },
  slow: { name: 'Slow Internet', priority: 'Normal', legal_days: 3, hours: 12, technical: true },
  bill: { name: 'Bill or payment', priority: 'Normal', legal_days: 28, hours: 18, technical: false },
  other: { name: 'Something else', priority: 'Low', legal_days: 3, hours: 36, technical: false },
} as const;

/** In working hours complaints are worked on. */
export const WORKING_HOURS = {
  ...{ mon: ['09:00-20:00'], tue: ['09:00-20:00'], wed: ['09:00-20:00'], thu: ['09:00-20:00'], fri: ['09:00-20:00'] },
  ...{ sat: ['09:00-20:00'], sun: ['10:00-16:00'] },
};

/** So many days and minutes after the complaint. */
export type ComplaintStep = { readonly days?: number; readonly minutes: number } & (
  | { readonly report: 'take' | 'book' | 'back' }
  | { readonly report: 'ask' | 'refer'; readonly reason: string }
  | { readonly report: 'resolve'; readonly resolution: 'Fixed' | 'Explained' | 'Adjusted' | 'Replaced' | 'NoFault' }
  | { readonly reply: string }
  | { readonly note: string }
  | { readonly rating: number }
);

export interface Complaint {
  readonly category: CategoryKey;
  readonly text: string;
  readonly steps: readonly ComplaintStep[];
}

const taken = { minutes: 20, report: 'take' } as const;

export const COMPLAINTS: readonly Complaint[] = [
  {
    category: 'noInternet',
    text: 'No Internet since the morning. The light of the line is red.',
    steps: [
      taken,
      { minutes: 30, note: 'No light at the ONT. The splitter in the street has others who are online.' },
      { minutes: 35, reply: 'The fibre to your house is damaged. A technician comes tomorrow between 10 and 12.' },
      { minutes: 40, report: 'book' },
      { days: 1, minutes: 90, report: 'back' },
      { days: 1, minutes: 95, report: 'resolve', resolution: 'Fixed' },
      { days: 2, minutes: 60, rating: 5 },
    ],
  },
  {
    category: 'noInternet',
    text: 'The Internet goes away every few minutes.',
    steps: [
      taken,
      { minutes: 45, report: 'ask', reason: 'Asked whether it is the same with a cable' },
      { days: 1, minutes: 30, report: 'back' },
      { days: 1, minutes: 120, report: 'resolve', resolution: 'Replaced' },
      { days: 3, minutes: 0, rating: 4 },
    ],
  },
  {
    category: 'slow',
    text: 'Films stop in the evening.',
    steps: [
      taken,
      { minutes: 60, reply: 'You had used up the volume of the plan. It is full again since today.' },
      { minutes: 65, report: 'resolve', resolution: 'Explained' },
      { days: 1, minutes: 0, rating: 3 },
    ],
  },
  {
    category: 'slow',
    text: 'The speed test shows half of what I pay for.',
    steps: [
      taken,
      { minutes: 50, report: 'refer', reason: 'The backhaul of the tower is full; its owner was told' },
      { days: 2, minutes: 0, report: 'back' },
      { days: 2, minutes: 10, report: 'resolve', resolution: 'Fixed' },
    ],
  },
  {
    category: 'bill',
    text: 'I have paid twice for this month.',
    steps: [
      { minutes: 90, report: 'take' },
      { minutes: 100, reply: 'Both payments have arrived. The second one counts for next month.' },
      { minutes: 110, report: 'resolve', resolution: 'Adjusted' },
      { days: 1, minutes: 30, rating: 5 },
    ],
  },
  {
    category: 'other',
    text: 'Can the router be moved to another room?',
    steps: [
      { days: 1, minutes: 0, report: 'take' },
      { days: 1, minutes: 30, report: 'resolve', resolution: 'NoFault' },
    ],
  },
];

export const CARE_NOTES = [
  'Prefers calls after six in the evening.',
  'The ONT is in the shop on the ground floor; the key is with the neighbour.',
  'Speaks Kannada and Hindi.',
  'Works at night; do not call before noon.',
];
