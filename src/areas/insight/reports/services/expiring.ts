import { numberFor } from '../../../../core/telephone/masked.ts';
import { scopeConditions, serviceScope } from '../../../../core/tenancy/scope.ts';
import { addDays } from '../../../../core/zone.ts';
import { join, sql } from '../../../../db/sql.ts';
import { NEXT_PRICE } from '../../dashboard/count-renewals.ts';
import { named, orNone, plain, summed } from '../columns.ts';
import { PARAMETERS } from '../parameters.ts';
import { sqlReport } from '../sql-report.ts';

export const expiring = sqlReport({
  name: 'expiring',
  title: 'Expiring services',
  description:
    'Active and NP services whose validity ends today or within this number of days, earliest first. `price` is the price of the next period on the sub plan that the service will then have, after its discount, before taxes. `balance` is above 0 if the service owes, below 0 if it has paid in advance.',
  group: 'subscribers',
  access: 'service.read',
  also: 'customer.read',
  hasTelephones: true,
  parameters: { days: PARAMETERS.days.default(7) },
  columns: {
    valid_upto: plain('day', 'Valid until'),
    serviceid: named('username', plain('id', 'Service id')),
    username: plain('text', 'Username'),
    name: plain('text', 'Customer'),
    mobile: plain('text', 'Mobile'),
    location_code: named('location', plain('text', 'Location code')),
    location: orNone('text', 'Location'),
    plan: plain('text', 'Plan'),
    status: plain('text', 'Status'),
    prepaid_postpaid: plain('text', 'Billing'),
    price: summed('money', 'Price'),
    balance: plain('money', 'Balance'),
  },
  sql: ({ scope, today }, { days }) => sql`
    SELECT s.valid_upto, s.id AS serviceid, s.username, concat_ws(' ', c.name, c.surname) AS name, ${numberFor(scope, sql`c.mobile`)} AS mobile, s.location_code,
      l.name AS location, p.name AS plan, s.status, s.prepaid_postpaid, ${NEXT_PRICE} AS price, s.os_amt AS balance
    FROM crm.service s
    JOIN crm.customer c ON c.id = s.customer_id
    LEFT JOIN crm.location l ON l.isp_id = s.isp_id AND l.code = s.location_code
    LEFT JOIN crm.plan_change n ON n.service_id = s.id AND n.status = 'Pending'
    JOIN crm.sub_plan b ON b.id = coalesce(n.sub_plan_id, s.sub_plan_id)
    JOIN crm.plan p ON p.id = b.plan_id
    WHERE ${join(scopeConditions(scope, serviceScope('s')), ' AND ')} AND s.status IN ('Active', 'NP')
      AND s.valid_upto BETWEEN ${today}::date AND ${addDays(today, days)}::date`,
  order: sql`valid_upto, serviceid`,
});
