import { INCIDENT_KINDS, type IncidentKind } from '../../../core/vocabulary/incident.ts';
import * as wire from '../../../core/wire/index.ts';

/** Who found it: the staff, a NAS that is silent, a location that lost its sessions. */
export const INCIDENT_SOURCES = ['Staff', 'Nas', 'Location'] as const;

/** `Days`: prepaid services are valid for longer, postpaid ones are credited; `Money`: all are credited. */
export const COMPENSATIONS = ['Days', 'Money'] as const;

/** What subscribers read of a credit. */
export const COMPENSATED: Readonly<Record<IncidentKind, string>> = {
  Outage: 'Compensation for an outage',
  Degraded: 'Compensation for a disturbance',
  Maintenance: 'Compensation for maintenance',
};
export type Compensation = (typeof COMPENSATIONS)[number];

/** Services that one call names. */
export const MAX_NAMED = 1_000;

/** As many services as an installation may have. */
const MAX_SERVICES = 100_000_000;

/** How many services a caller was shown. */
export const shownCount = () => wire.wholeNumber(0, MAX_SERVICES);

export const incidentShape = {
  kind: wire.oneOf(INCIDENT_KINDS),
  title: wire.text(200),
  text_en: wire.text(500),
  text_hi: wire.text(500),
  starts_at: wire.timestamp(),
  expected_at: wire.timestamp(),
  hold_dunning: wire.flagYN(),
};

/** Which services an incident concerns: those that meet all of what is given. */
export const filterShape = () => ({
  location_code: wire.code().optional(),
  nasid: wire.id().optional(),
  of_resellerid: wire.id().optional(),
  planid: wire.id().optional(),
  poolid: wire.id().optional(),
  serviceids: wire.csv(wire.id(), { max: MAX_NAMED }).optional(),
});
