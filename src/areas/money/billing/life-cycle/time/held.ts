import { type Sql, sql } from '../../../../../db/sql/fragment.ts';
import type { Draft } from '../../model/draft.ts';
import { isHeld } from '../../model/hold.ts';
import type { IspDay } from './rule.ts';

/** The days of an incident end as the ISP has them. One that was taken out with its start as its end held nothing. */
export const holdsOfService: Sql = sql`SELECT (h.from_at AT TIME ZONE z.timezone)::date AS held_from,
    (h.upto_at AT TIME ZONE z.timezone)::date + 1 AS held_upto
  FROM crm.incident_service h JOIN crm.incident n ON n.id = h.incident_id JOIN crm.isp_setting z ON z.isp_id = h.isp_id
  WHERE h.service_id = s.id AND n.hold_dunning AND h.upto_at IS DISTINCT FROM h.from_at`;

/** An incident of the network holds up what is not paid. */
export const held = ({ subscription, context }: Draft): boolean => isHeld(subscription, context.today);

const holdsOn = ({ today }: IspDay): Sql =>
  sql`SELECT FROM (${holdsOfService}) d
    WHERE d.held_from <= ${today}::date AND (d.held_upto IS NULL OR d.held_upto >= ${today}::date)`;

/** Of a service `s`. */
export const heldOn = (on: IspDay): Sql => sql`EXISTS (${holdsOn(on)})`;

/**
 * It is not held, or not since the day after this one: a forecast, and a late run, ask for the candidates of a day after those on
 * which a rule applied.
 */
export const notHeldSince = (on: IspDay, day: Sql): Sql =>
  sql`NOT EXISTS (${holdsOn(on)} AND d.held_from <= ${day} + 1)`;
