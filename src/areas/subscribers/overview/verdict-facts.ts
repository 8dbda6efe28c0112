import type { IncidentKind } from '../../../core/vocabulary/incident.ts';
import type { ServiceStatus } from '../../../core/vocabulary/service.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { isSilent } from '../../network/nas/silent.ts';
import { gigabytesOf } from '../services/usage.ts';

/** What a verdict needs besides the answer of the access rules. */
export interface VerdictFacts {
  readonly serviceid: number;
  readonly status: ServiceStatus;
  readonly statusAt: Date;
  readonly validUpto: string | null;
  readonly graceUpto: string | null;
  readonly promiseUpto: string | null;
  /** A promise to pay was made in the open period. */
  readonly promised: boolean;
  /** What is owed; below 0: paid in advance. */
  readonly owed: string;
  readonly currency: string;
  readonly timezone: string;
  /** Of the levels that are used up. */
  readonly usedGb: string;
  readonly volumeGb: string;
  readonly periodUpto: string | null;
  /** The latest session. */
  readonly session: SessionFacts | null;
  readonly refusals: RefusalFacts;
  /** An open one that concerns the service. */
  readonly incident: IncidentFacts | null;
}

export interface IncidentFacts {
  readonly id: number;
  readonly kind: IncidentKind;
  /** For the staff. */
  readonly title: string;
  /** What subscribers are told of it. */
  readonly textEn: string | null;
  readonly textHi: string | null;
  /** Since when it concerns the service. */
  readonly since: Date;
  readonly expectedAt: Date | null;
}

export interface SessionFacts {
  readonly startedAt: Date;
  readonly heardAt: Date;
  readonly endedAt: Date | null;
  readonly terminateCause: string | null;
  readonly nas: string | null;
  readonly isNasSilent: boolean;
}

/** Log-ins of the last day that were refused since the last accepted one. */
export interface RefusalFacts {
  readonly count: number;
  readonly since: Date | null;
  /** Of the last one. */
  readonly reason: string | null;
}

type Row = Omit<VerdictFacts, 'session' | 'refusals' | 'incident'> & {
  readonly session: Stored<SessionFacts> | null;
  readonly incident: Stored<IncidentFacts> | null;
};
/** Within JSON an instant is a text. */
type Stored<T> = {
  readonly [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K];
};

/** The service must be in the caller's scope. */
export async function readVerdictFacts(tx: Tx, serviceId: number): Promise<VerdictFacts> {
  const [[row], [refusals]] = await Promise.all([
    query<Row>(tx, serviceStatement(serviceId)),
    query<RefusalFacts>(tx, refusalsStatement(serviceId)),
  ]);
  if (!row || !refusals) throw new Error('a service has settings and usage');
  const { session, incident } = row;
  return { ...row, session: session && sessionOf(session), incident: incident && incidentOf(incident), refusals };
}

const incidentOf = ({ since, expectedAt, ...rest }: Stored<IncidentFacts>): IncidentFacts => ({
  ...rest,
  since: new Date(since),
  expectedAt: expectedAt === null ? null : new Date(expectedAt),
});

const sessionOf = ({ startedAt, heardAt, endedAt, ...rest }: Stored<SessionFacts>): SessionFacts => ({
  ...rest,
  startedAt: new Date(startedAt),
  heardAt: new Date(heardAt),
  endedAt: endedAt === null ? null : new Date(endedAt),
});

/** The latest of the sessions that are open, or of those that are not: each has an index of its own. */
const latest = (which: Sql): Sql => sql`(SELECT jsonb_build_object('startedAt', x.started_at, 'heardAt', x.updated_at,
    'endedAt', x.ended_at, 'terminateCause', x.terminate_cause, 'nas', n.name, 'isNasSilent', ${isSilent(sql`now()`)})
  FROM radius.session x LEFT JOIN radius.nas n ON n.id = x.nas_id
  LEFT JOIN radius.nas_tally t ON t.nas_id = x.nas_id LEFT JOIN radius.nas_heard h ON h.nas_id = x.nas_id
  WHERE x.service_id = s.id AND ${which} ORDER BY x.started_at DESC LIMIT 1)`;

/** Of several, one that leaves the service without a connection. */
const incident = sql`(SELECT jsonb_build_object('id', n.id, 'kind', n.kind, 'title', n.title, 'textEn', n.text_en,
    'textHi', n.text_hi, 'since', h.from_at, 'expectedAt', n.expected_at)
  FROM crm.incident_service h JOIN crm.incident n ON n.id = h.incident_id
  WHERE h.service_id = s.id AND h.upto_at IS NULL AND n.status IN ('Open', 'Monitoring')
  ORDER BY n.kind = 'Degraded', h.from_at DESC, n.id DESC LIMIT 1)`;

const serviceStatement = (serviceId: number): Sql =>
  sql`SELECT s.id AS serviceid, s.status, s.status_at AS "statusAt", s.valid_upto AS "validUpto", s.grace_upto AS "graceUpto",
        s.promise_upto AS "promiseUpto",
        EXISTS (SELECT FROM crm.promise m WHERE m.service_id = s.id AND m.period_id = s.period_id) AS promised,
        s.os_amt AS owed, t.currency, t.timezone, p.ends_on AS "periodUpto",
        ${gigabytesOf(sql`CASE WHEN u.exhausted THEN u.in_bytes::numeric + u.out_bytes
          ELSE u.level1_used + CASE WHEN u.bw_level > 2 THEN u.level2_used ELSE 0 END END`)} AS "usedGb",
        ${gigabytesOf(sql`coalesce(u.level1_bytes, 0)::numeric
          + CASE WHEN u.bw_level > 2 OR u.exhausted THEN u.level2_bytes ELSE 0 END
          + CASE WHEN u.exhausted THEN coalesce(u.level3_bytes, 0) ELSE 0 END`)} AS "volumeGb",
        coalesce(${latest(sql`x.ended_at IS NULL`)}, ${latest(sql`x.ended_at IS NOT NULL`)}) AS session,
        ${incident} AS incident
      FROM crm.service s JOIN crm.isp_setting t ON t.isp_id = s.isp_id
      JOIN radius.usage u ON u.service_id = s.id LEFT JOIN crm.period p ON p.id = u.period_id
      WHERE s.id = ${serviceId}`;

/** A device that is refused tries again for ever, so there is a bound. */
const MAX_READ = 1000;

/** Log-ins of one millisecond are in the order in which they were written. */
const refusalsStatement = (serviceId: number): Sql =>
  sql`WITH recent AS MATERIALIZED (
        SELECT g.at, g.id, g.response, g.reason FROM crm.service s
        JOIN radius.auth_log g ON lower(g.username) = lower(s.username) AND g.isp_id = s.isp_id
        WHERE s.id = ${serviceId} AND g.at > now() - interval '1 day' ORDER BY g.at DESC, g.id DESC LIMIT ${MAX_READ}::int),
      accepted AS (SELECT a.at, a.id FROM recent a WHERE a.response = 'Access-Accept' ORDER BY a.at DESC, a.id DESC LIMIT 1)
      SELECT count(*)::int AS count, min(r.at) AS since, (array_agg(r.reason ORDER BY r.at DESC, r.id DESC))[1] AS reason
      FROM recent r WHERE r.response = 'Access-Reject'
        AND NOT EXISTS (SELECT FROM accepted a WHERE (a.at, a.id) > (r.at, r.id))`;
