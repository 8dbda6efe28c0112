import type { Region } from '../telephone/numbers.ts';
import type { AllowedLocation } from '../tenancy/allowed-location.ts';
import type { Group, Permission } from './permission.ts';

/** An authenticated CRM login user (contract 2.1) and what it may do. */
export interface Actor {
  readonly userId: number;
  readonly username: string;
  readonly group: Group;
  /** null for the server administrator, which belongs to no ISP. */
  readonly ispId: number | null;
  readonly resellerId: number | null;
  /** The locations that an Employee is restricted to; null: no restriction. */
  readonly locations: readonly AllowedLocation[] | null;
  readonly franchisee: boolean;
  readonly permissions: ReadonlySet<Permission>;
  /** IANA name of the ISP's time zone; UTC for the server administrator. */
  readonly zone: string;
  /** Where the caller may leave the code of the country out of a telephone number: the ISP's country; of the server
   * administrator, those of all ISPs. */
  readonly regions: readonly Region[];
  /** Does the ISP hide telephone numbers, and may the caller not read them? */
  readonly masksPhones: boolean;
  /** Null: the caller sent an API key. */
  readonly session: { readonly id: number; readonly confirmedAt: Date } | null;
}

/** Equal as long as a caller sees the same records and may do the same with them. */
export const rightsOf = ({ ispId, resellerId, locations, permissions, masksPhones }: Actor): string =>
  JSON.stringify([ispId, resellerId, locations, [...permissions], masksPhones]);
