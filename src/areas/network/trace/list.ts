import { z } from 'zod';
import { column, defineList, type Needs, ownerColumns, PAGED, telephone } from '../../../core/list/index.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import { nasColumn, nasTextColumn, sessionScope } from '../sessions/columns.ts';
import { CERTAINTIES, certaintyOf, mayHaveHad } from './certainty.ts';
import { questionShape, type Sought } from './question.ts';
import type { insidesOf } from './sessions-under-nat.ts';
import { sessionsInside, sessionsReported } from './sessions-under-nat.ts';
import { sessionsWith } from './sessions-with.ts';

const text = () => wire.shown().nullable();

/** Who had an address: sessions `x` with their services `s` and customers `c`, as they are recorded now. */
export const traceColumns = {
  certainty: column(wire.oneOf(CERTAINTIES), 'x.certainty'),
  why: column(wire.shown(), 'x.why'),
  ip: column(wire.shown(), 'x.given'),
  insideip: column(text(), sql`CASE WHEN x.first_port IS NOT NULL THEN host(x.ip) END`),
  first_port: column(wire.amount().nullable(), 'x.first_port'),
  last_port: column(wire.amount().nullable(), 'x.last_port'),
  starttime: column(wire.timestamp(), 'x.started_at'),
  endtime: column(wire.timestamp().nullable(), 'coalesce(x.replaced_at, x.ended_at)'),
  updatetime: column(wire.timestamp(), 'x.updated_at'),
  assignment: column(
    wire.oneOf(['static', 'dynamic']).nullable(),
    sql`CASE WHEN s.id IS NULL THEN NULL WHEN x.ip = s.staticip OR x.ip6_prefix = s.ip6_prefix OR x.pd_prefix = s.pd_prefix
          OR EXISTS (SELECT FROM radius.ip_address a WHERE a.isp_id = x.isp_id AND a.ip = x.ip AND a.service_id = s.id)
          THEN 'static' ELSE 'dynamic' END`,
  ),
  ...ownerColumns('x'),
  serviceid: column(wire.id().nullable(), 'x.service_id'),
  username: nasTextColumn('x.username'),
  planname: column(text(), 'p.name'),
  customerid: column(wire.id().nullable(), 's.customer_id'),
  customername: column(text(), sql`nullif(concat_ws(' ', c.name, c.surname), '')`),
  mobile: telephone(text(), 'c.mobile'),
  email: column(text(), 'c.email'),
  address: column(text(), sql`nullif(concat_ws(', ', c.street, c.city, c.state, c.zipcode), '')`),
  installation_address: column(
    text(),
    sql`CASE s.installation_address WHEN 'same' THEN concat_ws(', ', c.street, c.city, c.state, c.zipcode)
        ELSE nullif(concat_ws(', ', s.ia_street, s.ia_city, s.ia_state, s.ia_zipcode), '') END`,
  ),
  mac: column(text(), 'x.mac'),
  nasport: column(text(), sql`radius.shown(x.nas_port)`),
  circuit_id: column(
    text(),
    sql`(SELECT i.circuit_id FROM crm.service_identity i WHERE i.service_id = s.id AND i.circuit_id IS NOT NULL
         ORDER BY i.id LIMIT 1)`,
  ),
  nasid: column(wire.id(), 'x.nas_id'),
  nasname: column(text(), 'n.name'),
  nasip: nasColumn,
  sessionid: nasTextColumn('x.acct_session_id'),
};

/** Network operations find the session and the line; who that is needs the right to read customers. */
export const TRACE_NEEDS: Needs = {
  customername: 'customer.read',
  mobile: 'customer.read',
  email: 'customer.read',
  address: 'customer.read',
  installation_address: 'customer.read',
};

/** Of all sessions; `traceOf` reads those that are sought instead. */
export const traces = defineList({
  from: 'radius.session_all x',
  key: ['x.started_at', 'x.id', 'x.part'],
  scope: sessionScope,
  columns: traceColumns,
  filters: {},
  paging: PAGED,
});

export const traceInput = z.strictObject({ ...questionShape, ...traces.input.shape });

interface Reader {
  readonly scope: Scope & { readonly ispId: number };
  readonly now: Date;
  /** Of the days of the plan, and of `why`. */
  readonly zone: string;
}

export type Trace = ReturnType<typeof traceOf>;

/** The list of what is sought; `insides` are the addresses that become it by NAT rules. */
export const traceOf = (sought: Sought, reader: Reader, insides: Insides = []) => ({
  ...traces,
  from: () => fromOf(sought, reader, insides),
});

type Insides = Awaited<ReturnType<typeof insidesOf>>;

/** The sessions are judged among all of the ISP, also those that a reseller does not see. */
function fromOf(sought: Sought, { scope, now, zone }: Reader, insides: Insides): Sql {
  const { isp, reseller, location } = serviceScope('s');
  // A service that another reseller has now is shown to that one only.
  const ofCaller = [sql`s.id = x.service_id`, ...scopeConditions(scope, { isp, reseller, location })];
  const day = sql`(greatest(x.started_at, ${sought.from}) AT TIME ZONE ${zone})::date`;
  const arms = [
    sessionsWith(sought, scope.ispId),
    ...sessionsReported(sought, scope.ispId),
    ...sessionsInside(insides, sought, scope.ispId),
  ];
  return sql`(
      WITH found AS MATERIALIZED (${join(arms, ' UNION ALL ')})
      SELECT f.*, ${certaintyOf(sought, { now, zone })}, ${givenOf(sought)} AS given FROM found f WHERE ${mayHaveHad(sought)}
    ) x
    LEFT JOIN crm.service s ON ${join(ofCaller, ' AND ')}
    LEFT JOIN crm.customer c ON c.id = s.customer_id
    LEFT JOIN crm.plan p ON p.id = coalesce((SELECT d.plan_id FROM crm.period d
      WHERE d.service_id = s.id AND d.voided_at IS NULL AND d.starts_on <= ${day} ORDER BY d.starts_on DESC LIMIT 1), s.plan_id)
    LEFT JOIN radius.nas n ON n.id = x.nas_id AND n.isp_id = x.isp_id`;
}

/** The address, under NAT the public one, or the prefix that contains it. */
const givenOf = ({ ip }: Sought): Sql =>
  sql`CASE WHEN f.first_port IS NOT NULL THEN ${ip} WHEN f.ip = ${ip}::inet THEN host(f.ip) WHEN f.pd_prefix >>= ${ip}::inet THEN text(f.pd_prefix) ELSE text(f.ip6_prefix) END`;
