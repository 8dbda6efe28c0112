import { byOwnerId, column, exactKey, type Needs, ownerColumns, ownerFilters } from '../../core/list/index.ts';
import * as wire from '../../core/wire/index.ts';
import { sql } from '../../db/sql.ts';

/** What the lists of this wing have in common. `alias` is that of their table. */

export const subjectJoins = (alias: string) =>
  `LEFT JOIN crm.customer c ON c.isp_id = ${alias}.isp_id AND c.id = ${alias}.customer_id
   LEFT JOIN crm.service s ON s.isp_id = ${alias}.isp_id AND s.id = ${alias}.service_id`;

/** Whose it is and whom it is about. */
export const careColumns = (alias: string) => ({
  id: column(wire.id(), `${alias}.id`),
  ...ownerColumns(alias),
  keeperid: column(wire.ownerId(), byOwnerId(`${alias}.keeper_id`)),
  customerid: column(wire.id().nullable(), `${alias}.customer_id`),
  customername: column(wire.shown().nullable(), sql`nullif(concat_ws(' ', c.name, c.surname), '')`),
  serviceid: column(wire.id().nullable(), `${alias}.service_id`),
  username: column(wire.shown().nullable(), 's.username'),
});

export const careFilters = (alias: string) => ({
  ...ownerFilters(alias),
  id: exactKey(wire.id(), `${alias}.id`),
  customerid: exactKey(wire.id(), `${alias}.customer_id`),
  serviceid: exactKey(wire.id(), `${alias}.service_id`),
});

/** Who may read notes need not know customers by name. */
export const CARE_NEEDS: Needs = { customername: 'customer.read', username: 'service.read' };
