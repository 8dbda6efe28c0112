import type { Group, Permission } from './permission.ts';
import type { Place } from './place.ts';

/** An authenticated CRM login user (contract 2.1) and what it may do. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
  readonly group: Group;
  /** null for the server administrator, who belongs to no ISP. */
  readonly ispId: number | null;
  readonly resellerId: number | null;
  /** The locations that an Employee is narrowed to; null: not narrowed. */
  readonly places: readonly Place[] | null;
  readonly franchisee: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** IANA name of the ISP's time zone; UTC for the server administrator. */
  readonly zone: string;
}
