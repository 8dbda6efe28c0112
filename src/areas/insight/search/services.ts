import { numberFor } from '../../../core/telephone/masked.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { Search } from '../../subscribers/search/look-up.ts';
import { serviceKeys } from '../../subscribers/search/services.ts';

export function servicesFound(search: Search): Sql | undefined {
  const { permissions } = search;
  const mayName = permissions.has('customer.read');
  const keys = permissions.has('service.read') ? serviceKeys(search) : undefined;
  if (keys === undefined) return undefined;
  return sql`SELECT 'service' AS kind, s.id, s.username AS title,
      CASE WHEN ${mayName}::boolean THEN concat_ws(', ', concat_ws(' ', c.name, c.surname), ${numberFor(search.scope, sql`c.mobile`)}) END AS detail,
      s.status, k.rank
    FROM ${keys} k JOIN crm.service s ON s.id = k.id
    LEFT JOIN crm.customer c ON c.id = s.customer_id AND c.isp_id = s.isp_id`;
}
