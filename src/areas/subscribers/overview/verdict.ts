import { dayOf } from '../../../core/zone.ts';
import type { Explanation } from '../../network/sessions/explanation.ts';
import type { VerdictFacts } from './verdict-facts.ts';
import type { Verdict } from './verdict-record.ts';
import { verdictText } from './verdict-text.ts';

/** What the access rules grant now; null: not known. */
export type Granted = Pick<Explanation, 'access' | 'cause' | 'reason' | 'dl' | 'ul'>;

export interface VerdictQuestion {
  readonly facts: VerdictFacts;
  readonly granted: Granted | null;
  /** Whether the caller may know what is owed. */
  readonly withMoney: boolean;
  readonly now: Date;
}

/** Says in one sentence how a subscriber is served, and why; a pure function. */
export function verdictOf({ facts, granted, withMoney, now }: VerdictQuestion): Verdict {
  const { session, refusals } = facts;
  const isOpen = session !== null && session.endedAt === null;
  const kind = kindOf(facts, granted);
  const owed = withMoney && Number(facts.owed) > 0 ? facts.owed : null;
  const cause = granted?.cause ?? null;
  const incident = kind === 'incident' ? facts.incident : null;
  const said: Omit<Verdict, 'text'> = {
    serviceid: facts.serviceid,
    verdict: kind,
    cause,
    since: sinceOf(kind, facts),
    upto: uptoOf(facts, cause, now),
    online: isOpen && !session.isNasSilent,
    dl: granted?.dl ?? null,
    ul: granted?.ul ?? null,
    used_gb: cause === 'volume' ? facts.usedGb : null,
    volume_gb: cause === 'volume' ? facts.volumeGb : null,
    amount: owed,
    currency: facts.currency,
    promise: promiseOf(facts, kind),
    refusals: refusals.count,
    reason: reasonOf(kind, facts, granted),
    nas: session?.nas ?? null,
    nas_silent: session?.isNasSilent ?? false,
    incidentid: incident?.id ?? null,
    incident_kind: incident?.kind ?? null,
    incident: incident?.title ?? null,
    incident_en: incident?.textEn ?? null,
    incident_hi: incident?.textHi ?? null,
    expected_at: incident?.expectedAt ?? null,
  };
  return { ...said, text: verdictText(said, { zone: facts.timezone, now }) };
}

function kindOf({ status, session, refusals, incident }: VerdictFacts, granted: Granted | null): Verdict['verdict'] {
  if (status === 'NewRequest') return 'new';
  const isCutOff = granted?.access === 'blocked' || (granted?.access === 'none' && granted.cause !== null);
  if (isCutOff || (granted === null && (status === 'NPD' || status === 'Suspend'))) return 'blocked';
  const isOpen = session !== null && session.endedAt === null;
  const isOnline = isOpen && !session.isNasSilent;
  if (incident !== null && (!isOnline || incident.kind === 'Degraded')) return 'incident';
  if (isOnline) return granted?.cause == null ? 'online' : 'reduced';
  if (refusals.count > 0) return 'refused';
  if (session === null) return 'never';
  return session.isNasSilent ? 'silent' : 'offline';
}

function sinceOf(
  kind: Verdict['verdict'],
  { status, statusAt, session, refusals, incident }: VerdictFacts,
): Date | null {
  switch (kind) {
    case 'new':
      return statusAt;
    case 'blocked':
      // An end of the period or of the volume is no change of status.
      return status === 'NPD' || status === 'Suspend' ? statusAt : null;
    case 'online':
    case 'reduced':
      return session?.startedAt ?? null;
    case 'incident':
      return incident?.since ?? null;
    case 'silent':
      return session?.heardAt ?? null;
    case 'offline':
      return session?.endedAt ?? null;
    case 'refused':
      return refusals.since;
    case 'never':
      return null;
  }
}

function uptoOf(facts: VerdictFacts, cause: Verdict['cause'], now: Date): string | null {
  switch (cause) {
    case 'volume':
      return facts.periodUpto;
    case 'expired':
      return facts.validUpto;
    case 'overdue':
      return facts.graceUpto;
    case 'unpaid': {
      // A prepaid service that was not renewed owes nothing.
      const { validUpto, timezone } = facts;
      return validUpto !== null && validUpto < dayOf(now, timezone) ? validUpto : null;
    }
    default:
      return null;
  }
}

/** A promise that was made holds until its last day; a service that is blocked all the same has broken it. */
function promiseOf({ promised, promiseUpto }: VerdictFacts, kind: Verdict['verdict']): Verdict['promise'] {
  if (!promised) return null;
  return kind === 'blocked' || promiseUpto === null ? 'used' : 'open';
}

function reasonOf(
  kind: Verdict['verdict'],
  { session, refusals }: VerdictFacts,
  granted: Granted | null,
): string | null {
  if (kind === 'refused') return refusals.reason;
  const isRefused = granted?.access === 'none' && granted.cause === null;
  if ((kind === 'offline' || kind === 'never' || kind === 'silent') && isRefused) return granted.reason;
  if (kind === 'offline') return session?.terminateCause ?? null;
  return granted?.cause === 'unbilled' ? granted.reason : null;
}
