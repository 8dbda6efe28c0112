import { z } from 'zod';
import { ACCESS_CAUSES } from '../../../core/vocabulary/access.ts';
import { INCIDENT_KINDS } from '../../../core/vocabulary/incident.ts';
import * as wire from '../../../core/wire/index.ts';

/**
 * `online`: with all of the plan; `reduced`: online with less; `blocked`: online or not, nothing but the payment page is reached, if
 * that; `incident`: an open one concerns it; `silent`: was online when its NAS was heard last; `refused`: the latest log-ins were; `new`: the service has not begun.
 */
const VERDICTS = ['online', 'reduced', 'blocked', 'incident', 'silent', 'refused', 'offline', 'never', 'new'] as const;

/** The first line of an answer to a caller. `text` is the sentence; the other fields are its parts, for other languages. */
export const verdict = z.object({
  serviceid: wire.id(),
  verdict: wire.oneOf(VERDICTS),
  /** Why there is less than the plan; for `offline` and `never`, why a log-in would get less. */
  cause: wire.oneOf(ACCESS_CAUSES).nullable(),
  since: wire.timestamp().nullable(),
  /** The last day: of the period if its volume is used up or it is over, of the days of grace if payment is overdue. */
  upto: wire.ymd().nullable(),
  online: wire.flagYN(),
  /** What a session gets, in kbit/s. */
  dl: wire.amount().nullable(),
  ul: wire.amount().nullable(),
  /** Of the levels that are used up; null unless `cause` is `volume`. */
  used_gb: wire.asStored(wire.decimal({ places: 3 })).nullable(),
  volume_gb: wire.asStored(wire.decimal({ places: 3 })).nullable(),
  /** What the service owes; null: nothing, or the caller lacks `payment.read`. */
  amount: wire.asStored(wire.money()).nullable(),
  currency: wire.shown(),
  /** A promise to pay in this period: it holds, or it was broken. */
  promise: wire.oneOf(['open', 'used']).nullable(),
  /** Log-ins refused in the last day, after the last accepted one. */
  refusals: wire.amount(),
  /** Of the last of these; else why the session ended or a log-in would be refused. */
  reason: wire.shown().nullable(),
  /** Where it is online, or was. */
  nas: wire.shown().nullable(),
  nas_silent: wire.flagYN(),
  /** The incident of the verdict `incident`; null with another one. */
  incidentid: wire.id().nullable(),
  incident_kind: wire.oneOf(INCIDENT_KINDS).nullable(),
  /** What the staff calls it. */
  incident: wire.shown().nullable(),
  /** What subscribers are told of it. */
  incident_en: wire.shown().nullable(),
  incident_hi: wire.shown().nullable(),
  expected_at: wire.timestamp().nullable(),
  text: wire.shown(),
});

export type Verdict = z.output<typeof verdict>;
