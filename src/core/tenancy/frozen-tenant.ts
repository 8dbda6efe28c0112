import { type Sql, sql } from '../../db/sql.ts';
import { Fault } from '../fault.ts';

/** Condition: the ISP is being moved to another installation, and this one changes nothing of it any more. */
export const isFrozen = (ispId: Sql): Sql =>
  sql`EXISTS (SELECT FROM crm.tenant_freeze frozen WHERE frozen.isp_id = ${ispId})`;

export const beingMoved = (name: string): Fault =>
  new Fault('unavailable', `${name} is being moved to another installation; try again in a few minutes`);
