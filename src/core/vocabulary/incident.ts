/** `Degraded`: sessions stay, with less than they should have. */
export const INCIDENT_KINDS = ['Outage', 'Degraded', 'Maintenance'] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

/** Statuses in which an incident may still be opened, for the services that its filters find then. */
export const INCIDENTS_AHEAD = ['Suggested', 'Planned'] as const;
