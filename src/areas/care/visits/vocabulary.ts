import { coordinate } from '../../../core/vocabulary/service.ts';
import * as wire from '../../../core/wire/index.ts';
import { interval } from '../tickets/clocks/calendar.ts';

export const VISIT_KINDS = ['Survey', 'Installation', 'Repair', 'Removal', 'Other'] as const;
export type VisitKind = (typeof VISIT_KINDS)[number];

/** What a visit reports to the life cycle of its lead: the reports of the stages on site. */
export const LEAD_REPORTS = ['Feasible', 'Not-Feasible', 'Customer-Refused', 'Installation-Completed'] as const;

export const VISIT_ACTIONS = ['create', 'move', 'edit', 'conflict', 'settle'] as const;

/** When a technician comes: a day and hours of it, on the clock of the ISP. */
export interface Window {
  readonly day: string;
  readonly hours: string;
}

export const windowShape = { day: wire.ymd(), hours: interval() };

export const placeShape = { latitude: coordinate(90), longitude: coordinate(180) };

/** What a technician reads off the device, and the light that arrives there, in dBm. */
export const deviceShape = {
  serial: wire.text(100),
  optical_dbm: wire.decimal({ places: 2, min: -60, max: 20 }),
};

export const visitShape = { kind: wire.oneOf(VISIT_KINDS), technicianid: wire.id(), note: wire.text(1000) };
