/** Why log-ins are rejected, in kinds: the columns of `radius.pulse`. Reasons that no kind names are `other`. */
export const REJECT_KINDS = [
  'wrong_password',
  'unknown_user',
  'not_entitled',
  'other_mac',
  'in_use',
  'no_address',
  'not_served',
  'bad_ticket',
  'other',
] as const;

export type RejectKind = (typeof REJECT_KINDS)[number];

/** Beginnings of reasons, by kind; a reason begins with one of them at most. */
export const REJECT_BEGINNINGS: readonly (readonly [RejectKind, string])[] = [
  ['wrong_password', 'wrong password'],
  ['unknown_user', 'unknown user'],
  ['other_mac', 'the service is bound to'],
  ['in_use', 'another session is open'],
  ['no_address', 'the IP pool has no free address'],
  ['not_served', 'this NAS does not serve'],
  ['bad_ticket', 'the hotspot ticket'],
  ['not_entitled', 'the service has not begun yet'],
  ['not_entitled', 'the service is suspended'],
  ['not_entitled', 'the service is not paid'],
  ['not_entitled', 'the data volume is used up'],
  ['not_entitled', 'the validity ended'],
  ['not_entitled', 'the service could not be billed'],
  ['not_entitled', 'the days of grace ended'],
  ['not_entitled', 'the time of the plan is used up'],
];

/** What `series.read` shows over time. `rejects`: of all kinds. `up`, `down`: bytes. */
export const SERIES = ['online', 'accepts', 'rejects', ...REJECT_KINDS, 'up', 'down'] as const;

export const STEPS = ['minute', 'hour', 'day'] as const;
