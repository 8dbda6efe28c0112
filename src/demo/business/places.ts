/** Sub locations with their locations, and how many of a hundred subscribers live there. */
export const PLACES = [
  { lc: 'BLR', location: 'Bengaluru', slc: 'BLR-N', sub: 'Yelahanka', zipcode: '560064', weight: 24 },
  { lc: 'BLR', location: 'Bengaluru', slc: 'BLR-S', sub: 'Jayanagar', zipcode: '560041', weight: 22 },
  { lc: 'BLR', location: 'Bengaluru', slc: 'BLR-E', sub: 'Whitefield', zipcode: '560066', weight: 18 },
  { lc: 'MYS', location: 'Mysuru', slc: 'MYS-C', sub: 'Lashkar Mohalla', zipcode: '570001', weight: 14 },
  { lc: 'MYS', location: 'Mysuru', slc: 'MYS-V', sub: 'Vijayanagar', zipcode: '570017', weight: 12 },
  { lc: 'HBL', location: 'Hubballi', slc: 'HBL-C', sub: 'Vidyanagar', zipcode: '580021', weight: 10 },
] as const;

export type Place = (typeof PLACES)[number];

export const STATE = 'Karnataka';
export const ZONE = 'Asia/Kolkata';
/** Of the zone, all year round. */
export const UTC_OFFSET = '+05:30';
export const UTC_OFFSET_MINUTES = 330;
