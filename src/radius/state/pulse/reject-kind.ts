import { REJECT_KINDS, type RejectKind } from '../../../areas/network/series/vocabulary.ts';

/** Beginnings of reasons, by kind. A reason that none begins is `other`. */
const BEGINNINGS: readonly (readonly [RejectKind, string])[] = [
  ['wrong_password', 'wrong password'],
  ['unknown_user', 'unknown user'],
  ['other_mac', 'the service is bound to'],
  ['in_use', 'another session is open'],
  ['no_address', 'the IP pool has no free address'],
  ['not_served', 'this NAS does not serve'],
  ['not_entitled', 'the service has not begun yet'],
  ['not_entitled', 'the service is suspended'],
  ['not_entitled', 'the service is not paid'],
  ['not_entitled', 'the data volume is used up'],
  ['not_entitled', 'the validity ended'],
  ['not_entitled', 'the service could not be billed'],
  ['not_entitled', 'the days of grace ended'],
];

/** Looked up once: this runs for every reject. */
const KINDS = BEGINNINGS.map(([kind, beginning]) => ({ beginning, at: REJECT_KINDS.indexOf(kind) }));
const OTHER = REJECT_KINDS.indexOf('other');

/** The index in `REJECT_KINDS` of the kind of a reason. */
export function rejectKindOf(reason: string): number {
  for (const { beginning, at } of KINDS) if (reason.startsWith(beginning)) return at;
  return OTHER;
}
