/** Why log-ins are rejected, in kinds: the columns of `radius.pulse`. Reasons that no kind names are `other`. */
export const REJECT_KINDS = [
  'wrong_password',
  'unknown_user',
  'not_entitled',
  'other_mac',
  'in_use',
  'no_address',
  'not_served',
  'other',
] as const;

export type RejectKind = (typeof REJECT_KINDS)[number];

/** What `series.read` shows over time. `rejects`: of all kinds. `up`, `down`: bytes. */
export const SERIES = ['online', 'accepts', 'rejects', ...REJECT_KINDS, 'up', 'down'] as const;

export const STEPS = ['minute', 'hour', 'day'] as const;
